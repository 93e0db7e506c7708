// FakePmcd: a tiny pmcd with metrics as a test says them, byte for byte. One
// FakePmcdSession is what it says over one connection; FakePmcdServer serves
// it at a port, many in one process: the load for tests/bench.
#ifndef TOCSIN_TESTS_SUPPORT_FAKE_PMCD_H_
#define TOCSIN_TESTS_SUPPORT_FAKE_PMCD_H_

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/loop/loop.h"
#include "base/loop/transport.h"
#include "base/time.h"
#include "pmapi/metric/metric.h"
#include "pmapi/pmcd/format.h"
#include "pmapi/pmcd/message.h"
#include "tests/support/listener.h"

namespace tests {

struct FakeValue {
  pmapi::InstanceId id = pmapi::kNullInstance;
  std::uint64_t bits = 0;
  std::string text;  // of a string
};

/// What a result says of a metric: an error, or values of a type.
struct FakeValueSet {
  pmapi::Pmid pmid = pmapi::kNullPmid;
  std::int32_t error = 0;
  pmapi::Type type = pmapi::Type::kNoSupport;
  std::vector<FakeValue> values;
};

struct FakeMetric {
  std::string name;
  pmapi::MetricDesc desc;
  std::vector<FakeValue> values;
  /// What is added to each number with every fetch: a counter.
  std::uint64_t step = 0;
  std::int32_t error = 0;  // instead of values
  /// False: its agent is not there, and its name is all that is known.
  bool described = true;
  pmapi::HelpText help = {};
  /// Where there is one: what a fetch is given in place of `values`.
  std::function<std::vector<FakeValue>()> at_fetch = {};
};

/// What one host's pmcd knows. Tests change it between questions.
struct FakePmcd {
  std::string host_name = "fake";
  /// Over sockets each port is a host, called so and by the port's number:
  /// pmie takes what has one name for one host.
  bool host_each_port = false;
  std::vector<FakeMetric> metrics;
  std::map<pmapi::InDom, std::vector<pmapi::Instance>> domains;
  std::uint32_t features = pmapi::pmcd::kHighres | pmapi::pmcd::kBatchDescs |
                           pmapi::pmcd::kContainer;
  std::int32_t welcome = 0;
  std::int32_t descs_status = 0;  // instead of descriptors, where negative
  /// In descriptors and lists of instances, instead of what was asked for.
  std::optional<pmapi::Pmid> other_pmid;
  std::optional<pmapi::InDom> other_indom;
  /// Said once before the next result.
  std::uint32_t notice = 0;
  bool silent = false;  // hears and does not answer
  /// Over sockets: as one that is killed with questions unread, its end is a
  /// reset. Of connections that come.
  bool ends_by_reset = false;
  base::Timestamp now{1'700'000'000'000'000'000};
  std::uint64_t fetches = 0;
  /// All numbers of contexts that it was told a profile of.
  std::set<std::int32_t> contexts;
  /// What it was told to store, whole PDUs, and what it says to that.
  std::vector<pmapi::pmcd::Message> stored;
  std::int32_t store_status = 0;
  /// Called before each PDU is answered: what it changes holds for the answer.
  std::function<void()> before_answer;
  /// The types of all PDUs that were heard.
  std::vector<pmapi::pmcd::PduType> heard;
};

class FakePmcdSession {
 public:
  /// Lifetime: `pmcd` outlives the session.
  explicit FakePmcdSession(FakePmcd* pmcd, std::string host_suffix = "")
      : pmcd_(*pmcd), host_suffix_(std::move(host_suffix)) {}

  pmapi::pmcd::Message Hello() const;
  /// What it says to `bytes`.
  pmapi::pmcd::Message Hear(base::Bytes bytes);

 private:
  using Message = pmapi::pmcd::Message;
  using Pdu = pmapi::pmcd::Pdu;
  using Profile = std::map<pmapi::InDom, std::vector<pmapi::InstanceId>>;

  Message Answer(const Pdu& pdu);
  Message Names(const Pdu& pdu) const;
  Message Below(const Pdu& pdu, bool all) const;
  pmapi::MetricDesc Said(const FakeMetric& metric) const;
  Message Desc(const Pdu& pdu) const;
  Message Descs(const Pdu& pdu) const;
  Message Instances(const Pdu& pdu) const;
  Message Text(const Pdu& pdu) const;
  void TakeProfile(const Pdu& pdu);
  Message Fetch(const Pdu& pdu, bool highres);
  FakeValueSet SetOf(pmapi::Pmid pmid, const Profile& profile) const;
  const FakeMetric* Find(pmapi::Pmid pmid) const;
  std::vector<FakeValue> Passed(const FakeMetric& metric,
                                const Profile& profile) const;

  FakePmcd& pmcd_;
  std::string host_suffix_;
  pmapi::pmcd::Splitter splitter_;
  std::map<std::int32_t, Profile> profiles_;
};

/// Lifetime: must not outlive the loop, nor `pmcd` it.
class FakePmcdServer {
 public:
  FakePmcdServer(base::loop::Loop* loop, FakePmcd* pmcd, int port = 0);

  int port() const { return listener_.port(); }

 private:
  struct Client {
    std::unique_ptr<FakePmcdSession> session;
    std::unique_ptr<base::loop::Transport> transport;
  };
  void Accept(int fd);

  base::loop::Loop& loop_;
  FakePmcd& pmcd_;
  std::list<Client> clients_;
  Listener listener_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_FAKE_PMCD_H_
