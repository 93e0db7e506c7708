// An agent that goes or is started anew, and then comes back, at each two
// places between PDUs: no value is taken for another's, what is not there is
// missing for the right reason, what is back is found, and nobody asks more
// than it takes. Losses of the whole pmcd are pmcd_loss_test.cc's.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/pmcd_play.h"
#include "tests/support/shared_needs.h"

namespace {

using base::ErrorCode;
using pmapi::InstanceId;
using pmapi::pmcd::PduType;

constexpr base::Duration kSecond{base::kNanosPerSecond};
constexpr pmapi::InDom kDisks{0x0f000001};
constexpr pmapi::MetricDesc kLoad{pmapi::Pmid{0x0f000800}, pmapi::Type::kU32,
                                  pmapi::kNullInDom, pmapi::Semantics::kInstant,
                                  pmapi::Units{}};
constexpr pmapi::MetricDesc kReads{pmapi::Pmid{0x0e000004}, pmapi::Type::kU32,
                                   kDisks, pmapi::Semantics::kInstant,
                                   pmapi::Units{}};
constexpr std::int32_t kNoAgentError = -12366;  // PM_ERR_NOAGENT
constexpr std::uint64_t kOfSda = 100;
constexpr std::uint64_t kOfSdb = 200;

/// More PDUs than it takes from the first one to the third tick.
constexpr int kPlaces = 16;
/// Further ones until it changes back.
constexpr int kLater = 12;
/// After the last change all is right again at the third tick: one may have
/// been asked for before, one says that something has changed.
constexpr int kTicksToSettle = 3;
/// Three inquiries and as many ticks, twice over.
constexpr int kMostPdus = 60;

/// What an agent with the disks can be.
enum class Agent {
  kThere,
  kGone,          // its names stay
  kForgotten,     // with its names
  kOtherNumbers,  // started anew: each disk has the other's
  kOtherMetric    // and the metric another identifier
};
constexpr Agent kAll[] = {Agent::kThere, Agent::kGone, Agent::kForgotten,
                          Agent::kOtherNumbers, Agent::kOtherMetric};

void Become(Agent agent, tests::FakePmcd* pmcd) {
  const bool swapped =
      agent == Agent::kOtherNumbers || agent == Agent::kOtherMetric;
  const InstanceId sda = swapped ? 2 : 1;
  const InstanceId sdb = swapped ? 1 : 2;
  tests::FakeMetric reads{
      "reads", kReads, {{sda, kOfSda, {}}, {sdb, kOfSdb, {}}}};
  if (agent == Agent::kOtherMetric) reads.desc.pmid = pmapi::Pmid{0x0e000005};
  if (agent == Agent::kGone) {
    reads.error = kNoAgentError;
    reads.described = false;
  }
  pmcd->metrics = {{"load", kLoad, {{pmapi::kNullInstance, 7, {}}}}};
  if (agent != Agent::kForgotten) pmcd->metrics.push_back(reads);
  pmcd->domains[kDisks] = {{sda, "sda"}, {sdb, "sdb"}};
  const bool gone = agent == Agent::kGone || agent == Agent::kForgotten;
  pmcd->notice |=
      gone ? pmapi::pmcd::kAgentDropped : pmapi::pmcd::kAgentRestarted;
}

pmapi::PmcdOptions Options() {
  pmapi::PmcdOptions options;
  options.name = "here";
  options.addresses = {base::loop::TcpAddress{"here", 44321}};
  return options;
}

/// A client that does what rules do, tick by tick.
class Conversation {
 public:
  /// The agent becomes `first` before PDU number `place`, and `then` so many
  /// `later`.
  Conversation(std::uint32_t features, Agent first, int place, Agent then,
               int later)
      : play_(Options()) {
    Become(Agent::kThere, &play_.pmcd);
    play_.pmcd.features = features;
    play_.pmcd.notice = 0;
    play_.pmcd.before_answer = [this, first, place, then, later] {
      if (pdus_ == place) Change(first);
      if (pdus_ == place + later) Change(then);
      ++pdus_;
      const PduType now = play_.pmcd.heard.back();
      const bool fetch =
          now == PduType::kHighresFetch || now == PduType::kFetch;
      if (fetch && !fetched_after_) fetched_after_ = changes_;
    };
  }

  /// Ticks until both changes are over, and all is right again.
  void Run() {
    Begin();
    while (changes_ < 2 && ticks_ < kPlaces + kLater) Tick();
    ASSERT_EQ(changes_, 2);
    const int pdus = pdus_;
    for (int i = 0; i < kTicksToSettle; ++i) Tick();
    EXPECT_LE(pdus_ - pdus, kMostPdus);
    EXPECT_EQ(shown_, Expected());
    EXPECT_EQ(Reason(), ExpectedReason());
  }

