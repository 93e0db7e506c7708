// Fetcher: ticks that are asked for: what live sources answer, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "tests/support/block_text.h"
#include "tests/support/memory_source.h"
#include "tests/unit/pmapi/fetch/open_fetcher.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using tests::RowsOf;

/// A host whose metric `n` is what a test says, when it says so.
class AskedSource : public Source {
 public:
  explicit AskedSource(bool waits = false) : waits_(waits) {
    MetricDesc desc = Desc();
    desc.pmid = Pmid{1};
    catalog_.AddMetric("n", desc);
  }

  /// The answer to the tick that is asked for; later ones fail as it did.
  void Say(double value) {
    value_ = value;
    failure_.reset();
    Ready();
  }
  void Fail(base::ErrorCode code) {
    failure_ = base::Error{code, "why"};
    Ready();
  }
  /// From now on the last answer is given as soon as it is asked for.
  void set_at_once() { at_once_ = true; }
  int asked() const { return asked_; }
  base::Timestamp now() const { return now_; }
  std::size_t wants() const { return wants_; }

  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return name_; }
  const std::string& ContextName() const override { return name_; }
  bool waits() const override { return waits_; }
  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid) override {
    wants_ = wants.size();
    return std::unique_ptr<SampleStream>(
        std::make_unique<Stream>(this, std::move(wants)));
  }

 private:
  class Stream : public SampleStream {
   public:
    Stream(AskedSource* source, std::vector<Want> wants)
        : source_(*source), wants_(std::move(wants)) {}
    void Ask(base::Timestamp now, base::Duration,
             const std::function<void()>& ready) override {
      ++source_.asked_;
      source_.now_ = now;
      source_.ready_ = ready;
      if (source_.at_once_) source_.Ready();
    }
    base::Result<void> Fetch(int, Samples* samples) override {
      if (source_.failure_) return *source_.failure_;
      samples->stamps = {source_.now_};
      samples->groups = {{kNullInDom, {kNullInstance}}};
      const auto bits = std::bit_cast<std::uint64_t>(source_.value_);
      samples->metrics.resize(wants_.size());
      for (MetricSamples& metric : samples->metrics) {
        metric = {0, {bits}, {kKnown}, {0}, true, 0, metric.numbers};
        PutNumbers(*samples, metric);
      }
      return {};
    }

   private:
    AskedSource& source_;
    std::vector<Want> wants_;
  };

  void Ready() {
    const auto ready = std::exchange(ready_, nullptr);
    ASSERT_TRUE(ready);
    ready();
  }

  bool waits_;
  std::string name_ = "asked";
  tests::MemoryCatalog catalog_;
  std::function<void()> ready_;
  double value_ = 0;
  std::optional<base::Error> failure_;
  bool at_once_ = false;
  int asked_ = 0;
  std::size_t wants_ = 0;
  base::Timestamp now_;
};

class AskTest : public ::testing::Test {
 protected:
  ColumnRequest Single(int source, const MetricDesc& desc, int lane_set) {
    ColumnRequest request;
    request.hosts = {{source, desc}};
    request.lanes = {Lane{0, kNullInstance}};
    request.lane_set = lane_set;
    return request;
  }
  /// A column of `n` of each of `hosts`.
  void Open(const std::vector<int>& hosts) {
    std::vector<ColumnRequest> requests;
    for (const int host : hosts) {
      requests.push_back(Single(host, *a_.Catalog().Describe("n"),
                                static_cast<int>(requests.size())));
    }
    fetcher_ = pmapi::Open(sources_, std::move(requests), &strings_);
  }
  void AskAt(std::int64_t due, std::int64_t now) {
    fetcher_->Ask({due}, {now}, {100}, [this] { ++ready_; });
  }
  /// The tick that is ready: a word a column.
  std::string Tick() {
    EXPECT_EQ(std::exchange(ready_, 0), 1);
    EXPECT_TRUE(fetcher_->Next(1, &columns_));
    EXPECT_EQ(columns_.stamps.size(), 1u);
    std::string text;
    for (const Column& column : columns_.columns) {
      text += (text.empty() ? "" : " ") + RowsOf(column.block).at(0);
    }
    return text;
  }
  /// "source: code" of each that failed, "source" of the others.
  std::string Answers() const {
    std::string text;
    for (const Answer& answer : fetcher_->answers()) {
      text += (text.empty() ? "" : " ") + std::to_string(answer.source);
      if (answer.failure) text += ":" + answer.failure->message;
    }
    return text;
  }

  AskedSource a_;
  AskedSource b_;
  AskedSource waiting_{true};
  std::vector<Source*> sources_{&a_, &b_, &waiting_};
  StringPool strings_;
  std::unique_ptr<Fetcher> fetcher_;
  Columns columns_;
  int ready_ = 0;
};

TEST_F(AskTest, AnAnswerAtOnceIsReadyBeforeAskReturns) {
  Open({0});
  AskAt(10, 10);
  a_.Say(1);
  EXPECT_EQ(Tick(), "1");
  a_.set_at_once();
  AskAt(20, 20);
  EXPECT_EQ(ready_, 1);
  EXPECT_EQ(Tick(), "1");
}

