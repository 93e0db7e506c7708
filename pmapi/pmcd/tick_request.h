// TickRequest: what a stream asks for at every tick, and the values that come.
// Asks nobody; pmcd_stream.h does.
#ifndef TOCSIN_PMAPI_PMCD_TICK_REQUEST_H_
#define TOCSIN_PMAPI_PMCD_TICK_REQUEST_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "pmapi/pmcd/message.h"
#include "pmapi/pmcd/result.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"
#include "pmapi/source/tick_builder.h"

namespace pmapi::pmcd {

/// Of the wants of one stream.
class TickRequest {
 public:
  explicit TickRequest(const std::vector<Want>& wants);

  /// What to ask for: each metric once.
  const std::vector<Pmid>& pmids() const { return pmids_; }
  /// The domains of which no want wants all instances.
  std::vector<ProfileDomain> Profile() const;
  /// The domains of which some want wants all.
  std::vector<InDom> OpenDomains() const;

  /// TakeResult() comes soon, after a pause (base/warm.h).
  void Warm() const;
  /// Keeps the values of `result`, which holds pmids(), and none of a result
  /// before. A value that is not of its metric's type is absent. Of event
  /// records there is a zero for each array.
  void TakeResult(const FetchResult& result, std::int64_t origin);
  /// What it holds goes to Finish() of this.
  TickBuilder& tick() { return tick_; }

  /// Calls `take` with each array of event records in `result`.
  using TakeArray =
      std::function<void(Pmid pmid, InstanceId instance, base::Bytes array)>;
  void ForEachArray(const FetchResult& result, const TakeArray& take) const;

 private:
  struct WantedValues {
    std::size_t set = 0;  // index into pmids_
    Type type = Type::kNoSupport;
    bool singular = false;
    bool grouped = false;  // its lanes are no instances
  };
  struct WantedInstances {
    InDom indom = kNullInDom;
    bool open = false;
    std::vector<InstanceId> only;  // ascending, unique
  };

  void AddToDomain(const Want& want);
  void Load(const FetchResult& result, std::size_t want);
  bool LoadAll(const FetchResult& result, const ValueSet& set,
               std::size_t want);

  std::vector<Pmid> pmids_;
  std::vector<WantedValues> wanted_;      // a want each
  std::vector<WantedInstances> domains_;  // but that of what is singular
  TickBuilder tick_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_TICK_REQUEST_H_
