// The peer's side is a list of bytes; time is the test's.
#include "tests/support/pmcd_deaf.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/check.h"
#include "pmapi/pmcd/pmcd_source.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/fake_timers.h"
#include "tests/support/fake_transport.h"
#include "tests/support/shared_needs.h"

namespace tests {
namespace {

using base::Result;
using pmapi::InDom;
using pmapi::Pmid;
using pmapi::Semantics;
using pmapi::Type;
using pmapi::pmcd::Message;

constexpr int kTicks = 3;
constexpr base::Duration kLimit{9 * base::kNanosPerSecond};
constexpr base::Duration kLongEnough{30 * base::kNanosPerSecond};
constexpr InDom kDisks{0x0f000001};

/// A client that asks the next thing as soon as the last is answered.
class Client {
 public:
  explicit Client(FakeTimers* timers, FakeNetwork* network)
      : source_(
            timers, [network] { return network->Make(); }, Options()) {}

  void Start() {
    const auto needs = Shared(
        {{"disk.model", {}}, {"disk.reads", {"sdb"}}, {"load", {}}, {"x", {}}});
    source_.Prepare(needs, kLimit, [this](const Result<void>& result) {
      Note(result);
      if (result) Open();
    });
  }
  /// Everything that was asked has been answered.
  bool done() const { return over_; }
  const std::string& notes() const { return notes_; }

 private:
  static pmapi::PmcdOptions Options() {
    pmapi::PmcdOptions options;
    options.name = "peer";
    options.addresses = {base::loop::TcpAddress{"peer", 44321}};
    options.backoff = {base::Duration{INT64_MAX / 4}};
    options.recheck = base::Duration{INT64_MAX / 4};
    options.all_names = true;
    options.help = true;
    return options;
  }
  void Note(const Result<void>& result) {
    notes_ += result ? "ok;" : result.error().message + ";";
    over_ = !result;
  }
  void Open() {
    std::vector<pmapi::Want> wants;
    for (const char* name : {"disk.model", "disk.reads", "load"}) {
      const auto desc = source_.Catalog().Describe(name);
      if (desc) wants.push_back({*desc, {}});
    }
    stream_ = *source_.Open(wants, {{}, kLimit});
    Tick(0);
  }
  void Tick(int tick) {
    over_ = tick == kTicks;
    if (over_) return;
    stream_->Ask({}, kLimit, [this, tick] {
      const auto fetched = stream_->Fetch(1, &samples_);
      Note(fetched);
      if (fetched) Look();
      Tick(tick + 1);
    });
  }
  /// The shape is what every reader of samples relies on.
  void Look() const {
    for (const pmapi::MetricSamples& metric : samples_.metrics) {
      const auto& ids = samples_.groups[metric.group].instances;
      CHECK(metric.bits.size() == ids.size());
      CHECK(metric.cells.size() == ids.size());
      CHECK(std::adjacent_find(ids.begin(), ids.end(),
                               std::greater_equal<>()) == ids.end());
    }
  }

  pmapi::PmcdSource source_;
  std::unique_ptr<pmapi::SampleStream> stream_;
  pmapi::Samples samples_;
  std::string notes_;
  bool over_ = false;
};

FakePmcd Peer() {
  FakePmcd pmcd;
  const auto metric = [&](const char* name, std::uint32_t pmid, Type type,
                          InDom indom, std::vector<FakeValue> values) {
    pmcd.metrics.push_back({name,
                            {Pmid{pmid}, type, indom, Semantics::kCounter, {}},
                            std::move(values)});
  };
  metric("disk.model", 0x0f000005, Type::kString, kDisks, {{7, 0, "fast"}});
  metric("disk.reads", 0x0f000004, Type::kU64, kDisks,
         {{1, 10, {}}, {7, 70, {}}});
  metric("load", 0x0f000800, Type::kFloat, pmapi::kNullInDom, {{-1, 1, {}}});
  pmcd.metrics[1].help = {"reads", "Reads of\neach disk."};
  pmcd.domains[kDisks] = {{1, "sda"}, {7, "sdb"}};
  return pmcd;
}

}  // namespace

std::string HearOut(base::Bytes bytes, std::size_t piece) {
  FakeTimers timers;
  FakeNetwork network;
  Client client(&timers, &network);
  client.Start();
  network.last().Accept();
  const std::shared_ptr<FakeLink> link = network.links.back();
  while (!bytes.empty() && !link->closed) {
    const std::size_t size = std::min(piece, bytes.size());
    link->Say(bytes.first(size));
    bytes = bytes.subspan(size);
  }
  timers.Advance(kLongEnough);
  CHECK(client.done());
  if (!link->closed) link->HangUp();
  return client.notes();
}

Message WholeConversation() {
  FakePmcd pmcd = Peer();
  FakePmcdSession session(&pmcd);
  FakeTimers timers;
  FakeNetwork network;
  Client client(&timers, &network);
  client.Start();
  network.last().Accept();
  Message all = session.Hello();
  Message said = all;
  while (!said.empty()) {
    network.last().Say(said);
    said = session.Hear(network.last().Take());
    all.insert(all.end(), said.begin(), said.end());
    pmcd.notice = pmcd.fetches == 2 ? pmapi::pmcd::kAgentAdded : 0;
  }
  CHECK(client.done());
  return all;
}

}  // namespace tests