TEST_F(AskTest, ATickIsStampedWhenItWasDue) {
  Open({0});
  AskAt(10, 13);
  EXPECT_EQ(a_.now(), base::Timestamp{13}) << "the source is told the time";
  a_.Say(1);
  EXPECT_EQ(Tick(), "1");
  EXPECT_THAT(columns_.stamps, ElementsAre(base::Timestamp{10}));
  EXPECT_EQ(columns_.fetched[0].source, 0);
  EXPECT_THAT(columns_.fetched[0].stamps, ElementsAre(base::Timestamp{13}));
}

TEST_F(AskTest, SeveralHostsAreAskedAtOnceAndWaitedFor) {
  Open({0, 1});
  AskAt(10, 10);
  EXPECT_EQ(a_.asked(), 1);
  EXPECT_EQ(b_.asked(), 1);
  b_.Say(2);
  EXPECT_EQ(ready_, 0) << "one is missing";
  a_.Say(1);
  EXPECT_EQ(Tick(), "1 2");
  EXPECT_EQ(Answers(), "0 1");
}

TEST_F(AskTest, WithoutAnAnswerItIsNeverReady) {
  Open({0, 1});
  a_.set_at_once();
  AskAt(10, 10);
  EXPECT_EQ(ready_, 0);
  fetcher_ = nullptr;
  EXPECT_EQ(ready_, 0) << "nor when it is gone";
}

TEST_F(AskTest, AHostIsAskedOnceForAllItsColumns) {
  Open({0, 0});
  AskAt(10, 10);
  EXPECT_EQ(a_.asked(), 1);
  EXPECT_EQ(a_.wants(), 1u);
  a_.Say(7);
  EXPECT_EQ(Tick(), "7 7");
}

TEST_F(AskTest, NobodyAsksAHostThatNoColumnIsOf) {
  Open({1});
  AskAt(10, 10);
  EXPECT_EQ(a_.asked(), 0);
  EXPECT_EQ(waiting_.asked(), 0);
  b_.Say(2);
  EXPECT_EQ(Tick(), "2");
  EXPECT_EQ(Answers(), "1");
}

TEST_F(AskTest, WithoutColumnsTheTickIsReadyAtOnce) {
  Open({});
  AskAt(10, 10);
  EXPECT_EQ(Tick(), "");
  EXPECT_EQ(Answers(), "");
  EXPECT_THAT(columns_.stamps, ElementsAre(base::Timestamp{10}));
}

TEST_F(AskTest, AHostThatFailsHasNoValuesAtThatTickAlone) {
  Open({0, 1});
  AskAt(10, 10);
  a_.Fail(base::ErrorCode::kTimeout);
  b_.Say(2);
  EXPECT_EQ(Tick(), "? 2");
  EXPECT_EQ(Answers(), "0:why 1");
  AskAt(20, 20);
  a_.Say(1);
  b_.Say(3);
  EXPECT_EQ(Tick(), "1 3");
  EXPECT_EQ(Answers(), "0 1");
}

// What the checker makes of metrics that a source may get (engine/check).
TEST_F(AskTest, AnAwaitedMetricHasALaneWithoutValues) {
  MetricDesc awaited;
  awaited.type = Type::kUnknown;
  ColumnRequest open = Single(2, awaited, 1);
  open.lanes.clear();
  open.open = true;
  fetcher_ = pmapi::Open(sources_, {Single(2, awaited, 0), open}, &strings_);
  EXPECT_EQ(waiting_.wants(), 0u);
  AskAt(10, 10);
  EXPECT_EQ(waiting_.asked(), 1) << "though nothing is wanted of it";
  waiting_.Say(5);
  EXPECT_EQ(ready_, 1);
  ASSERT_TRUE(fetcher_->Next(1, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("?"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block), ElementsAre(""));
  EXPECT_FALSE(columns_.columns[0].block.dense());
}

TEST_F(AskTest, ASourceTellsThatWhatWasAwaitedHasCome) {
  MetricDesc awaited;
  awaited.type = Type::kUnknown;
  fetcher_ = pmapi::Open(sources_, {Single(2, awaited, 0)}, &strings_);
  AskAt(10, 10);
  waiting_.Fail(base::ErrorCode::kChanged);
  EXPECT_EQ(Tick(), "?");
  ASSERT_EQ(fetcher_->answers().size(), 1u);
  EXPECT_EQ(fetcher_->answers()[0].source, 2);
  EXPECT_EQ(fetcher_->answers()[0].failure->code, base::ErrorCode::kChanged);
}

TEST_F(AskTest, AHostThatDoesNotWaitIsNotAskedForWhatItLacks) {
  MetricDesc awaited;
  awaited.type = Type::kUnknown;
  fetcher_ = pmapi::Open(sources_, {Single(0, awaited, 0)}, &strings_);
  AskAt(10, 10);
  EXPECT_EQ(a_.asked(), 0);
  EXPECT_EQ(Tick(), "?");
}

}  // namespace
}  // namespace pmapi
