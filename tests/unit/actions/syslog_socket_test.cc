// SyslogSocket: the form of its lines. What it sends: syslog_test.cc.
#include "actions/syslog_socket.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace actions {
namespace {

TEST(SyslogLine, HasPriorityTimeTagAndProcess) {
  const base::Timestamp time{1'000'000'000 * base::kNanosPerSecond};
  EXPECT_EQ(SyslogLine({"tag", 77, 29}, time, base::Zone(), "text"),
            "<29>Sep  9 01:46:40 tag[77]: text");
}

TEST(SyslogSocket, SaysWhoIsNotThere) {
  SyslogSocket socket("/no/such/socket");
  EXPECT_EQ(socket.path(), "/no/such/socket");
  EXPECT_EQ(socket.Send("x").error().system_errno, ENOENT);
}

}  // namespace
}  // namespace actions
