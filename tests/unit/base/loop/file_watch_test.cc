// FileWatch: which changes are told. That nothing is told is seen by what is
// told afterwards; nothing is measured.
#include "base/loop/file_watch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "tests/support/file_tree.h"

namespace base::loop {
namespace {

namespace fs = std::filesystem;

class FileWatchTest : public testing::Test {
 protected:
  FileWatchTest()
      : watch_(&loop_, [this] {
          ++changes_;
          loop_.Stop();
        }) {}

  std::string At(const std::string& name) const {
    return folder_.root() + '/' + name;
  }
  void Write(const std::string& name) const {
    std::ofstream(At(name)) << "text";
  }
  /// Runs the loop until a change is told.
  bool IsTold() {
    const int before = changes_;
    const Pending patience =
        loop_.After(Duration{60 * kNanosPerSecond}, [this] { loop_.Stop(); });
    loop_.Run();
    return changes_ > before;
  }

  tests::FileTree folder_;
  Loop loop_;
  int changes_ = 0;
  FileWatch watch_;
};

TEST_F(FileWatchTest, AFileThatIsWrittenIsTold) {
  Write("a");
  ASSERT_TRUE(watch_.Watch({At("a")}));
  Write("a");
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, OneThatTakesTheOthersPlaceIsTold) {
  Write("a");
  Write("b");
  ASSERT_TRUE(watch_.Watch({At("a")}));
  fs::rename(At("b"), At("a"));
  EXPECT_TRUE(IsTold());
  fs::remove(At("a"));
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, OneThatComesLaterIsToldAndSoIsItsFolder) {
  ASSERT_TRUE(watch_.Watch({At("folder/a")}));
  fs::create_directory(At("folder"));
  EXPECT_TRUE(IsTold());
  ASSERT_TRUE(watch_.Watch({At("folder/a")}));
  Write("folder/a");
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, AnyEntryOfAFolderIsTold) {
  fs::create_directory(At("folder"));
  ASSERT_TRUE(watch_.Watch({At("folder")}));
  Write("folder/any");
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, ALinkOnTheWayThatIsTurnedIsTold) {
  fs::create_directory(At("one"));
  fs::create_directory(At("two"));
  Write("one/a");
  Write("two/a");
  fs::create_symlink("one", At("now"));
  fs::create_symlink("now/a", At("a"));
  ASSERT_TRUE(watch_.Watch({At("a")}));
  fs::create_symlink("two", At("next"));
  fs::rename(At("next"), At("now"));
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, OthersInTheFolderAreNotTold) {
  Write("a");
  Write("b");
  ASSERT_TRUE(watch_.Watch({At("b")}));
  ASSERT_TRUE(watch_.Watch({At("a")}));  // and b no more
  Write("b");
  Write("c");
  const Pending end =
      loop_.After(Duration{2 * FileWatch::kQuiet.ns}, [this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_EQ(changes_, 0);
  Write("a");
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, LinksInACircleEnd) {
  fs::create_symlink("b", At("a"));
  fs::create_symlink("a", At("b"));
  ASSERT_TRUE(watch_.Watch({At("a")}));
  fs::remove(At("b"));
  EXPECT_TRUE(IsTold());
}

TEST_F(FileWatchTest, NobodyIsCalledOnceItIsGone) {
  auto watch = std::make_unique<FileWatch>(&loop_, [] { FAIL(); });
  Write("a");
  ASSERT_TRUE(watch->Watch({At("a")}));
  Write("a");
  watch.reset();
  ASSERT_TRUE(watch_.Watch({At("a")}));
  Write("a");
  EXPECT_TRUE(IsTold());
}

}  // namespace
}  // namespace base::loop
