// A directory that is removed, made anew, moved; and one that stays.
#include "pmapi/records/journal_watch.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <thread>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

class JournalWatchTest : public ::testing::Test {
 protected:
  JournalWatchTest() { tree_.Write("/journal/a.journal", ""); }

  /// Whether that is seen; a look may have begun before.
  void AwaitChange() const {
    while (!watch_.HasChanged()) std::this_thread::yield();
  }
  void ExpectNoChange() const {
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(watch_.HasChanged());
  }

  tests::FileTree tree_;
  JournalWatch watch_{{tree_.root(), "/journal"}};
};

TEST_F(JournalWatchTest, OneThatStaysIsTheSameWhateverItHas) {
  ExpectNoChange();
  watch_.Note();
  tree_.Write("/journal/b.journal", "");
  tree_.Remove("/journal/a.journal");
  ExpectNoChange();
}

TEST_F(JournalWatchTest, OneThatIsRemovedOrMadeAnewIsAnother) {
  watch_.Note();
  tree_.Remove("/journal");
  AwaitChange();
  watch_.Note();
  ExpectNoChange();
  tree_.MakeFolder("/journal");
  AwaitChange();
  watch_.Note();
  tree_.Remove("/journal");
  tree_.MakeFolder("/journal");
  AwaitChange();
}

TEST_F(JournalWatchTest, OneThatIsMovedAwayIsAnother) {
  watch_.Note();
  ASSERT_EQ(std::rename((tree_.root() + "/journal").c_str(),
                        (tree_.root() + "/old").c_str()),
            0);
  tree_.MakeFolder("/journal");
  AwaitChange();
}

}  // namespace
}  // namespace pmapi::records
