// PmcdSource: a pmcd as the Source of its host's metrics. All that waits is
// asked for ahead: facts by Prepare(), values by a stream's Ask(); what
// Source and SampleStream then answer, they answer at once.
#ifndef TOCSIN_PMAPI_PMCD_PMCD_SOURCE_H_
#define TOCSIN_PMAPI_PMCD_PMCD_SOURCE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/loop/timer.h"
#include "base/loop/transport.h"
#include "base/result.h"
#include "base/time.h"
#include "base/tls/tls.h"
#include "pmapi/pmcd/inquiry.h"
#include "pmapi/pmcd/link.h"
#include "pmapi/pmcd/stores.h"
#include "pmapi/pmcd/want_meanings.h"
#include "pmapi/source/facts.h"
#include "pmapi/source/name_table.h"
#include "pmapi/source/shortfalls.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// Which pmcd, and how patiently. The variables are read by cli.
struct PmcdOptions {
  /// %c: the connection as the user wrote it.
  std::string name;
  /// %h until pmcd has told what it calls its host.
  std::string host;
  /// Where to find it, tried in this order: for `local:` the socket, then
  /// localhost at each port; for `host:1,2` the host at each port; for a
  /// proxy the proxy's. REQUIRES: at least one.
  std::vector<base::loop::Address> addresses;
  /// "host port" that a pmproxy at `addresses` is to connect to, or empty.
  std::string proxy_target;
  /// TLS is demanded, with a certificate of `host`; null: it is not.
  std::shared_ptr<const base::tls::Context> tls;
  std::string container;
  /// PMCD_CONNECT_TIMEOUT, for each address; PMCD_REQUEST_TIMEOUT.
  base::Duration connect_limit{5 * base::kNanosPerSecond};
  base::Duration reply_limit{10 * base::kNanosPerSecond};
  /// PMCD_RECONNECT_TIMEOUT. REQUIRES: at least one.
  std::vector<base::Duration> backoff = {{5 * base::kNanosPerSecond},
                                         {10 * base::kNanosPerSecond},
                                         {20 * base::kNanosPerSecond},
                                         {40 * base::kNanosPerSecond},
                                         {80 * base::kNanosPerSecond}};
  /// How soon what rules need and is not there is looked for again; then after
  /// twice as long each time, up to the interval of the streams.
  base::Duration recheck{5 * base::kNanosPerSecond};
  /// What names stand for, whatever pmcd says. Lifetime: outlives the source.
  const NameTable* names = nullptr;
  /// Where a metric is not found, ask for all names, for "did you mean":
  /// some 100 KB a host.
  bool all_names = false;
  /// Stored over each connection, before anything is fetched, and into
  /// instances that come; and who is told where that fails.
  std::vector<pmcd::StoredText> stores;
  pmcd::Stores::Tell not_stored;
  /// Ask for the texts about metrics: some 200 bytes and two questions each.
  bool help = false;
};

class PmcdStream;

/// Threads: the loop's.
class PmcdSource : public LiveSource {
 public:
  /// Lifetime: `timers` outlives the source.
  PmcdSource(base::loop::Timers* timers, pmcd::TransportMaker make,
             PmcdOptions options);
  ~PmcdSource() override;
  PmcdSource(const PmcdSource&) = delete;
  PmcdSource& operator=(const PmcdSource&) = delete;

  /// Connects, if that has not begun, and makes the catalogue know all that
  /// `needs` are about. `ready` is called once, perhaps before this returns:
  /// after success Catalog() answers for these metrics. The last Prepare()
  /// counts; the one before, if it is not ready, never is.
  /// The source then keeps the facts up to date by itself: after an error it
  /// goes on trying, and once the facts come or differ from what they were
  /// when a stream was opened, that stream's Interruption() is kChanged.
  /// Errors: why there is no connection, at once while it is not yet time to
  /// try again; kTimeout after `limit`; kUnsupported.
  void Prepare(SharedNeeds needs, base::Duration limit,
               std::function<void(base::Result<void>)> ready) override;

