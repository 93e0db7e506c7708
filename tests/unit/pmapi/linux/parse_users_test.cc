// Who is logged in.
#include "pmapi/linux/parse_users.h"

#include <gtest/gtest.h>
#include <utmp.h>

#include <cstring>
#include <string>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

std::string Record(short type, const std::string& user) {
  struct utmp one = {};
  one.ut_type = type;
  std::memcpy(one.ut_user, user.data(),
              std::min(user.size(), sizeof one.ut_user));
  return {reinterpret_cast<const char*>(&one), sizeof one};
}

std::string Counted(const std::string& records) {
  Table table(kUserFields);
  ParseUsers(records, &table);
  return TableText(table);
}

TEST(ParseUsersTest, CountsLoginsOfRootAndAllEntries) {
  EXPECT_EQ(
      Counted(Record(BOOT_TIME, "reboot") + Record(USER_PROCESS, "ann") +
              Record(USER_PROCESS, "root") + Record(USER_PROCESS, "ann") +
              Record(LOGIN_PROCESS, "LOGIN") + Record(DEAD_PROCESS, "root")),
      ": users=3 roots=1 entries=6");
}

TEST(ParseUsersTest, WhoHasNoNameIsNotLoggedIn) {
  EXPECT_EQ(Counted(Record(USER_PROCESS, "") + Record(DEAD_PROCESS, "")),
            ": users=0 roots=0 entries=1");
}

TEST(ParseUsersTest, ANameMayFillItsField) {
  EXPECT_EQ(Counted(Record(USER_PROCESS, std::string(64, 'x'))),
            ": users=1 roots=0 entries=1");
}

TEST(ParseUsersTest, ARecordThatIsCutOffIsNone) {
  const std::string two = Record(USER_PROCESS, "a") + Record(USER_PROCESS, "b");
  EXPECT_EQ(Counted(two.substr(0, two.size() - 1)),
            ": users=1 roots=0 entries=1");
  EXPECT_EQ(Counted(""), ": users=0 roots=0 entries=0");
}

}  // namespace
}  // namespace pmapi::lnx
