// The datagrams of sd_notify(3), and whose watchdog it is.
#include "cli/service_manager.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <map>

#include "tests/support/archive_image.h"

namespace cli {
namespace {

constexpr int kPid = 77;

/// A manager's side of the socket.
class Manager {
 public:
  explicit Manager(const std::string& path)
      : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    bound_ = ::bind(fd_, reinterpret_cast<const sockaddr*>(&address),
                    sizeof address) == 0;
  }
  ~Manager() { ::close(fd_); }
  bool bound() const { return bound_; }
  /// What was told, "" for nothing.
  std::string Heard() const {
    char text[256];
    const ssize_t n = ::recv(fd_, text, sizeof text, 0);
    return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : "";
  }

 private:
  int fd_;
  bool bound_ = false;
};

Environment Having(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](
             const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return {};
    return found->second;
  };
}

TEST(ServiceManager, IsTold) {
  const tests::TemporaryFolder folder;
  const Manager manager(folder / "notify");
  ASSERT_TRUE(manager.bound());
  ServiceManager us(Having({{"NOTIFY_SOCKET", folder / "notify"}}), kPid);
  us.Ready();
  EXPECT_EQ(manager.Heard(), "READY=1");
  us.Status("2 rules");
  EXPECT_EQ(manager.Heard(), "STATUS=2 rules");
  us.Status("2 rules");
  EXPECT_EQ(manager.Heard(), "");
  us.Alive();
  EXPECT_EQ(manager.Heard(), "WATCHDOG=1");
  us.Stopping();
  EXPECT_EQ(manager.Heard(), "STOPPING=1");
  EXPECT_FALSE(us.watchdog());
}

TEST(ServiceManager, MayBeNobody) {
  for (const char* socket : {"", "relative", "/nosuch/socket"}) {
    ServiceManager us(Having({{"NOTIFY_SOCKET", socket}}), kPid);
    us.Ready();
    us.Status("x");
  }
  const std::string too_long = '/' + std::string(200, 'x');
  ServiceManager us(
      Having({{"NOTIFY_SOCKET", too_long}, {"WATCHDOG_USEC", "1000000"}}),
      kPid);
  us.Ready();
  EXPECT_FALSE(us.watchdog());
}

TEST(ServiceManager, TheWatchdogIsToldTwiceAsOftenAsItMust) {
  const auto watchdog = [](const char* usec, const char* pid) {
    std::map<std::string, std::string> variables{{"NOTIFY_SOCKET", "/x"},
                                                 {"WATCHDOG_USEC", usec}};
    if (*pid != '\0') variables["WATCHDOG_PID"] = pid;
    const ServiceManager us(Having(std::move(variables)), kPid);
    return us.watchdog() ? us.watchdog()->Seconds() : 0;
  };
  EXPECT_EQ(watchdog("3000000", ""), 1.5);
  EXPECT_EQ(watchdog("3000000", "77"), 1.5);
  EXPECT_EQ(watchdog("3000000", "78"), 0);
  EXPECT_EQ(watchdog("soon", ""), 0);
  EXPECT_EQ(watchdog("0", ""), 0);
  EXPECT_EQ(watchdog("9223372036854775807", ""), 0);
}

}  // namespace
}  // namespace cli
