// SyslogSocket: without a descriptor to be had. What it sends: syslog_test.cc.
#include "actions/syslog_socket.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>

namespace actions {
namespace {

TEST(SyslogSocket, ItsDescriptorIsThereBeforeItIsNeeded) {
  SyslogSocket early("/no/such/socket");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  SyslogSocket late("/no/such/socket");
  const auto of_early = early.Send("x");
  const auto of_late = late.Send("x");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(of_early.error().system_errno, ENOENT);
  EXPECT_EQ(of_late.error().system_errno, EMFILE);
  EXPECT_EQ(late.Send("x").error().system_errno, ENOENT);
}

}  // namespace
}  // namespace actions
