// Records of this machine's shape, one behind the other.
#include "pmapi/linux/parse_users.h"

#include <utmp.h>

#include <cstring>

namespace pmapi::lnx {

void ParseUsers(std::string_view records, Table* table) {
  std::uint64_t users = 0;
  std::uint64_t roots = 0;
  std::uint64_t entries = 0;
  struct utmp one;
  for (; records.size() >= sizeof one; records.remove_prefix(sizeof one)) {
    std::memcpy(&one, records.data(), sizeof one);
    const std::string_view user(one.ut_user,
                                strnlen(one.ut_user, sizeof one.ut_user));
    const bool login = one.ut_type == USER_PROCESS;
    if (login && user.empty()) continue;
    ++entries;
    users += login;
    roots += login && user == "root";
  }
  const std::size_t row = table->AddOnly();
  table->Set(row, 0, users);
  table->Set(row, 1, roots);
  table->Set(row, 2, entries);
}

}  // namespace pmapi::lnx
