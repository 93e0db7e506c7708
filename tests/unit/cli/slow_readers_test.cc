// What is unread is offered until it is read; over all that until a signal.
#include "cli/slow_readers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "cli/losses.h"

namespace cli {
namespace {

class SlowReadersTest : public testing::Test {
 protected:
  ~SlowReadersTest() override {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  std::size_t Read() {
    std::array<char, 65536> some{};
    const ssize_t n = ::read(ends_[0], some.data(), some.size());
    return n < 0 ? 0 : static_cast<std::size_t>(n);
  }
  void PrintMuch() {
    output_.GoOnWith(LossesAreTheEnd());
    output_.Print(std::string(kMuch, 'x'));
    output_.Flush();
    EXPECT_GT(output_.unread(), 0u);
  }

  static std::array<int, 2> Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return ends;
  }

  static constexpr std::size_t kMuch = 1 << 20;
  std::array<int, 2> ends_ = Pipe();
  Output output_{ends_[1]};
  base::loop::Loop loop_;
};

TEST_F(SlowReadersTest, AreWaitedForToTheEnd) {
  SlowReaders readers(&loop_, {&output_});
  PrintMuch();
  std::size_t read = 0;
  readers.Drain([&] {
    read += Read();
    return false;
  });
  EXPECT_EQ(read + Read(), kMuch);
  EXPECT_EQ(output_.lost(), 0u);
}

TEST_F(SlowReadersTest, AreNotOnceItIsOver) {
  PrintMuch();
  SlowReaders readers(&loop_, {&output_});  // also of what was before it
  readers.Drain([] { return true; });
  EXPECT_EQ(output_.unread(), 0u);
  EXPECT_GT(output_.lost(), 0u);
}

TEST_F(SlowReadersTest, NothingIsWaitedForWhereAllIsRead) {
  SlowReaders readers(&loop_, {&output_});
  output_.GoOnWith(LossesAreTheEnd());
  output_.Print("x");
  output_.Flush();
  readers.Drain([] {
    ADD_FAILURE() << "it need not be asked";
    return true;
  });
}

}  // namespace
}  // namespace cli
