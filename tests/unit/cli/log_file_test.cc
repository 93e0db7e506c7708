// The log's file: begun, begun anew, and where it cannot be.
#include "cli/log_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include "tests/support/archive_image.h"

namespace cli {
namespace {

TEST(LogFile, AFileThatCannotBeWrittenIsAnError) {
  const auto redirected = RedirectTo("/nosuchdir/x.log", 2);
  ASSERT_FALSE(redirected);
  EXPECT_EQ(redirected.error().system_errno, ENOENT);
}

class Redirected : public ::testing::Test {
 protected:
  ~Redirected() override { ::close(fd_); }
  static std::string Text(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  void Write(const std::string& text) const {
    EXPECT_EQ(::write(fd_, text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }

  std::ptrdiff_t Names() const {
    return std::distance(std::filesystem::directory_iterator(
                             std::filesystem::path(path_).parent_path()),
                         {});
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "log";
  int fd_ = ::open("/dev/null", O_WRONLY);
};

// A child is to have it, too.
TEST_F(Redirected, TheLogMayTakeThePlaceThatWasFree) {
  ::close(fd_);
  ASSERT_TRUE(RedirectTo(path_, fd_));
  Write("one");
  EXPECT_EQ(Text(path_), "one");
  EXPECT_EQ(::fcntl(fd_, F_GETFD), 0);
}

// Whoever finds the disk full empties the log: there is no hole in it then.
TEST_F(Redirected, IsWrittenAtItsEndAlsoAfterItWasEmptied) {
  std::ofstream(path_) << "of another run";
  ASSERT_TRUE(RedirectTo(path_, fd_));
  Write("one");
  std::filesystem::resize_file(path_, 0);
  Write("two");
  EXPECT_EQ(Text(path_), "two");
}

TEST_F(Redirected, ANewOneTakesThePlaceAndTheOldOneStays) {
  ASSERT_TRUE(RedirectTo(path_, fd_));
  std::filesystem::create_hard_link(path_, folder_ / "old");
  ASSERT_TRUE(RedirectToNew(path_, fd_, [this] { Write("finished"); }));
  Write("begun");
  EXPECT_EQ(Text(folder_ / "old"), "finished");
  EXPECT_EQ(Text(path_), "begun");
  EXPECT_EQ(Names(), 2);
}

TEST_F(Redirected, ANewOneMayBeReadByWhoMightReadTheOldOne) {
  ASSERT_TRUE(RedirectTo(path_, fd_));
  constexpr auto kMode = static_cast<std::filesystem::perms>(0640);
  std::filesystem::permissions(path_, kMode);
  ASSERT_TRUE(RedirectToNew(path_, fd_, [] {}));
  EXPECT_EQ(std::filesystem::status(path_).permissions(), kMode);
}

// As logrotate's "create" leaves it there.
TEST_F(Redirected, AnotherFileOfThatNameIsTheNewOne) {
  ASSERT_TRUE(RedirectTo(path_, fd_));
  std::filesystem::rename(path_, folder_ / "old");
  std::ofstream(path_) << "there,";
  std::filesystem::create_hard_link(path_, folder_ / "same");
  ASSERT_TRUE(RedirectToNew(path_, fd_, [this] { Write("finished"); }));
  Write("begun");
  EXPECT_EQ(Text(folder_ / "old"), "finished");
  EXPECT_EQ(Text(path_), "there,begun");
  EXPECT_TRUE(std::filesystem::equivalent(path_, folder_ / "same"));
}

TEST_F(Redirected, NothingElseInTheFolderIsTouched) {
  ASSERT_TRUE(RedirectTo(path_, fd_));
  std::ofstream(path_ + ".new") << "mine";
  ASSERT_TRUE(RedirectToNew(path_, fd_, [] {}));
  EXPECT_EQ(Text(path_ + ".new"), "mine");
  EXPECT_EQ(Names(), 2);
}

TEST_F(Redirected, WhereThereCanBeNoNewOneTheOldOneStays) {
  ASSERT_TRUE(RedirectTo(path_, fd_));
  const auto redirected = RedirectToNew(folder_ / "nosuch/log", fd_,
                                        [] { FAIL() << "is not finished"; });
  ASSERT_FALSE(redirected);
  EXPECT_EQ(redirected.error().system_errno, ENOENT);
  Write("goes on");
  EXPECT_EQ(Text(path_), "goes on");
}

// Least of all is it removed.
TEST_F(Redirected, ADeviceIsNotReplaced) {
  const std::string link = folder_ / "null";
  std::filesystem::create_symlink("/dev/null", link);
  ASSERT_TRUE(RedirectToNew(link, fd_, [] {}));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  Write("gone");
}

TEST_F(Redirected, AFifoWithoutAReaderIsNotWaitedFor) {
  const std::string fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const auto begin = [&] { return RedirectTo(fifo, fd_); };
  const auto begin_anew = [&] { return RedirectToNew(fifo, fd_, [] {}); };
  for (const auto& redirect :
       {std::function(begin), std::function(begin_anew)}) {
    const auto redirected = redirect();
    ASSERT_FALSE(redirected);
    EXPECT_EQ(redirected.error().system_errno, ENXIO);
    const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_TRUE(redirect());
    EXPECT_EQ(::fcntl(fd_, F_GETFL) & O_NONBLOCK, 0);
    ::close(reader);
  }
}

}  // namespace
}  // namespace cli
