// Hosts that fall ill: of all templates of rules/sets that are on, the right
// one fires within two of its intervals, and no other; while they are well none
// does. docs/sets.md has these scenarios as a table.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "rules/site/bound_rules.h"
#include "rules/site/load.h"
#include "tests/script/stand_in_host.h"
#include "tests/support/run_rules.h"

namespace tests {
namespace {

constexpr base::Timestamp kStart{1'704'103'200 * base::kNanosPerSecond};
/// Units: seconds. Intervals of templates divide the onset.
constexpr int kOnset = 2400;
constexpr int kEnd = kOnset + 600;

struct Scenario {
  std::string what;
  std::string rings;
  std::set<std::string> too;  // which it may set off as well
  std::function<void(Vitals*)> befalls;
  bool mounts = false;  // a file system of its own
};

void PrintTo(const Scenario& scenario, std::ostream* out) {
  *out << scenario.what;
}

// clang-format off
const Scenario kScenarios[] = {
  {"nothing is wrong", "", {}, [](Vitals*) {}},
  {"programs wait for CPUs", "cpu_pressure", {}, [](Vitals* v) { v->cpu_waits = 95; }},
  {"a cgroup burns more CPU than it may", "cgroup_cpu_pressure", {}, [](Vitals* v) { v->group_waits = 99; }},
  {"the hypervisor withholds CPUs", "cpu_steal", {}, [](Vitals* v) { v->steal = 0.5; }},
  {"the kernel spins", "cpu_system", {}, [](Vitals* v) { v->sys = 1.7; }},
  {"all packets come to one CPU", "cpu_interrupts", {}, [](Vitals* v) { v->softirq = 0.95; }},
  {"a fan stands still", "cpu_throttled", {}, [](Vitals* v) { v->throttled = 5; }},
  {"memory runs out at once", "memory_low", {"memory_shrinking"}, [](Vitals* v) { v->available = 3e5; }},
  {"programs wait for memory", "memory_pressure", {}, [](Vitals* v) { v->memory_stalls = 40; }},
  {"the kernel kills programs", "memory_oom_kill", {}, [](Vitals* v) { v->oom_kills = 0.1; }},
  {"pages go to swap and back", "memory_swapping", {}, [](Vitals* v) { v->pages_in = v->pages_out = 500; }},
  {"swap runs out after memory", "memory_swap_low", {"memory_shrinking"}, [](Vitals* v) { v->available = 2e6; v->swap_free = 1e5; }},
  {"the kernel leaks", "memory_kernel", {}, [](Vitals* v) { v->slab = 7e6; }},
  {"a memory module fails", "memory_broken", {}, [](Vitals* v) { v->corrupted = 4; }},
  {"memory is gone in half an hour", "memory_shrinking", {}, [](Vitals* v) { v->available = 3e6; }},
  {"all work waits for disks", "disk_pressure", {}, [](Vitals* v) { v->io_stalls = 60; }},
  {"requests to a disk take long", "disk_slow", {}, [](Vitals* v) { v->request_ms = 400; v->active = 0.9; v->queue = 4; }},
  {"requests queue up", "disk_queue", {}, [](Vitals* v) { v->requests = 1000; v->request_ms = 100; v->active = 0.9; v->queue = 100; }},
  {"a disk has no pause", "disk_busy", {}, [](Vitals* v) { v->requests = 1000; v->active = 1; v->queue = 2; }},
  {"a disk answers no more", "disk_stuck", {"disk_busy"}, [](Vitals* v) { v->requests = 0; v->in_flight = 5; v->active = 1; v->queue = 5; }},
  {"a file system is full", "filesystem_full", {"filesystem_filling"}, [](Vitals* v) { v->disk_bytes = 4100000; }, true},
  {"a file system is full in an hour", "filesystem_filling", {}, [](Vitals* v) { v->disk_bytes = 3500000; }, true},
  {"a file system has no inodes left", "filesystem_files", {}, [](Vitals* v) { v->disk_files = 980; }, true},
  {"a file system becomes read-only", "filesystem_readonly", {}, [](Vitals* v) { v->read_only = true; }, true},
  {"a tmpfs is full", "tmpfs_full", {}, [](Vitals* v) { v->memory_bytes = 4100000; }, true},
  {"a cable is broken", "network_errors", {}, [](Vitals* v) { v->net_errors = 10; }},
  {"an interface drops packets", "network_drops", {}, [](Vitals* v) { v->net_drops = 30; }},
  {"an interface is saturated", "network_saturated", {}, [](Vitals* v) { v->bytes = 1.24e8; v->packets = 1e5; }},
  {"packets are lost on the way", "network_retransmits", {}, [](Vitals* v) { v->retransmitted = 15; }},
  {"a server accepts too slowly", "network_listen_overflows", {}, [](Vitals* v) { v->listen_overflows = 2; }},
  {"requests for connections are dropped", "network_syn_drops", {}, [](Vitals* v) { v->syn_drops = 2; }},
  {"a flood of requests for connections", "network_syn_cookies", {}, [](Vitals* v) { v->syn_cookies = 2; }},
  {"a program reads UDP too slowly", "network_udp_drops", {}, [](Vitals* v) { v->udp_drops = 20; }},
  {"no CPU takes packets in time", "network_backlog_drops", {}, [](Vitals* v) { v->backlog_drops = 1; }},
  {"a cable is pulled", "network_link_lost", {}, [](Vitals* v) { v->carrier = false; }},
  {"TCP has no memory", "network_tcp_memory", {}, [](Vitals* v) { v->tcp_memory = 1; }},
  {"the process table fills", "process_table", {}, [](Vitals* v) { v->threads = 30000; }},
  {"files are never closed", "process_open_files", {}, [](Vitals* v) { v->files = 95000; }},
  {"asynchronous I/O is used up", "process_aio", {}, [](Vitals* v) { v->aio = 65000; }},
  {"a file server is away", "process_blocked", {}, [](Vitals* v) { v->blocked = 60; }},
  {"a script starts programs in a loop", "process_forks", {}, [](Vitals* v) { v->forks = 3000; }},
  {"a parent forgets its children", "process_zombies", {}, [](Vitals* v) { v->zombies = 300; }},
};
// clang-format on

/// Windows of minutes are tried with two samples.
constexpr char kSite[] = "site: {values: {disk_busy.minutes: 1}}\n";

rules::site::Site Sets() {
  auto site = rules::site::LoadSite({TOCSIN_SETS_FOLDER, "/dev/null"});
  EXPECT_TRUE(site.has_value()) << site.error().message;
  EXPECT_FALSE(site->IsWrong());
  site->file = rules::site::ReadSite("site.yaml", kSite);
  return *std::move(site);
}

std::vector<ParsedRules> AllOn(const rules::site::Site& site) {
  std::vector<ParsedRules> all;
  for (const rules::site::Template& one : site.templates) {
    for (auto& part : rules::site::BoundRules(one, site.file, "here")) {
      all.push_back({*part.source, std::move(part.parsed)});
    }
  }
  return all;
}

/// When each was true, by name. Units: seconds.
std::map<std::string, std::vector<int>> TimesOfTruth(const RulesRun& run) {
  std::map<std::string, std::vector<int>> times;
  std::map<std::string, std::size_t> seen;
  for (const std::string& one : run.order) {
    const std::string name = one.substr(one.find(' ') + 1);
    const std::string& cell = run.row(name)[seen[name]++];
    if (cell.starts_with("true")) times[name].push_back(std::stoi(one));
  }
  return times;
}

/// Units: seconds.
int IntervalOf(const std::vector<ParsedRules>& all, const std::string& name) {
  for (const ParsedRules& one : all) {
    for (const auto& parsed : one.parsed.statements) {
      if (parsed.statement.name != name) continue;
      if (parsed.kind != grammar::ParsedStatement::Kind::kEvaluated) continue;
      return static_cast<int>(parsed.statement.interval);
    }
  }
  return 0;
}

class SickHost : public ::testing::TestWithParam<Scenario> {};

TEST_P(SickHost, IsHeardOf) {
  const Scenario& scenario = GetParam();
  Vitals sick;
  scenario.befalls(&sick);
  StandInHost host(sick, kOnset);
  if (scenario.mounts && !host.Mount())
    GTEST_SKIP() << "no file system can be mounted here";
  const auto site = Sets();
  auto all = AllOn(site);
  const int within = 2 * IntervalOf(all, scenario.rings);
  RunOptions options;
  options.start = kStart;
  options.end = kStart + base::Duration{kEnd * base::kNanosPerSecond};
  const RulesRun run = RunParsed(std::move(all), {&host}, options);
  EXPECT_EQ(run.diagnostics, "");
  auto times = TimesOfTruth(run);
  for (const auto& [name, when] : times) {
    EXPECT_GE(when.front(), kOnset) << name;
    const bool meant = name == scenario.rings || scenario.too.contains(name);
    EXPECT_TRUE(meant) << name << " fires as well";
  }
  if (scenario.rings.empty()) return;
  ASSERT_TRUE(times.contains(scenario.rings));
  EXPECT_LE(times[scenario.rings].front(), kOnset + within);
}

INSTANTIATE_TEST_SUITE_P(All, SickHost, ::testing::ValuesIn(kScenarios),
                         [](const auto& test) {
                           std::string name = test.param.what;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace tests