 private:
  void Change(Agent agent) {
    agent_ = agent;
    ++changes_;
    Become(agent, &play_.pmcd);
  }

  void Begin() {
    stream_.reset();
    bool ready = false;
    play_.source->Prepare(tests::Shared({{"load", {}}, {"reads", {"sda"}}}),
                          kSecond, [&](const base::Result<void>& prepared) {
                            ready = prepared.has_value();
                          });
    play_.Settle();
    ASSERT_TRUE(ready);
    const pmapi::MetricCatalog& catalog = play_.source->Catalog();
    std::vector<pmapi::Want> wants;
    wants.reserve(3);
    wants.push_back({*catalog.Describe("load"), {}});
    if (const auto reads = catalog.Describe("reads")) {
      wants.push_back({*reads, {}});
      if (const auto sda = NumberOf("sda")) wants.push_back({*reads, {*sda}});
    }
    stream_ = *play_.source->Open(wants, {{}, kSecond});
  }

  void Tick() {
    ++ticks_;
    play_.timers.Advance(kSecond);
    play_.Settle();
    fetched_after_.reset();
    shown_.clear();
    std::optional<base::Result<void>> fetched;
    // What is handed out is looked at there and then.
    stream_->Ask({}, kSecond, [&] {
      fetched = stream_->Fetch(1, &samples_);
      if (*fetched) Look();
    });
    play_.Settle();
    ASSERT_TRUE(fetched && *fetched);
    const auto befell = stream_->Interruption();
    if (!befell) return;
    ASSERT_EQ(befell->code, ErrorCode::kChanged);
    Begin();
  }

  std::optional<InstanceId> NumberOf(const std::string& disk) const {
    const auto disks = play_.source->Catalog().Instances(kDisks);
    if (!disks) return std::nullopt;
    for (const pmapi::Instance& one : *disks) {
      if (one.name == disk) return one.id;
    }
    return std::nullopt;
  }

  /// Each value is that of the one whose name it has, and of sda what was asked
  /// of it. Whether an agent was
  /// another for a moment, between the values and the names, nobody can know.
  void Look() {
    const bool moved = fetched_after_ != changes_;
    for (std::size_t m = 0; m < samples_.metrics.size(); ++m) {
      const pmapi::MetricSamples& metric = samples_.metrics[m];
      const auto& ids = samples_.groups[metric.group].instances;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        if (metric.cells[i] != pmapi::kKnown) continue;
        const bool load = m == 0;
        const bool sda = m == 2 || ids[i] == NumberOf("sda");
        EXPECT_TRUE(moved || metric.bits[i] == (load  ? 7
                                                : sda ? kOfSda
                                                      : kOfSdb));
        shown_ += (shown_.empty() ? "" : " ") + std::to_string(metric.bits[i]);
      }
    }
  }
  std::string Expected() const {
    switch (agent_) {
      case Agent::kThere:
        return "7 100 200 100";
      case Agent::kGone:
      case Agent::kForgotten:
        return "7";
      case Agent::kOtherNumbers:
      case Agent::kOtherMetric:
        return "7 200 100 100";
    }
    return "";
  }

  std::optional<ErrorCode> Reason() const {
    const auto reads = play_.source->Catalog().Describe("reads");
    if (reads) return std::nullopt;
    return reads.error().code;
  }
  std::optional<ErrorCode> ExpectedReason() const {
    if (agent_ == Agent::kGone) return ErrorCode::kNoPmid;
    if (agent_ == Agent::kForgotten) return ErrorCode::kNoMetric;
    return std::nullopt;
  }

  tests::PmcdPlay play_;
  std::unique_ptr<pmapi::SampleStream> stream_;
  pmapi::Samples samples_;
  Agent agent_ = Agent::kThere;
  int pdus_ = 0;
  int ticks_ = 0;
  int changes_ = 0;
  std::optional<int> fetched_after_;  // changes, in this tick
  std::string shown_;
};

void GoAndCome(std::uint32_t features) {
  for (const Agent first : kAll) {
    for (const Agent then : kAll) {
      for (int place = 0; place < kPlaces; ++place) {
        for (int later = 1; later <= kLater; ++later) {
          SCOPED_TRACE(testing::Message()
                       << "agent " << static_cast<int>(first) << " before PDU "
                       << place << ", " << static_cast<int>(then) << ' '
                       << later << " later");
          Conversation(features, first, place, then, later).Run();
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(PmcdAgents, GoAndComeBetweenAnyTwoPdus) {
  GoAndCome(pmapi::pmcd::kHighres | pmapi::pmcd::kBatchDescs);
}

TEST(PmcdAgents, OfAnOldPmcdToo) { GoAndCome(0); }

}  // namespace
