// Texts about processors: /proc/loadavg, stat, uptime, interrupts, softirqs,
// cpuinfo and pressure.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_STAT_H_
#define TOCSIN_PMAPI_LINUX_PARSE_STAT_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

inline constexpr std::string_view kLoadFields[] = {"load"};
inline constexpr std::string_view kUptimeFields[] = {"uptime", "idletime"};

/// The last three are not printed: `intr` is both kinds of irq together,
/// `vuser` and `vnice` are without the guests' time.
inline constexpr std::string_view kCpuFields[] = {
    "user",  "nice",  "sys",        "idle", "wait",  "irq.hard", "irq.soft",
    "steal", "guest", "guest_nice", "intr", "vuser", "vnice",    "number"};
/// The host's, as kCpuFields in order, then what has a line of its own.
inline constexpr std::string_view kStatFields[] = {
    "cpu.user",      "cpu.nice",       "cpu.sys",      "cpu.idle",
    "cpu.wait",      "cpu.irq.hard",   "cpu.irq.soft", "cpu.steal",
    "cpu.guest",     "cpu.guest_nice", "cpu.intr",     "cpu.vuser",
    "cpu.vnice",     "intr",           "ctxt",         "processes",
    "procs_running", "procs_blocked",  "btime",        "ncpu"};

/// `load` gets three rows: 1, 5 and 15 minutes; `counts` one.
void ParseLoad(std::string_view text, Table* load, Table* counts);

/// `all` is the host's only row; `percpu` has a row a processor.
void ParseStat(std::string_view text, Table* all, Table* percpu);

/// /proc/uptime; one row.
void ParseUptime(std::string_view text, Table* uptime);

/// /proc/interrupts and softirqs: `total` has a row a line, `cells` one a line
/// and processor (none if null), `percpu` a sum a processor. What has a single
/// number goes to `single` by its name, and not to the sums.
void ParseInterrupts(std::string_view text, Table* total, Table* cells,
                     Table* percpu, Table* single);

/// One line of a pressure file.
struct Pressure {
  double average[3] = {0, 0, 0};  // of 10, 60 and 300 seconds
  std::uint64_t total = 0;
};
struct PressureText {
  std::optional<Pressure> some;
  std::optional<Pressure> full;
};
PressureText ParsePressure(std::string_view text);

/// A row a processor.
void ParseCpuinfo(std::string_view text, Table* cpus);

/// What a processor has run at. Units: MHz; `time` as the kernel counts it,
/// `count` the sum of that times MHz.
struct Frequencies {
  std::optional<std::uint64_t> count, time, max, min;
};
/// cpufreq's time_in_state: "1200000 17". Nothing if there is no such line.
std::optional<Frequencies> ParseTimeInState(std::string_view text);

/// "0-3,8": the processors of a node.
std::vector<InstanceId> ParseCpuList(std::string_view text);

/// Sums of `percpu`'s rows, a row a node; `nodes` has each one's processors.
struct NumaNode {
  InstanceId id;
  std::vector<InstanceId> cpus;
};
void SumNodes(const std::vector<NumaNode>& nodes, const Table& percpu,
              Table* pernode);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_STAT_H_
