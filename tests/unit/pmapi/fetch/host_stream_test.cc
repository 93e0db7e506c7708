// One source's stream: equal wants are one, ticks are kept until they are
// taken, and a tick that was asked for is there even where it failed.
#include "pmapi/fetch/host_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/support/fake_timers.h"
#include "tests/support/live_source.h"
#include "tests/support/memory_source.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::Literal;
using tests::MemorySource;

constexpr base::Duration kSecond{base::kNanosPerSecond};
constexpr TickGrid kGrid{base::Timestamp{0}, kSecond};

/// Native values are wanted.
constexpr std::nullopt_t kAsItIs = std::nullopt;

MetricDesc Desc(Type type) {
  MetricDesc desc;
  desc.type = type;
  return desc;
}

class HostStreamTest : public testing::Test {
 protected:
  HostStreamTest() {
    source_.AddScalar("n", Desc(Type::kU32), {10, 11, 12, 13, 14});
    source_.AddScalar("s", Desc(Type::kString), {"a", "b", "a", "b", "c"});
  }
  Want WantOf(const char* name) const {
    return {*source_.Catalog().Describe(name), {}};
  }
  /// The values of a want of one lane that were handed out last.
  std::vector<std::uint64_t> Taken(int want) const {
    const auto first = stream_.metric(want).bits.begin() +
                       static_cast<std::ptrdiff_t>(stream_.first_row());
    return {first, first + static_cast<std::ptrdiff_t>(Stamps().size())};
  }
  std::vector<base::Timestamp> Stamps() const {
    return {stream_.stamps().begin(), stream_.stamps().end()};
  }

  MemorySource source_{kGrid};
  HostStream stream_;
  StringPool strings_;
};

TEST_F(HostStreamTest, EqualWantsAreOne) {
  EXPECT_FALSE(stream_.has_wants());
  EXPECT_EQ(stream_.AddWant(WantOf("n"), kAsItIs), 0);
  EXPECT_EQ(stream_.AddWant(WantOf("s"), kAsItIs), 1);
  EXPECT_EQ(stream_.AddWant(WantOf("n"), kAsItIs), 0);
  EXPECT_TRUE(stream_.has_wants());
  EXPECT_FALSE(stream_.is_open());
}

TEST_F(HostStreamTest, WantsOfInstancesAreOne) {
  MetricDesc desc = Desc(Type::kU32);
  desc.indom = InDom{7};
  desc.semantics = Semantics::kCounter;
  source_.Add("d", desc, {{1, 2, 3}, {{10, 20, 30}}});
  desc = *source_.Catalog().Describe("d");
  EXPECT_EQ(stream_.AddWant({desc, {3}}, kAsItIs), 0);
  EXPECT_EQ(stream_.AddWant({desc, {}}, kAsItIs), 1) << "all is another";
  EXPECT_EQ(stream_.AddWant({desc, {1, 3}}, kAsItIs), 0);
  EXPECT_TRUE(stream_.across_marks(0));
  EXPECT_FALSE(stream_.across_marks(1));
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  EXPECT_EQ(*stream_.Fill(1, &strings_), 1);
  stream_.Take(1);
  EXPECT_THAT(stream_.group(0).instances, ElementsAre(1, 2, 3));
  EXPECT_THAT(stream_.metric(0).cells, ElementsAre(kKnown, kAbsent, kKnown));
}

TEST_F(HostStreamTest, WantsOfDerivedMetricsAreAsTheyAre) {
  MetricDesc desc = Desc(Type::kU32);
  desc.pmid = Pmid{kDerivedPmid | 1};
  desc.indom = InDom{7};
  desc.semantics = Semantics::kCounter;
  EXPECT_EQ(stream_.AddWant({desc, {1}}, kAsItIs), 0);
  EXPECT_EQ(stream_.AddWant({desc, {2}}, kAsItIs), 1);
  EXPECT_EQ(stream_.AddWant({desc, {2}}, kAsItIs), 1);
  EXPECT_FALSE(stream_.across_marks(0));
}

