// A terminal of a test's own, and what a program has written to it.
#ifndef TOCSIN_TESTS_UNIT_CLI_TERMINAL_H_
#define TOCSIN_TESTS_UNIT_CLI_TERMINAL_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace cli {

/// Both ends of a pseudoterminal.
class Terminal {
 public:
  Terminal() : person_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    ::grantpt(person_);
    ::unlockpt(person_);
    program_ = ::open(::ptsname(person_), O_RDWR | O_NOCTTY);
    ::setenv("TERM", "xterm", 1);
  }
  ~Terminal() {
    ::close(program_);
    ::close(person_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void SetColumns(int columns) const {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    ::ioctl(program_, TIOCSWINSZ, &size);
  }
  /// As a person would, for whoever reads next.
  void Type(std::string_view keys) const {
    EXPECT_EQ(::write(person_, keys.data(), keys.size()),
              static_cast<ssize_t>(keys.size()));
  }
  /// What a program writes to.
  int descriptor() const { return program_; }
  /// What has been written since the last call. The kernel hands it over in
  /// parts, in its own time: all is there once a mark behind it is.
  std::string Take() const {
    constexpr char kMark = '\x01';
    EXPECT_EQ(::write(program_, &kMark, 1), 1);
    std::string text;
    while (!text.ends_with(kMark)) {
      pollfd something{person_, POLLIN, 0};
      if (::poll(&something, 1, kMostMillis) != 1) return text + "...";
      std::array<char, 1000> part{};
      const auto n = ::read(person_, part.data(), part.size());
      text.append(part.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    text.pop_back();
    return text;
  }

 private:
  static constexpr int kMostMillis = 10'000;

  int person_;
  int program_ = -1;
};

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_TERMINAL_H_
