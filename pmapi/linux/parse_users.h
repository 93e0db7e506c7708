// /run/utmp, utmp(5): who is logged in.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_USERS_H_
#define TOCSIN_PMAPI_LINUX_PARSE_USERS_H_

#include <string_view>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

inline constexpr std::string_view kUserFields[] = {"users", "roots", "entries"};

/// How many are logged in, how many of them are root, and how many entries
/// there are in all, but logins without a name, as PCP counts. None where the
/// file is empty or missing.
void ParseUsers(std::string_view records, Table* table);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_USERS_H_
