// What is gathered, when it is written, and what a failure does.
#include "cli/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
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
  void CloseReader() { ::close(std::exchange(ends_[0], -1)); }
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

TEST_F(OutputTest, OnceItIsOverNobodyIsWaitedForLong) {
  Output output(writer());
  output.set_over([] { return true; });
  output.Print(std::string(1 << 20, 'x'));
  EXPECT_FALSE(output.status().has_value());
  EXPECT_EQ(output.status().error().message,
            "cannot write the output: nobody reads it");
  EXPECT_GT(Arrived().size(), 0u);
}

TEST_F(OutputTest, WhatPeopleReadDoesNotSteerTheirTerminal) {
  Output output = Output::ForPeople(writer());
  output.Print("a\tb\x1b[2J\n");
  output.Flush();
  EXPECT_EQ(Arrived(), "a\tb?[2J\n");
}

class UnreadTest : public OutputTest {
 protected:
  UnreadTest() {
    output_.GoOnWith({[this](const base::Error& why) {
                        begun_.push_back(why.system_errno);
                        return true;
                      },
                      [](std::size_t bytes, const base::Error& why) {
                        return "[" + std::to_string(bytes) + " bytes, " +
                               std::to_string(why.system_errno) + "]\n";
                      },
                      [this](std::size_t written, std::size_t lost) {
                        pieces_.first += written;
                        pieces_.second += lost;
                      }});
    output_.set_when_unread([this] { ++told_; });
  }
  bool Print(const std::string& text) {
    output_.Print(text);
    return output_.Flush();
  }
  /// All that there is to read.
  std::string ReadAll() {
    std::string all;
    while (output_.unread() > 0) {
      all += Arrived();
      output_.Flush();
    }
    return all + Arrived();
  }

  const std::string much_ = std::string(1 << 20, 'x') + '\n';
  Output output_{writer()};
  std::vector<int> begun_;
  std::pair<std::size_t, std::size_t> pieces_;  // that were kept: written, lost
  int told_ = 0;
};

TEST_F(UnreadTest, IsKeptAndWrittenInItsTurn) {
  EXPECT_TRUE(Print(much_));
  EXPECT_GT(output_.unread(), 0u);
  EXPECT_LT(output_.unread(), much_.size());
  EXPECT_TRUE(Print("after\n"));
  EXPECT_EQ(told_, 3) << "once it is much, and at each Flush";
  EXPECT_EQ(ReadAll(), much_ + "after\n");
  EXPECT_EQ(output_.lost(), 0u);
  EXPECT_TRUE(begun_.empty());
}

TEST_F(UnreadTest, BeyondItsBoundAllIsLostUntilItIsRead) {
  std::string kept;
  EXPECT_TRUE(Print(much_));
  output_.Offer();
  kept += much_;
  while (Print(much_)) kept += much_;
  EXPECT_EQ(kept.size() >> 20, 16u);
  EXPECT_FALSE(Print("lost, too\n"));
  EXPECT_EQ(output_.lost(), much_.size() + 10);
  EXPECT_EQ(begun_, std::vector<int>{EAGAIN});
  EXPECT_EQ(ReadAll(), kept + "[" + std::to_string(much_.size() + 10) +
                           " bytes, " + std::to_string(EAGAIN) + "]\n");
  EXPECT_EQ(output_.lost(), 0u);
  EXPECT_TRUE(Print("again\n"));
  EXPECT_EQ(Arrived(), "again\n");
}

TEST_F(UnreadTest, HasNoBoundForWhoHadReadAllBefore) {
  std::string all;
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(Print(much_));
    all += much_;
  }
  output_.Offer();
  EXPECT_TRUE(begun_.empty());
  EXPECT_FALSE(Print(much_)) << "it is behind now";
  EXPECT_EQ(output_.lost(), much_.size());
  EXPECT_EQ(ReadAll().substr(0, all.size()), all);
}

TEST_F(UnreadTest, IsLostWhereThatIsTheEnd) {
  output_.GoOnWith({[](const base::Error&) { return false; }, nullptr});
  EXPECT_TRUE(Print(much_));
  output_.Offer();
  while (Print(much_)) {
  }
  EXPECT_EQ(output_.unread(), 0u) << "nobody would write it any more";
  EXPECT_FALSE(output_.status());
}

TEST_F(UnreadTest, IsToldOfInTheNextRun) {
  output_.StopAtLosses();
  output_.GoOnWith({[](const base::Error&) { return true; }, nullptr});
  EXPECT_TRUE(Print(much_));
  EXPECT_EQ(told_, 2);
}

TEST_F(OutputTest, WhatIsMuchIsNotTakenEither) {
  std::signal(SIGPIPE, SIG_IGN);
  CloseReader();
  Output output(writer());
  output.GoOnWith({[](const base::Error&) { return true; }, nullptr});
  output.Print(std::string(1 << 20, 'x'));
  EXPECT_FALSE(output.Flush()) << "it was lost before";
  EXPECT_TRUE(output.Flush());
}

TEST_F(UnreadTest, IsLostWithItsReader) {
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_TRUE(Print(much_));
  const std::size_t unread = output_.unread();
  CloseReader();
  EXPECT_FALSE(Print("more\n"));
  EXPECT_EQ(output_.unread(), 0u);
  EXPECT_EQ(output_.lost(), unread + 5);
  EXPECT_EQ(begun_, std::vector<int>{EPIPE});
}

TEST_F(UnreadTest, IsCountedByPieces) {
  using Pieces = std::pair<std::size_t, std::size_t>;
  EXPECT_TRUE(Print("at once\n"));
  EXPECT_FALSE(output_.EndPiece());
  EXPECT_EQ(Arrived(), "at once\n");
  for (const std::string& text : {much_, std::string("a\n"), much_}) {
    EXPECT_TRUE(Print(text));
    EXPECT_TRUE(output_.EndPiece());
  }
  EXPECT_EQ(pieces_, Pieces(0, 0));
  for (std::size_t read = 0; read < much_.size() + 2;) {
    read += Arrived().size();
    output_.Flush();
  }
  EXPECT_EQ(pieces_, Pieces(2, 0));
  output_.GiveUp();
  EXPECT_EQ(pieces_, Pieces(2, 1));
  EXPECT_TRUE(Print("no piece"));
  EXPECT_TRUE(Print("no piece"));
}

TEST_F(UnreadTest, IsGivenUp) {
  EXPECT_TRUE(Print(much_));
  const std::size_t unread = output_.unread();
  output_.GiveUp();
  EXPECT_EQ(output_.unread(), 0u);
  EXPECT_EQ(output_.lost(), unread);
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