  /// There is a connection, and the facts are those of its pmcd.
  bool connected() const { return link_.connection() != nullptr && !stale_; }

  /// Of metrics that Prepare() asked for: kNoMetric, kNonLeaf, kNoPmid;
  /// kNotConnected, with the reason, for all while nothing is known yet.
  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override;
  const std::string& ContextName() const override { return options_.name; }

  /// The stream's grid does not matter: a tick is when Ask() says, and its
  /// stamp is pmcd's. Fetch() hands out one tick for each Ask(). Errors of a
  /// tick: why there is no connection; kLate; kProtocol. Interruption():
  /// what befell the connection; kChanged, then always: check the rules again
  /// (Prepare() first) and open anew. What is as it was has values meanwhile.
  /// Errors: kUnsupported for more metrics than one request can ask for.
  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid grid) override;

 private:
  friend class PmcdStream;

  /// Facts, or why there are none.
  class FactsCatalog : public MetricCatalog {
   public:
    explicit FactsCatalog(const PmcdSource& source) : source_(source) {}
    base::Result<MetricDesc> Describe(std::string_view name) const override;
    base::Result<std::vector<Instance>> Instances(InDom indom) const override;
    std::vector<std::string> MetricNames() const override;
    HelpText Help(std::string_view name) const override;

   private:
    const PmcdSource& source_;
  };

  /// Numbers of streams. pmcd keeps something for each that it has heard of,
  /// as long as the connection lives: those of closed ones are used again.
  class Contexts {
   public:
    std::int32_t Take() {
      if (free_.empty()) return ++last_;
      const std::int32_t context = free_.back();
      free_.pop_back();
      return context;
    }
    void GiveBack(std::int32_t context) { free_.push_back(context); }

   private:
    std::int32_t last_ = pmcd::kInquiryContext;
    std::vector<std::int32_t> free_;
  };

  void Up();
  void Down();
  void Inquire();
  void Inquired(base::Result<Facts> result);
  void Prepared(base::Result<void> result);
  void NoteUnasked(const base::Error& why);
  base::Duration ShortestInterval() const;
  void RecheckLater();
  void ResumeStreams();

  // For streams.
  /// The facts may not be true any more: they are asked for again.
  void ExpireFacts();
  /// An agent has gone, or has begun anew; which one is not said. Lost is what
  /// event records any had to hand out, and what was stored into it.
  void LoseAgents();
  /// As a tick has shown them; what that changes streams see when they go on.
  void SetInstances(InDom indom, std::vector<Instance> instances);
  /// Why there is no connection: what became of the one there was, until it
  /// has been told.
  base::Error WhyNone() const { return lost_.value_or(link_.why()); }
  std::optional<base::Error> TakeLoss();

  base::loop::Timers& timers_;
  PmcdOptions options_;
  FactsCatalog catalog_{*this};
  SharedNeeds needs_;
  Facts facts_;
  pmcd::MetricNames names_by_pmid_;  // of facts_
  bool known_ = false;               // facts_ are some pmcd's
  bool stale_ = true;                // but perhaps not this one's
  /// Counts changes of facts_ that rules must be checked again for.
  std::int64_t revision_ = 0;
  std::int64_t connections_ = 0;
  bool answering_ = false;           // as far as has been told
  Shortfalls shortfalls_;            // event records that are none
  std::optional<base::Error> lost_;  // since then, as it has not been told yet
  Contexts contexts_;
  std::function<void(base::Result<void>)> prepared_;
  base::loop::Pending prepare_limit_;
  base::loop::Pending recheck_;
  base::Duration pause_;  // before the next recheck
  bool inquire_again_ = false;
  std::set<PmcdStream*> streams_;
  // The inquiry before the link that it goes over.
  pmcd::Stores stores_;
  pmcd::Link link_;
  std::unique_ptr<pmcd::Inquiry> inquiry_;
};

/// Over sockets. Lifetime: `loop` outlives the source.
std::unique_ptr<PmcdSource> MakePmcdSource(base::loop::Loop* loop,
                                           PmcdOptions options);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_PMCD_PMCD_SOURCE_H_
