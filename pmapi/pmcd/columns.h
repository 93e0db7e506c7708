// Columns: the values of one result as Samples of one tick: the instances of a
// domain's metrics joined by number. Asks nobody; pmcd_stream.h does.
#ifndef TOCSIN_PMAPI_PMCD_COLUMNS_H_
#define TOCSIN_PMAPI_PMCD_COLUMNS_H_

#include <cstddef>
#include <vector>

#include "pmapi/pmcd/message.h"
#include "pmapi/pmcd/result.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"

namespace pmapi::pmcd {

class Columns {
 public:
  explicit Columns(const std::vector<Want>& wants);

  /// What to ask for: each metric once.
  const std::vector<Pmid>& pmids() const { return pmids_; }
  /// The domains of which no want wants all instances.
  std::vector<ProfileDomain> Profile() const;
  /// The domains of which some want wants all.
  std::vector<InDom> OpenDomains() const;

  /// Makes `samples` of `result`, which holds pmids(). A value that is not of
  /// its metric's type is absent.
  void Fill(const FetchResult& result, std::int64_t origin, Samples* samples);

 private:
  struct Column {
    std::size_t set = 0;  // index into pmids_
    std::size_t group = 0;
    Type type = Type::kNoSupport;
    std::vector<InstanceId> only;  // ascending; empty: all
    // Of the tick at hand, ascending.
    std::vector<InstanceId> ids;
    std::vector<std::uint64_t> bits;
  };
  struct Group {
    InDom indom = kNullInDom;
    bool open = false;
  };

  std::size_t GroupOf(InDom indom);
  void Load(const FetchResult& result, Column* column, Samples* samples);
  bool LoadAll(const FetchResult& result, const ValueSet& set, Column* column);
  void Sort(Column* column);
  void Join(Samples* samples);
  void Put(const Column& column, const Samples& samples,
           MetricSamples* metric) const;

  std::vector<Pmid> pmids_;
  std::vector<Column> columns_;  // a want each
  std::vector<Group> groups_;
  std::vector<InstanceId> union_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_COLUMNS_H_