TEST_F(HostStreamTest, HandsOutWhatItHasInPieces) {
  const int n = stream_.AddWant(WantOf("n"), kAsItIs);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  EXPECT_TRUE(stream_.is_open());
  EXPECT_EQ(*stream_.Fill(4, &strings_), 4);
  stream_.Take(1);
  EXPECT_THAT(Taken(n), ElementsAre(10));
  EXPECT_THAT(Stamps(), ElementsAre(kGrid.At(0)));
  EXPECT_EQ(*stream_.Fill(2, &strings_), 2) << "no more than is asked for";
  stream_.Take(2);
  EXPECT_THAT(Taken(n), ElementsAre(11, 12));
  EXPECT_THAT(Stamps(), ElementsAre(kGrid.At(1), kGrid.At(2)));
  EXPECT_EQ(*stream_.Fill(5, &strings_), 1) << "what is there comes first";
  stream_.Take(1);
  EXPECT_THAT(Taken(n), ElementsAre(13));
  EXPECT_EQ(*stream_.Fill(1, &strings_), 1);
  stream_.Take(1);
  EXPECT_THAT(Taken(n), ElementsAre(14));
}

TEST_F(HostStreamTest, WantsOfOtherFormsAreOthers) {
  const NumberForm value{Type::kU32, 1, false};
  const NumberForm rate{Type::kU32, 1, true};
  EXPECT_EQ(stream_.AddWant(WantOf("n"), value), 0);
  EXPECT_EQ(stream_.AddWant(WantOf("n"), rate), 1);
  EXPECT_EQ(stream_.AddWant(WantOf("n"), kAsItIs), 2);
  EXPECT_EQ(stream_.AddWant(WantOf("n"), rate), 1);
  EXPECT_EQ(stream_.readers(0), 1);
  EXPECT_EQ(stream_.readers(1), 2);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  ASSERT_EQ(*stream_.Fill(2, &strings_), 2);
  stream_.Take(2);
  EXPECT_EQ(stream_.numbers(2), nullptr);
  EXPECT_EQ(stream_.numbers(0)->values()[1], 11);
  EXPECT_EQ(stream_.numbers(1)->values()[1], 1);
  EXPECT_TRUE(stream_.whole());
}

TEST_F(HostStreamTest, RatesGoOnFromThoseOfAStreamThatIsClosed) {
  const NumberForm rate{Type::kU32, 1, true};
  const int old = stream_.AddWant(WantOf("n"), rate);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  ASSERT_EQ(*stream_.Fill(2, &strings_), 2);
  stream_.Take(2);
  stream_.Close();
  EXPECT_FALSE(stream_.is_open());
  HostStream next;
  const int want = next.AddWant(WantOf("n"), rate);
  next.Continue(want, stream_, old);
  ASSERT_TRUE(next.Open(&source_, {kGrid.At(2), kSecond}));
  ASSERT_EQ(*next.Fill(1, &strings_), 1);
  EXPECT_EQ(next.numbers(want)->cells()[0], kKnown);
  EXPECT_EQ(next.numbers(want)->values()[0], 1);
}

TEST_F(HostStreamTest, TakesWhatWasHandedOutWhole) {
  const int n = stream_.AddWant(WantOf("n"), kAsItIs);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  ASSERT_EQ(*stream_.Fill(3, &strings_), 3);
  stream_.Take(3);
  EXPECT_THAT(Taken(n), ElementsAre(10, 11, 12));
  EXPECT_TRUE(stream_.metric(n).dense);
  EXPECT_EQ(stream_.group(n).indom, kNullInDom);
}

TEST_F(HostStreamTest, NumbersStringsByThePool) {
  strings_.Intern("of a rule");
  const int s = stream_.AddWant(WantOf("s"), kAsItIs);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  std::vector<std::string> texts;
  for (const int ticks : {3, 2}) {
    ASSERT_EQ(*stream_.Fill(ticks, &strings_), ticks);
    for (int k = 0; k < ticks; ++k) {
      stream_.Take(1);
      const std::uint64_t at = Taken(s)[0];
      const auto number = static_cast<int>(stream_.string_numbers()[at]);
      texts.emplace_back(strings_.Text(number));
    }
  }
  EXPECT_THAT(texts, ElementsAre("a", "b", "a", "b", "c"));
  EXPECT_EQ(strings_.Intern("b"), 2) << "after `of a rule` and `a`";
}

