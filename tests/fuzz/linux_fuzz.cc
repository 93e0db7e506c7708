// Fuzz target: every parser of pmapi/linux over any text. The first byte says
// which, the rest is the text.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "base/check.h"
#include "pmapi/linux/parse_disk.h"
#include "pmapi/linux/parse_keyed.h"
#include "pmapi/linux/parse_memory.h"
#include "pmapi/linux/parse_net.h"
#include "pmapi/linux/parse_process.h"
#include "pmapi/linux/parse_stat.h"
#include "pmapi/linux/parse_users.h"
#include "pmapi/linux/scan.h"
#include "pmapi/linux/table.h"

namespace {

using pmapi::lnx::Table;

/// What the stream does with a table: every field and name is touched.
void Use(Table* table) {
  for (std::size_t row = 0; row < table->rows(); ++row) {
    CHECK(table->name(row).size() < (1u << 30));
    for (std::size_t i = 0; i < table->columns(); ++i) {
      CHECK(table->Text(table->field(row, i)).size() < (1u << 30));
    }
  }
  table->Order();
  CHECK(table->order().size() <= table->rows());
}

Table Keyed(std::initializer_list<std::string_view> fields) {
  return Table(std::span(fields.begin(), fields.size()));
}

void FuzzLoad(std::string_view text) {
  Table load(pmapi::lnx::kLoadFields);
  Table counts = Keyed({"runnable", "nprocs", "lastpid"});
  ParseLoad(text, &load, &counts);
  Use(&load);
  Use(&counts);
}

void FuzzStat(std::string_view text) {
  Table all(pmapi::lnx::kStatFields);
  Table percpu(pmapi::lnx::kCpuFields);
  Table pernode(pmapi::lnx::kCpuFields);
  ParseStat(text, &all, &percpu);
  SumNodes({{0, {0, 2}}, {1, {1}}}, percpu, &pernode);
  Use(&all);
  Use(&percpu);
  Use(&pernode);
}

void FuzzInterrupts(std::string_view text) {
  Table total = Keyed({"total"});
  Table cells = Keyed({"count"});
  Table percpu = Keyed({"total"});
  Table single = Keyed({"ERR", "MIS"});
  ParseInterrupts(text, &total, &cells, &percpu, &single);
  for (Table* table : {&total, &cells, &percpu, &single}) Use(table);
}

void FuzzCpu(std::string_view text) {
  Table cpus = Keyed({"cpu MHz", "model", "model name", "cache size"});
  Table uptime(pmapi::lnx::kUptimeFields);
  ParseCpuinfo(text, &cpus);
  ParseUptime(text, &uptime);
  Use(&cpus);
  Use(&uptime);
  pmapi::lnx::ParsePressure(text);
  pmapi::lnx::ParseTimeInState(text);
  Table users(pmapi::lnx::kUserFields);
  ParseUsers(text, &users);
  Use(&users);
  CHECK(pmapi::lnx::ParseCpuList(text).size() < 2u << 16);
}

void FuzzKeyed(std::string_view text) {
  Table memory = Keyed({"MemTotal", "MemFree", "Cached", ".used", ".other",
                        "HugePages_Total", ".huge_total"});
  Table node = Keyed({"MemTotal"});
  Table vmstat = Keyed({"thp_split", ".pgsteal", ".nr_slab", "pswpin"});
  Table pairs = Keyed({"Tcp.InSegs", "Tcp.MaxConn", "IpExt.InOctets"});
  Table sockets = Keyed({"TCP.inuse", "FRAG.memory", "sockets.used"});
  ParseMeminfo(text, &memory);
  ParseNodeMeminfo(text, 2048, &node, node.AddRow("node0", 0));
  ParseVmstat(text, &vmstat);
  ParsePairs(text, &pairs);
  ParseSockstat(text, &sockets);
  for (Table* table : {&memory, &node, &vmstat, &pairs, &sockets}) Use(table);
}

void FuzzMemory(std::string_view text) {
  Table buddy(pmapi::lnx::kBuddyFields);
  Table slabs(pmapi::lnx::kSlabFields);
  Table types(pmapi::lnx::kIcmpMsgFields);
  ParseBuddyinfo(text, 4096, &buddy);
  ParseSlabinfo(text, 4096, &slabs);
  ParseIcmpMsg(text, &types);
  Table zones = Keyed({"nr_dirty", "free", "present"});
  Table protection(pmapi::lnx::kProtectionFields);
  ParseZoneinfo(text, &zones, &protection);
  for (Table* table : {&buddy, &slabs, &types, &zones, &protection}) Use(table);
}

void FuzzDisks(std::string_view text) {
  Table tables[] = {
      Table(pmapi::lnx::kDiskFields), Table(pmapi::lnx::kDiskFields),
      Table(pmapi::lnx::kDiskFields), Table(pmapi::lnx::kDiskFields),
      Table(pmapi::lnx::kDiskFields)};
  pmapi::lnx::ParseDiskstats(
      text, {&tables[0], &tables[1], &tables[2], &tables[3], &tables[4]});
  for (Table& table : tables) Use(&table);
  CHECK(pmapi::lnx::ParseScheduler(text).size() <= text.size());
}

void FuzzMounts(std::string_view text) {
  Table filesys(pmapi::lnx::kFilesysFields);
  Table tmpfs(pmapi::lnx::kFilesysFields);
  Table swaps(pmapi::lnx::kSwapFields);
  Table locks(pmapi::lnx::kLockFields);
  ParseMounts(text, &filesys, &tmpfs);
  ParseSwaps(text, &swaps);
  ParseLocks(text, &locks);
  for (Table* table : {&filesys, &tmpfs, &swaps, &locks}) Use(table);
}

void FuzzInterfaces(std::string_view text) {
  Table each(pmapi::lnx::kInterfaceFields);
  Table all(pmapi::lnx::kInterfaceFields);
  ParseNetDev(text, &each, &all);
  Use(&each);
  Use(&all);
  pmapi::lnx::ParseInet6(text);
}

void FuzzSockets(std::string_view text) {
  Table softnet(pmapi::lnx::kSoftnetFields);
  Table sum(pmapi::lnx::kSoftnetFields);
  Table tcp(pmapi::lnx::kTcpFields);
  Table udp = Keyed({"established", "listen"});
  Table raw = Keyed({"count"});
  Table local(pmapi::lnx::kUnixFields);
  ParseSoftnet(text, &softnet, &sum);
  ParseTcpStates(text, &tcp);
  ParseUdpStates(text, &udp);
  ParseRawSockets(text, &raw);
  ParseUnixSockets(text, &local);
  for (Table* table : {&softnet, &sum, &tcp, &udp, &raw, &local}) Use(table);
}

void FuzzProcess(std::string_view text) {
  Table stat(pmapi::lnx::kProcStatFields);
  Table queue(pmapi::lnx::kRunqFields);
  Table status = Keyed({"uid", "fsgid", "Threads", "SigCgt", "VmRSS"});
  Table numbers(pmapi::lnx::kStatmFields);
  queue.AddOnly();
  ParseProcStat(text, &stat, &queue);
  ParseProcStatus(text, &status, status.AddRow({}, 1));
  ParseNumbers(text, &numbers, numbers.AddRow({}, 1));
  Table group = Keyed({"id", "nice"});
  ParseAutogroup(text, &group, group.AddRow({}, 1));
  Use(&group);
  pmapi::lnx::ParseAccounts(text);
  CHECK(pmapi::lnx::JoinedCgroups(text).size() <= text.size());
  for (Table* table : {&stat, &queue, &status, &numbers}) Use(table);
  CHECK(pmapi::lnx::ProcessName(7, text, "x").size() <= text.size() + 10);
  CHECK(pmapi::lnx::ProcessArguments(text, "x").size() <= text.size() + 3);
}

constexpr void (*kTargets[])(std::string_view) = {
    FuzzLoad,    FuzzStat,    FuzzInterrupts, FuzzCpu,
    FuzzKeyed,   FuzzDisks,   FuzzMounts,     FuzzInterfaces,
    FuzzSockets, FuzzProcess, FuzzMemory,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  kTargets[data[0] % std::size(kTargets)](text);
  return 0;
}
