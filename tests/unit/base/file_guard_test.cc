// Files cut short while they are mapped.
#include "base/file_guard.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/file.h"
#include "tests/support/file_tree.h"

namespace base {
namespace {

/// Pages, whatever their size: what is cut off is not there at all. A smaller
/// file is read and not mapped.
class GuardedFile : public testing::Test {
 protected:
  void SetUp() override {
    tree_.Write("/x", std::string(kPages * page_, 'x'));
    file_ = *MapFile(path_);
  }
  /// Not from what the compiler knows of it.
  std::uint8_t Byte(std::size_t at) const {
    const volatile std::uint8_t* bytes = file_->bytes().data();
    return bytes[at];
  }

  static constexpr std::size_t kPages = 8;
  const std::size_t page_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  tests::FileTree tree_;
  const std::string path_ = tree_.root() + "/x";
  std::unique_ptr<ReadableFile> file_;
};

TEST_F(GuardedFile, IsNotCutWhileItsBytesAreThere) {
  std::filesystem::resize_file(path_, page_);
  EXPECT_EQ(Byte(0), 'x');
  EXPECT_EQ(Byte(page_ - 1), 'x');
  EXPECT_FALSE(file_->cut()) << "nobody has looked";
}

TEST_F(GuardedFile, ReadsAsZerosOnceAByteIsGone) {
  std::filesystem::resize_file(path_, page_);
  EXPECT_EQ(Byte(page_), 0);
  EXPECT_TRUE(file_->cut());
  EXPECT_EQ(Byte(0), 0) << "the whole mapping";
  EXPECT_EQ(Byte(kPages * page_ - 1), 0);
}

TEST_F(GuardedFile, WhatIsWrittenWhereAByteIsGoneGoesNowhere) {
  std::filesystem::resize_file(path_, page_);
  auto* const bytes = const_cast<volatile std::uint8_t*>(file_->bytes().data());
  const std::size_t gone = page_;
  EXPECT_EQ(Byte(gone), 0);
  bytes[gone] = 'w';
  EXPECT_EQ(Byte(gone), 'w');
  EXPECT_TRUE(file_->cut());
  EXPECT_EQ(std::filesystem::file_size(path_), page_);
}

TEST_F(GuardedFile, DoesNotConcernOthers) {
  tree_.Write("/y", std::string(page_, 'y'));
  const auto other = *MapFile(tree_.root() + "/y");
  std::filesystem::resize_file(path_, 0);
  EXPECT_EQ(Byte(0), 0);
  EXPECT_TRUE(file_->cut());
  EXPECT_FALSE(other->cut());
  EXPECT_EQ(other->bytes()[0], 'y');
}

TEST_F(GuardedFile, LeavesNothingBehind) {
  std::filesystem::resize_file(path_, 0);
  EXPECT_EQ(Byte(0), 0);
  file_ = nullptr;
  tree_.Write("/x", std::string(page_, 'z'));
  file_ = *MapFile(path_);
  EXPECT_FALSE(file_->cut()) << "a new one begins anew";
  EXPECT_EQ(Byte(0), 'z');
}

TEST(FileGuardDeathTest, ABusErrorElsewhereEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const char byte = 'x';
        const FileGuard guard(&byte, 1);
        std::raise(SIGBUS);
        std::raise(SIGBUS);
      },
      testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace base