TEST_F(HostStreamTest, FailsAsItsSourceDoes) {
  stream_.AddWant(WantOf("n"), kAsItIs);
  const auto refused = stream_.Open(&source_, {base::Timestamp{}, {0}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::ErrorCode::kInvalid);
  const base::Error damage{base::ErrorCode::kCorrupt, "byte 100"};
  source_.FailFrom(1, damage);
  ASSERT_TRUE(stream_.Open(&source_, kGrid));
  EXPECT_EQ(*stream_.Fill(9, &strings_), 1);
  stream_.Take(1);
  const auto end = stream_.Fill(9, &strings_);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error(), damage);
}

/// Live: what was asked for is there, with values or a reason.
class AskedStreamTest : public testing::Test {
 protected:
  AskedStreamTest() {
    stream_.AddWant({*source_.Catalog().Describe("gauge"), {}}, kAsItIs);
    CHECK(stream_.Open(&source_, kGrid).has_value());
  }
  /// Asks at `now`, lets a minute pass and takes what has come.
  int Tick(base::Timestamp now) {
    int ready = 0;
    stream_.Ask(now, kSecond, [&ready] { ++ready; });
    timers_.Advance({60 * base::kNanosPerSecond});
    const auto filled = stream_.Fill(1, &strings_);
    EXPECT_EQ(*filled, 1);
    stream_.Take(1);
    EXPECT_EQ(stream_.stamps().front(), now);
    return ready;
  }

  tests::FakeTimers timers_;
  tests::LiveSource source_{"a", &timers_};
  HostStream stream_;
  StringPool strings_;
};

TEST_F(AskedStreamTest, HasTheTick) {
  EXPECT_EQ(Tick({5}), 1);
  EXPECT_FALSE(stream_.failure());
  EXPECT_THAT(stream_.metric(0).bits, ElementsAre(0));
  EXPECT_EQ(Tick({9}), 1);
  EXPECT_THAT(stream_.metric(0).bits, ElementsAre(1));
}

TEST_F(AskedStreamTest, HasATickWithoutValuesWhereTheSourceFails) {
  const base::Error gone{base::ErrorCode::kClosed, "gone"};
  source_.Fail(gone);
  EXPECT_EQ(Tick({5}), 1);
  EXPECT_EQ(stream_.failure(), gone);
  EXPECT_THAT(stream_.group(0).instances, IsEmpty());
  EXPECT_THAT(stream_.metric(0).bits, IsEmpty());
  EXPECT_THAT(stream_.metric(0).after_mark, ElementsAre(0));
  source_.Fail(std::nullopt);
  EXPECT_EQ(Tick({9}), 1);
  EXPECT_FALSE(stream_.failure()) << "of that tick alone";
  EXPECT_THAT(stream_.metric(0).bits, ElementsAre(1));
}

TEST_F(AskedStreamTest, KeepsTheValuesOfATickThatLacksSome) {
  const base::Error lack{base::ErrorCode::kSystem, "cannot read x"};
  source_.Lack(lack);
  EXPECT_EQ(Tick({5}), 1);
  EXPECT_EQ(stream_.failure(), lack);
  EXPECT_THAT(stream_.metric(0).bits, ElementsAre(0));
}

TEST_F(AskedStreamTest, IsReadyAtTheLatestAfterTheLimit) {
  source_.set_delay({30 * base::kNanosPerSecond});
  EXPECT_EQ(Tick({5}), 1);
  ASSERT_TRUE(stream_.failure());
  EXPECT_EQ(stream_.failure()->code, base::ErrorCode::kLate);
  EXPECT_TRUE(stream_.late());
}

}  // namespace
}  // namespace pmapi
