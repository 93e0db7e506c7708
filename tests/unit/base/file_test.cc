// Files mapped, and texts read whole.
#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "tests/support/file_tree.h"

namespace base {
namespace {

class Files : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text) const {
    tree_.Write("/" + name, text);
    return Path(name);
  }
  std::string Path(const std::string& name) const {
    return tree_.root() + "/" + name;
  }

  tests::FileTree tree_;
};

TEST_F(Files, HaveTheirBytes) {
  const auto file = MapFile(Write("x", std::string("a\0b", 3)));
  ASSERT_TRUE(file);
  const Bytes bytes = (*file)->bytes();
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), std::string("a\0b", 3));
  EXPECT_FALSE((*file)->cut());
}

TEST_F(Files, MayBeEmpty) {
  const auto file = MapFile(Write("x", ""));
  ASSERT_TRUE(file);
  EXPECT_TRUE((*file)->bytes().empty());
}

TEST_F(Files, KeepTheSizeTheyWereOpenedWith) {
  const auto file = MapFile(Write("x", "abc"));
  tree_.Remove("/x");
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->bytes().size(), 3u);
  EXPECT_EQ((*file)->bytes()[2], 'c') << "its name is gone, its bytes are not";
}

TEST_F(Files, OfAllSizesHaveAllTheirBytes) {
  for (const std::size_t size : {1, 4096, 16384, 16385, 1 << 20, 3 << 20}) {
    std::string text(size, 'x');
    text.back() = 'y';
    const auto file = MapFile(Write("x", text));
    ASSERT_TRUE(file);
    const Bytes bytes = (*file)->bytes();
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), text);
  }
}

TEST_F(Files, ThatAreSmallAreAsTheyWere) {
  const auto file = MapFile(Write("x", "abc"));
  std::filesystem::resize_file(Path("x"), 1);
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->bytes().size(), 3u);
  EXPECT_EQ((*file)->bytes()[2], 'c');
  EXPECT_FALSE((*file)->cut());
}

TEST_F(Files, ThatAreNoneAreSystemErrors) {
  const auto nothing = MapFile(Path("x"));
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kSystem);
  EXPECT_EQ(nothing.error().system_errno, ENOENT);
  EXPECT_EQ(nothing.error().message, Path("x") + ": No such file or directory");
  const auto folder = MapFile(tree_.root());
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().system_errno, EISDIR);
}

// Nobody writes to it: whoever waited for that would wait for ever.
TEST_F(Files, ThatAreFifosAreNotWaitedFor) {
  ASSERT_EQ(::mkfifo(Path("x").c_str(), 0600), 0);
  const auto fifo = MapFile(Path("x"));
  ASSERT_FALSE(fifo);
  EXPECT_EQ(fifo.error().message, Path("x") + ": not a regular file");
  EXPECT_EQ(fifo.error().system_errno, EINVAL);
  EXPECT_EQ(MapFile("/dev/null").error().system_errno, EINVAL);
}

TEST_F(Files, AreReadAsTextUpToALimit) {
  const std::string path = Write("x", "12345");
  EXPECT_EQ(*ReadText(path, 5), "12345");
  EXPECT_EQ(*ReadText(Write("y", ""), 0), "");
  const auto longer = ReadText(path, 4);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(longer.error().message, path + ": larger than 4 bytes");
}

// One that is open for writing, and nobody writes to.
TEST_F(Files, TheNullDeviceIsNone) {
  const auto text = ReadRegularText("/dev/null", 10);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "");
}

// Files of /proc have no size, and one may not be readable where it begins.
TEST_F(Files, OfNoSizeAreReadAllTheSame) {
  const auto stat = ReadRegularText("/proc/self/stat", 4096);
  ASSERT_TRUE(stat) << stat.error().message;
  EXPECT_TRUE(stat->starts_with(std::to_string(::getpid()) + ' ')) << *stat;
  const auto text = ReadRegularText("/proc/self/mem", 4096);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().system_errno, EIO);
}

TEST_F(Files, ThatAreNeverWrittenToAreReadUntilASignalComes) {
  ASSERT_EQ(::mkfifo(Path("x").c_str(), 0600), 0);
  const int writer = ::open(Path("x").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(writer, 0);
  struct sigaction caught {};
  caught.sa_handler = [](int) {};
  struct sigaction before {};
  ::sigaction(SIGALRM, &caught, &before);
  const itimerval often{{0, 1000}, {0, 1000}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  const auto text = ReadText(Path("x"), 9);
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  ::close(writer);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().system_errno, EINTR);
}

// As it is read: an action that begins meanwhile must not have it.
TEST_F(Files, StandardInputIsNotLeftToOtherPrograms) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const int before = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  ::dup2(ends[0], STDIN_FILENO);
  ASSERT_EQ(::write(ends[1], "rules", 5), 5);
  ::close(ends[1]);
  struct stat pipe {};
  ASSERT_EQ(::fstat(ends[0], &pipe), 0);
  int left = 0;
  const auto text = ReadText("-", 5, [&] {
    for (int fd = STDERR_FILENO + 1; fd < 1024; ++fd) {
      struct stat one {};
      if (::fstat(fd, &one) != 0 || one.st_ino != pipe.st_ino) continue;
      left += (::fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0;
    }
    return false;
  });
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(ends[0]);
  EXPECT_EQ(*text, "rules");
  EXPECT_EQ(left, 0);
}

TEST_F(Files, LargerThanAnyBufferAreReadWhole) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i);
  EXPECT_EQ(*ReadText(Write("x", text), text.size()), text);
}

TEST_F(Files, ThatCannotBeReadAreSystemErrors) {
  EXPECT_EQ(ReadText(Path("x"), 9).error().system_errno, ENOENT);
  EXPECT_EQ(ReadText(tree_.root(), 9).error().system_errno, EISDIR);
}

// Both ends are ours: it has none while the test runs.
TEST_F(Files, ThatMayGrowAreReadUntilItIsOver) {
  const std::string pipe = Path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int fd = ::open(pipe.c_str(), O_RDWR);
  ASSERT_EQ(::write(fd, "abc", 3), 3);
  int asked = 0;
  const auto text = ReadText(pipe, 9, [&] { return ++asked == 2; });
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().system_errno, EINTR);
  ::close(fd);
  EXPECT_EQ(*ReadText(Write("x", "text"), 9, [] { return false; }), "text");
}

}  // namespace
}  // namespace base
