// Texts of one process: /proc/<pid>/stat, status, statm, schedstat, cmdline.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_PROCESS_H_
#define TOCSIN_PMAPI_LINUX_PARSE_PROCESS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

/// In the order of the text; those with a dash are no metrics.
inline constexpr std::string_view kProcStatFields[] = {
    "pid",         "cmd",         "sname",
    "ppid",        "pgrp",        "session",
    "tty",         "tty_pgrp",    "flags",
    "minflt",      "cmin_flt",    "maj_flt",
    "cmaj_flt",    "utime",       "stime",
    "cutime",      "cstime",      "priority",
    "nice",        "-threads",    "it_real_value",
    "start_time",  "vsize",       "rss",
    "rss_rlim",    "start_code",  "end_code",
    "start_stack", "esp",         "eip",
    "signal",      "blocked",     "sigignore",
    "sigcatch",    "wchan",       "nswap",
    "cnswap",      "exit_signal", "processor",
    "rt_priority", "policy",      "delayacct_blkio_time",
    "guest_time",  "cguest_time", "ttyname",
    "policy_s"};
inline constexpr std::string_view kStatmFields[] = {
    "size", "rss", "share", "textrss", "librss", "datrss", "dirty"};
inline constexpr std::string_view kSchedstatFields[] = {"cpu_time", "run_delay",
                                                        "pcount"};
inline constexpr std::string_view kRunqFields[] = {
    "runnable", "blocked", "sleeping", "stopped",
    "swapped",  "defunct", "unknown",  "kernel"};

/// False, and no row, if the text is not one of a process. `queue` counts in
/// what state the processes are; it has one row, or is null.
bool ParseProcStat(std::string_view text, Table* processes, Table* queue);

/// Into `row`: the keys that the table names, numbers or texts, and the user
/// and group identifiers.
void ParseProcStatus(std::string_view text, Table* table, std::size_t row);

/// "/autogroup-6 nice 0": "id" and "nice".
void ParseAutogroup(std::string_view text, Table* table, std::size_t row);

/// /proc/<pid>/cgroup without the hierarchies' numbers, semicolons between.
std::string JoinedCgroups(std::string_view text);

/// The terminal that the kernel's number of it means: "pts/3", or "?".
std::string TerminalName(std::uint64_t number);

/// Names of users or groups by their number, of /etc/passwd or group.
using AccountNames = std::unordered_map<std::uint64_t, std::string>;
AccountNames ParseAccounts(std::string_view text);
/// The name, or the number where there is none.
std::string NameOf(const AccountNames& names, std::uint64_t id);

/// Numbers in the order of the table's fields.
void ParseNumbers(std::string_view text, Table* table, std::size_t row);

/// What a process is called as an instance: its number in six digits and the
/// first word of its arguments, or, where it has none, what the kernel calls it
/// in brackets.
std::string ProcessName(InstanceId pid, std::string_view cmdline,
                        std::string_view comm);

/// The arguments with blanks between.
std::string ProcessArguments(std::string_view cmdline, std::string_view comm);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_PROCESS_H_
