// Which losses touch a window, and what is said of them.
#include "cli/archive_losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

base::Timestamp After(int seconds) { return tests::At(kSmallStart + seconds); }

std::vector<std::string> Texts(
    const pmapi::Loss& loss,
    const std::optional<pmapi::notation::TimeWindow>& window = {},
    base::Timestamp now = {}) {
  return LossTexts({loss}, window, base::Zone(), now);
}

TEST(ArchiveLosses, SayFromWhenOnNothingIsKnown) {
  EXPECT_THAT(Texts({"a.meta", "is cut", {}, {}, false}),
              ElementsAre("a.meta is cut"));
  EXPECT_THAT(Texts({"a.0", "is cut", After(0), {}, false}),
              ElementsAre("a.0 is cut; nothing is known after Sun Sep  9 "
                          "01:46:40 2001"));
  EXPECT_THAT(Texts({"a.1", "is missing", After(0), After(10), false}),
              ElementsAre("a.1 is missing; nothing is known after Sun Sep  9 "
                          "01:46:40 2001 until Sun Sep  9 01:46:50 2001"));
  EXPECT_THAT(Texts({"a", "lacks 9", After(0), After(10), false, true}),
              ElementsAre("a lacks 9; not all is known after Sun Sep  9 "
                          "01:46:40 2001 until Sun Sep  9 01:46:50 2001"));
  EXPECT_THAT(Texts({"a\033", "is\ncut", {}, {}, false}),
              ElementsAre("a? is?cut"));
}

TEST(ArchiveLosses, CountWhereTheWindowReachesThem) {
  pmapi::notation::TimeWindow window;
  window.first = After(10);
  window.end = After(20);
  const auto count = [&](std::optional<base::Timestamp> from,
                         std::optional<base::Timestamp> until) {
    return Texts({"a", "is cut", from, until, false}, window).size();
  };
  EXPECT_EQ(count({}, {}), 1u);
  EXPECT_EQ(count(After(5), {}), 1u);
  EXPECT_EQ(count(After(20), {}), 1u) << "the window's end is the archive's";
  EXPECT_EQ(count(After(21), {}), 0u);
  EXPECT_EQ(count(After(5), After(9)), 0u);
  EXPECT_EQ(count(After(5), After(10)), 1u);
}

TEST(ArchiveLosses, LookLikeAnArchiveThatIsBeingWritten) {
  const SmallArchive folder;
  const std::string path = folder.Write("a.0", "x");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  const base::Timestamp written = tests::At(status.st_mtim.tv_sec);
  const auto at = [&](int seconds) {
    return Texts({path, "ends", {}, {}, true}, {},
                 written + base::Duration{seconds * base::kNanosPerSecond});
  };
  EXPECT_THAT(at(5), ElementsAre(path + " ends: it is still being written"));
  EXPECT_THAT(at(600), ElementsAre(path + " ends: it looks cut"));
  EXPECT_THAT(Texts({"/nonexistent/a.0", "ends", {}, {}, true}),
              ElementsAre("/nonexistent/a.0 ends: it looks cut"));
}

TEST(ArchiveLosses, MayBeNone) {
  EXPECT_THAT(LossTexts({}, {}, base::Zone(), {}), IsEmpty());
}

}  // namespace
}  // namespace cli
