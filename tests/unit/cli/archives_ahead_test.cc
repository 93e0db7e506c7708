// Whoever opens them, each is handed out once and by its name.
#include "cli/archives_ahead.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/error.h"

namespace cli {
namespace {

const std::vector<std::string> kNames = {"a", "b", "c", "a", "d", "e"};

/// Opens nothing, and says what it was asked for.
class ArchivesAheadTest : public testing::TestWithParam<int> {
 protected:
  ArchivesAhead Ahead() {
    return ArchivesAhead(kNames, GetParam(), [this](const std::string& name) {
      ++opened_;
      return base::Error{base::ErrorCode::kNotFound, "no " + name};
    });
  }

  std::atomic<int> opened_{0};
};

TEST_P(ArchivesAheadTest, EachIsOpenedOnce) {
  ArchivesAhead ahead = Ahead();
  for (const std::string& name : kNames) {
    EXPECT_EQ(ahead.Take(name).error().message, "no " + name);
  }
  EXPECT_EQ(opened_, 6);
}

TEST_P(ArchivesAheadTest, OthersAreOpenedWhenTheyAreAskedFor) {
  ArchivesAhead ahead = Ahead();
  EXPECT_EQ(ahead.Take("z").error().message, "no z");
  EXPECT_EQ(ahead.Take("a").error().message, "no a");
  EXPECT_EQ(ahead.Take("c").error().message, "no c");
  EXPECT_EQ(ahead.Take("b").error().message, "no b");
}

TEST_P(ArchivesAheadTest, NobodyNeedsToTakeAny) {
  { const ArchivesAhead ahead = Ahead(); }
  EXPECT_LE(opened_, 6);
}

INSTANTIATE_TEST_SUITE_P(Threads, ArchivesAheadTest, testing::Values(0, 1, 5));

}  // namespace
}  // namespace cli
