// PmcdStream: one tick a question: a fetch over its source's connection, kept
// until it is handed out. What is asked, and Samples of the answer, are
// tick_request.h's.
#ifndef TOCSIN_PMAPI_PMCD_PMCD_STREAM_H_
#define TOCSIN_PMAPI_PMCD_PMCD_STREAM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/lifetime.h"
#include "base/loop/timer.h"
#include "base/result.h"
#include "pmapi/pmcd/connection.h"
#include "pmapi/pmcd/tick_request.h"
#include "pmapi/pmcd/want_meanings.h"
#include "pmapi/source/event_wants.h"
#include "pmapi/source/source.h"

namespace pmapi {

class PmcdSource;

/// Threads: the loop's.
class PmcdStream : public SampleStream {
 public:
  /// Lifetime: `source` outlives the stream.
  PmcdStream(PmcdSource* source, std::vector<Want> wants,
             base::Duration interval);
  ~PmcdStream() override;
  PmcdStream(const PmcdStream&) = delete;
  PmcdStream& operator=(const PmcdStream&) = delete;

  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready) override;
  base::Result<void> Fetch(int max_ticks, Samples* samples) override;
  std::optional<base::Error> Shortfall() override;
  std::optional<base::Error> Interruption() override;

  base::Duration interval() const { return interval_; }

  /// Something has changed at the source: goes on if that is what was waited
  /// for.
  void Resume();
  /// What event records have come since the tick before nobody knows.
  void LoseRecords();

 private:
  using Reply = pmcd::Reply;

  void Begin();
  void SendFetch();
  void Fetched(const base::Result<Reply>& reply);
  void Decoded();
  void TakeArrays();
  void TakeArray(Pmid pmid, InstanceId instance, base::Timestamp now,
                 base::Bytes array);
  void RefreshNames();
  void AskNames(InDom indom);
  void Named(std::int64_t answer, InDom indom,
             const base::Result<Reply>& reply);
  void Settle();
  bool Changed() const;
  void MakeSamples();
  void LeaveOutWhatIsLost();
  void TimedOut();
  void Finish(base::Result<void> result);
  template <typename Then>
  auto Guarded(Then then) const;

  PmcdSource& source_;
  pmcd::TickRequest request_;
  const base::Duration interval_;
  const std::int32_t context_;
  const std::int64_t revision_;
  const pmcd::WantMeanings meanings_;
  std::int64_t profiled_ = 0;  // the connection that knows the profile
  pmcd::Message fetch_;        // the question to it

  std::function<void()> ready_;  // a tick has been asked for
  base::Timestamp now_;          // when it was asked
  base::loop::Pending limit_;
  bool fetching_ = false;     // pmcd owes an answer
  bool decoded_ = false;      // values are here that no tick has had
  std::int64_t answers_ = 0;  // which
  int naming_ = 0;            // answers awaited before they are handed out
  pmcd::FetchResult result_;
  EventWants events_;
  std::int64_t queue_ = 0;  // the connection that events_ came over
  /// Of the tick to come: event records that are none.
  std::optional<base::Error> damage_;
  base::Timestamp stamp_;  // of what request_ holds
  /// The tick, where it is more than what request_ holds.
  std::optional<Samples> made_;
  const std::vector<InDom> open_;  // domains of which all is wanted
  base::Result<void> outcome_;
  base::Lifetime lifetime_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_PMCD_PMCD_STREAM_H_
