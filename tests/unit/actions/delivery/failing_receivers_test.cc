// FailingReceivers: who is told of, and when.
#include "actions/delivery/failing_receivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr base::Duration At(std::int64_t seconds) {
  return {seconds * base::kNanosPerSecond};
}

TEST(FailingReceiversTest, TheFirstOfARowCountsAndTheLastProblem) {
  FailingReceivers failing;
  failing.Failed("https://b#5f", "refused", At(0), tests::kThen);
  failing.Failed("a", "x", At(1), tests::kThen + At(1));
  failing.Failed("https://b#5f", "answers 503", At(2), tests::kThen + At(2));
  EXPECT_THAT(failing.Names(), ElementsAre("https://b#5f", "a"));
  EXPECT_THAT(failing.List({{"a", 7}, {"https://b#5f", 4321}}),
              ElementsAre(FailingReceiver{"https://b", "answers 503",
                                          tests::kThen, 4321},
                          FailingReceiver{"a", "x", tests::kThen + At(1), 7}));
  EXPECT_EQ(failing.Text(), "https://b (answers 503), a (x)");
  failing.Over("a");
  EXPECT_EQ(failing.Text(), "https://b (answers 503)");
}

TEST(FailingReceiversTest, OfManyThoseThatFailLongestAreNamed) {
  FailingReceivers failing;
  for (int i = 1000; i > 0; --i) {
    failing.Failed(std::to_string(i), "x", At(1000 - i), tests::kThen);
  }
  EXPECT_THAT(failing.Names(), SizeIs(FailingReceivers::kMostListed));
  EXPECT_EQ(failing.Names()[0], "1000");
  EXPECT_EQ(failing.size(), 1000u);
  const std::string text = failing.Text();
  EXPECT_TRUE(text.starts_with("1000 (x), 999 (x), ")) << text;
  EXPECT_TRUE(text.ends_with(", 981 (x) and 980 more")) << text;
}

TEST(FailingReceiversTest, ThoseThatAreShownAlikeAreOne) {
  FailingReceivers failing;
  for (const char* url : {"https://b#3", "https://b#1", "https://b#2"}) {
    failing.Failed(url, "refused", At(2), tests::kThen);
  }
  failing.Failed("https://b#9", "answers 503", At(1), tests::kThen);
  EXPECT_THAT(failing.Names(), ElementsAre("https://b#9", "https://b#1",
                                           "https://b#2", "https://b#3"));
  EXPECT_THAT(
      failing.List({{"https://b#9", 1},
                    {"https://b#1", 1},
                    {"https://b#2", 2},
                    {"https://b#3", 3}}),
      ElementsAre(
          FailingReceiver{"https://b", "answers 503", tests::kThen, 1},
          FailingReceiver{"https://b", "refused", tests::kThen, 6, false, 3}));
  EXPECT_EQ(failing.Text(),
            "https://b (answers 503), https://b (3 URLs, each refused)");
}

TEST(FailingReceiversTest, OfManyThatAreShownAlikeSomeAreCounted) {
  FailingReceivers failing;
  for (int i = 0; i < 250; ++i) {
    failing.Failed("https://b#" + std::to_string(i), "x", At(i), tests::kThen);
  }
  failing.Failed("a", "x", At(1000), tests::kThen);
  const auto names = failing.Names();
  EXPECT_THAT(names, SizeIs(FailingReceivers::kMostListed));
  EXPECT_EQ(names[1], "a");
  EXPECT_THAT(
      failing.List({{"https://b#0", 2}, {"a", 1}}),
      ElementsAre(FailingReceiver{"https://b", "x", tests::kThen, 2, true, 250},
                  FailingReceiver{"a", "x", tests::kThen, 1}));
}

TEST(FailingReceiversTest, TheyAreToldOfAfterAWhileAndEachHour) {
  FailingReceivers failing;
  failing.Failed("a", "x", At(0), tests::kThen);
  failing.Failed("b", "x", At(1), tests::kThen);
  EXPECT_EQ(failing.Due(1, At(299)), "");
  EXPECT_EQ(failing.Due(1, At(301)).substr(0, 4), "for ");
  EXPECT_EQ(failing.Due(1, At(3600)), "");
  EXPECT_EQ(failing.Due(1, At(3901)).substr(0, 4), "for ");
  failing.Over("a");
  failing.Over("b");
  EXPECT_EQ(failing.Due(1, At(3902)), "");
}

TEST(FailingReceiversTest, WhereNobodyFailsAndTheyGetNoFewerThatIsTold) {
  constexpr char kSlow[] =
      "none fails, but receivers take fewer than there come";
  FailingReceivers failing;
  EXPECT_EQ(failing.Due(5000, At(0)), "") << "of an earlier run";
  EXPECT_EQ(failing.Due(6000, At(299)), "");
  EXPECT_EQ(failing.Due(4999, At(300)), "") << "they get fewer";
  EXPECT_EQ(failing.Due(4999, At(600)), kSlow);
  EXPECT_EQ(failing.Due(9999, At(4199)), "") << "told an hour ago";
  EXPECT_EQ(failing.Due(9999, At(4200)), kSlow);
  failing.InTime(3, At(5000));
  EXPECT_EQ(failing.Due(3, At(5001)), kSlow) << "for as long as they wait";
  failing.Failed("a", "x", At(9000), tests::kThen);
  EXPECT_EQ(failing.Due(3, At(9001)), "");
  failing.Over("a");
  EXPECT_EQ(failing.Due(3, At(9002)), "") << "what waited for it goes first";
}

}  // namespace
}  // namespace actions
