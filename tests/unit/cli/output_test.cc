// What is gathered, when it is written, and what a failure does.
#include "cli/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/archive_image.h"
#include "tests/support/file_size_limit.h"

namespace cli {
namespace {

class OutputTest : public testing::Test {
 protected:
  OutputTest() {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    // What does not fit must not block the test.
    ::fcntl(ends_[1], F_SETFL, O_NONBLOCK);
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~OutputTest() override {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }

  int writer() const { return ends_[1]; }
  int reader() const { return ends_[0]; }
  std::string Arrived() {
    std::string text(1 << 17, '\0');
    const ssize_t n = ::read(ends_[0], text.data(), text.size());
    return n < 0 ? "" : text.substr(0, static_cast<std::size_t>(n));
  }

 private:
  std::array<int, 2> ends_{};
};

TEST_F(OutputTest, IsWrittenWhenItIsFlushed) {
  Output output(writer());
  output.Print("one ");
  *output.text() += "two";
  output.Grown();
  EXPECT_EQ(Arrived(), "");
  output.Flush();
  EXPECT_EQ(Arrived(), "one two");
  output.Flush();
  EXPECT_EQ(Arrived(), "");
  EXPECT_TRUE(output.status().has_value());
}

TEST_F(OutputTest, IsWrittenWhenThereIsEnoughAndAtTheEnd) {
  {
    Output output(writer());
    output.Print(std::string(64 << 10, 'x'));
    EXPECT_EQ(Arrived().size(), 64u << 10);
    output.Print("the rest");
  }
  EXPECT_EQ(Arrived(), "the rest");
}

TEST_F(OutputTest, ProgressMakesRoomOnlyForWhatIsWritten) {
  int asked = 0;
  Output output(writer());
  output.set_before_write([&] { ++asked; });
  output.Flush();
  EXPECT_EQ(asked, 0);
  output.Print("x");
  output.Flush();
  EXPECT_EQ(asked, 1);
}

// To a file that may not grow, and may again.
TEST_F(OutputTest, WhereItGoesOnItSaysWhatIsMissing) {
  const tests::TemporaryFolder folder;
  const int fd =
      ::open((folder / "log").c_str(), O_RDWR | O_CREAT | O_APPEND, 0600);
  std::vector<int> begun;
  Output output(fd);
  output.GoOnWith({[&](const base::Error& why) {
                     begun.push_back(why.system_errno);
                     output.Print("from within\n");
                     return true;
                   },
                   [](std::size_t bytes, const base::Error& why) {
                     return "[" + std::to_string(bytes) + " bytes, " +
                            std::to_string(why.system_errno) + "]\n";
                   }});
  const auto print = [&](const std::string& text) {
    output.Print(text);
    return output.Flush();
  };
  {
    const tests::FileSizeLimit limit(10);
    EXPECT_TRUE(print("123456\n"));
    EXPECT_FALSE(print("abcdef\n"));  // three of them fit
    EXPECT_FALSE(print("lost\n"));
    EXPECT_TRUE(output.status().has_value());
    EXPECT_EQ(output.lost(), 4u + 12 + 5);
  }
  EXPECT_TRUE(print("here\n"));
  EXPECT_EQ(output.lost(), 0u);
  std::string text(100, '\0');
  text.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, ::pread(fd, text.data(), text.size(), 0))));
  EXPECT_EQ(text,
            "123456\nabc\n[21 bytes, " + std::to_string(EFBIG) + "]\nhere\n");
  EXPECT_EQ(begun, std::vector<int>{EFBIG});
  ::close(fd);
}

TEST_F(OutputTest, SomeFailuresAreTheEndAlsoOfWhoGoesOn) {
  Output output(-1);
  output.GoOnWith({[](const base::Error&) { return false; }, nullptr});
  output.Print("lost");
  EXPECT_FALSE(output.Flush());
  EXPECT_FALSE(output.status().has_value());
}

// Whoever shares the descriptor may have made it one that does not wait.
TEST_F(OutputTest, ASlowReaderIsWaitedFor) {
  constexpr std::size_t kMany = 1 << 20;
  Output output(writer());
  std::string arrived;
  std::thread reader([&] {
    while (arrived.size() < kMany) {
      pollfd some{this->reader(), POLLIN, 0};
      ::poll(&some, 1, -1);
      arrived += Arrived();
    }
  });
  output.Print(std::string(kMany, 'x'));
  EXPECT_TRUE(output.Flush());
  reader.join();
  EXPECT_TRUE(output.status().has_value());
}

TEST_F(OutputTest, AFailureStays) {
  Output output(-1);
  output.Print("lost");
  EXPECT_TRUE(output.status().has_value());
  output.Flush();
  ASSERT_FALSE(output.status().has_value());
  EXPECT_EQ(output.status().error().message,
            "cannot write the output: Bad file descriptor");
  output.Print("lost, too");
  output.Flush();
  EXPECT_EQ(output.status().error().system_errno, EBADF);
}

}  // namespace
}  // namespace cli
