// What is gathered, when it is written, and what a failure does.
#include "cli/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

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
