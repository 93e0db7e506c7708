// Losses: who hears of what, and which rules do more than print.
#include "cli/losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/rule_files.h"
#include "tests/support/archive_image.h"
#include "tests/unit/cli/set_clock.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

constexpr base::Timestamp kNow{1'000'000'000 * base::kNanosPerSecond};

base::Error Full() { return {base::ErrorCode::kSystem, "full", ENOSPC}; }

TEST(LossesOfOutput, AReaderThatIsGoneIsTheEndOfWhoOnlyPrints) {
  SetClock clock{kNow};
  Output err(-1);
  Messages messages("tocsin", &err, &clock);
  const base::Error gone{base::ErrorCode::kSystem, "gone", EPIPE};
  EXPECT_FALSE(LossesOfOutput(&messages, false).begin(gone));
  EXPECT_TRUE(LossesOfOutput(&messages, true).begin(gone));
  EXPECT_TRUE(LossesOfOutput(&messages, false).begin(Full()));
  EXPECT_THAT(LossesOfOutput(&messages, false).line(17, Full()),
              HasSubstr("Warning: 17 bytes could not be written here: No "
                        "space left on device\n"));
}

TEST(LossesOfOutput, OfAReaderThatDoesNotReadAreSaidToBe) {
  SetClock clock{kNow};
  Output err(-1);
  Messages messages("tocsin", &err, &clock);
  const base::Error slow{base::ErrorCode::kSystem, "slow", EAGAIN};
  EXPECT_TRUE(LossesOfOutput(&messages, false).begin(slow));
  EXPECT_THAT(LossesOfOutput(&messages, false).line(17, slow),
              HasSubstr("Warning: 17 bytes could not be written here: nobody "
                        "reads it\n"));
  EXPECT_FALSE(LossesAreTheEnd().begin(slow));
}

TEST(LossesOfLog, AreToldInTheSystemsLog) {
  const tests::TemporaryFolder folder;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder / "log";
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  ASSERT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address),
            0);
  SetClock clock{kNow};
  Output err(-1);
  const Messages messages("tocsin", &err, &clock);
  const Elsewhere elsewhere(path, "tocsin", &clock);
  EXPECT_TRUE(LossesOfLog(&messages, &elsewhere).begin(Full()));
  std::string text(1000, '\0');
  const ssize_t n = ::recv(fd, text.data(), text.size(), 0);
  ASSERT_GT(n, 0);
  text.resize(static_cast<std::size_t>(n));
  EXPECT_THAT(text, ::testing::StartsWith("<27>"));
  EXPECT_THAT(text, HasSubstr(" tocsin[" + std::to_string(::getpid()) +
                              "]: cannot write the log: No space left on "
                              "device; until"));
  ::close(fd);
  Elsewhere(folder / "nobody", "tocsin", &clock).Say("x");
}

TEST(ActElsewhere, LooksAtEveryAction) {
  const auto acts = [](const std::string& rules) {
    RuleFiles files(10);
    files.Parse({"rules", rules});
    files.Check({});
    EXPECT_FALSE(files.has_errors()) << rules;
    return ActElsewhere(files.statements());
  };
  EXPECT_FALSE(
      acts("b = $hour > 1; a = $hour > 0 -> print \"x\" & print \"y\";"));
  EXPECT_TRUE(acts("$hour > 0 -> print \"x\" | shell \"y\";"));
  EXPECT_TRUE(acts("$hour > 0 -> syslog \"x\" & print \"y\";"));
  EXPECT_FALSE(
      acts("ruleset $hour > 0 -> print \"x\" unknown -> print \"y\" "
           "otherwise -> print \"z\";"));
  EXPECT_TRUE(
      acts("ruleset $hour > 0 -> alarm \"x\" otherwise -> print "
           "\"z\";"));
  EXPECT_TRUE(acts("ruleset $hour > 0 -> print \"x\" unknown -> stomp \"y\";"));
  EXPECT_TRUE(
      acts("ruleset $hour > 0 -> print \"x\" otherwise -> shell "
           "\"z\";"));
}

}  // namespace
}  // namespace cli
