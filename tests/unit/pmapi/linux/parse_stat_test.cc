// Texts of processors from kernels old and new.
#include "pmapi/linux/parse_stat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ParseLoadTest, HasThreeAveragesAndThreeCounts) {
  Table load(kLoadFields);
  Table counts = TableOf({"runnable", "nprocs", "lastpid"});
  ParseLoad("0.20 1.18 12.00 3/1284 11206\n", &load, &counts);
  EXPECT_EQ(TableText(load),
            "1 minute: load=0.2\n5 minute: load=1.18\n15 minute: load=12");
  EXPECT_EQ(load.id(2), 15);
  EXPECT_EQ(TableText(counts), ": runnable=3 nprocs=1284 lastpid=11206");
}

TEST(ParseLoadTest, CutOffTextGivesWhatItHas) {
  Table load(kLoadFields);
  Table counts = TableOf({"runnable", "nprocs", "lastpid"});
  ParseLoad("0.20 1.1", &load, &counts);
  EXPECT_EQ(TableText(load), "1 minute: load=0.2\n5 minute: load=1.1");
  EXPECT_EQ(counts.rows(), 0u);
}

struct Stat {
  Table all{kStatFields};
  Table percpu{kCpuFields};
  explicit Stat(std::string_view text) { ParseStat(text, &all, &percpu); }
};

TEST(ParseStatTest, SumsInterruptsAndTakesGuestsOut) {
  const Stat stat(
      "cpu  100 20 30 400 5 6 7 8 9 1\n"
      "cpu0 100 20 30 400 5 6 7 8 9 1\n"
      "intr 12345 6 7 8\nctxt 99\nbtime 1700000000\nprocesses 44\n"
      "procs_running 2\nprocs_blocked 1\nsoftirq 1 2 3\n");
  EXPECT_EQ(TableText(stat.all),
            ": cpu.user=100 cpu.nice=20 cpu.sys=30 cpu.idle=400 cpu.wait=5"
            " cpu.irq.hard=6 cpu.irq.soft=7 cpu.steal=8 cpu.guest=9"
            " cpu.guest_nice=1 cpu.intr=13 cpu.vuser=91 cpu.vnice=19"
            " intr=12345 ctxt=99 processes=44 procs_running=2"
            " procs_blocked=1 btime=1700000000 ncpu=1");
  EXPECT_EQ(TableText(stat.percpu),
            "cpu0: user=100 nice=20 sys=30 idle=400 wait=5 irq.hard=6"
            " irq.soft=7 steal=8 guest=9 guest_nice=1 intr=13 vuser=91"
            " vnice=19 number=0");
}

TEST(ParseStatTest, OldKernelsHaveFourNumbers) {
  const Stat stat("cpu 1 2 3 4\ncpu0 1 2 3 4\n");
  EXPECT_EQ(TableText(stat.percpu),
            "cpu0: user=1 nice=2 sys=3 idle=4 intr=0 vuser=1 vnice=2 number=0");
}

TEST(ParseStatTest, ProcessorsMayBeMissingOrMany) {
  std::string text = "cpu 1 1 1 1\n";
  for (int cpu = 0; cpu < 300; cpu += 2) {
    text += "cpu" + std::to_string(cpu) + " 1 2 3 4 5 6 7 8 9 10\n";
  }
  const Stat stat(text);
  ASSERT_EQ(stat.percpu.rows(), 150u);
  EXPECT_EQ(stat.percpu.id(149), 298);
  EXPECT_EQ(stat.percpu.name(149), "cpu298");
  EXPECT_EQ(
      stat.all.Integer(0, static_cast<std::size_t>(stat.all.Column("ncpu"))),
      150u);
}

TEST(ParseStatTest, WhatIsNoProcessorIsNone) {
  EXPECT_EQ(
      Stat("cpux 1 2\ncpu99999999999999999999 1\ncpu70000 1\n").percpu.rows(),
      0u);
}

TEST(ParseUptimeTest, HasFractions) {
  Table table(kUptimeFields);
  ParseUptime("1234.56 7.89\n", &table);
  EXPECT_EQ(TableText(table), ": uptime=1234.56 idletime=7.89");
}

struct Interrupts {
  Table total = TableOf({"total"});
  Table cells = TableOf({"count"});
  Table percpu = TableOf({"total"});
  Table single = TableOf({"ERR", "MIS"});
  explicit Interrupts(std::string_view text) {
    ParseInterrupts(text, &total, &cells, &percpu, &single);
  }
};

TEST(ParseInterruptsTest, AreALineEachAndASumAProcessor) {
  const Interrupts got(
      "            CPU0       CPU2       \n"
      "  0:         12         30   IO-APIC    2-edge      timer\n"
      "LOC:          1          2   Local timer interrupts\n"
      "ERR:          5\nMIS:          6\n");
  EXPECT_EQ(TableText(got.total), "0: total=42\nLOC: total=3");
  EXPECT_EQ(TableText(got.cells),
            "0::cpu0: count=12\n0::cpu2: count=30\n"
            "LOC::cpu0: count=1\nLOC::cpu2: count=2");
  EXPECT_EQ(TableText(got.percpu), "cpu0: total=13\ncpu2: total=32");
  EXPECT_EQ(TableText(got.single), ": ERR=5 MIS=6");
}

TEST(ParseInterruptsTest, AShortLineCountsWhatItHas) {
  const Interrupts got("CPU0 CPU1\n 7: 5\n 8 no colon\n");
  EXPECT_EQ(TableText(got.total), "7: total=5");
  EXPECT_EQ(TableText(got.percpu), "cpu0: total=5\ncpu1: total=0");
}

TEST(ParseInterruptsTest, NothingComesOfNothing) {
  EXPECT_EQ(Interrupts("").total.rows(), 0u);
}

TEST(ParsePressureTest, HasBothLines) {
  const PressureText got = ParsePressure(
      "some avg10=1.50 avg60=0.25 avg300=0.00 total=4711\n"
      "full avg10=0.50 avg60=0.00 avg300=9.99 total=12\n");
  ASSERT_TRUE(got.some && got.full);
  EXPECT_THAT(got.some->average, ElementsAre(1.5, 0.25, 0));
  EXPECT_EQ(got.some->total, 4711u);
  EXPECT_THAT(got.full->average, ElementsAre(0.5, 0, 9.99));
}

TEST(ParsePressureTest, WhatIsNotWholeIsNotThere) {
  EXPECT_FALSE(ParsePressure("some avg10=1 avg60=2 avg300=3\n").some);
  EXPECT_FALSE(ParsePressure("some avg10=1 avg60 avg300=3 total=4\n").some);
  EXPECT_FALSE(ParsePressure("some\n").some);
  EXPECT_FALSE(ParsePressure("").full);
}

TEST(ParseCpuinfoTest, HasRealsTextsAndIntegers) {
  Table table =
      TableOf({"cpu MHz", "model", "model name", "cache size", "bogomips"});
  ParseCpuinfo(
      "processor\t: 3\nmodel\t\t: 17\nmodel name\t: A  CPU @ 2 GHz\n"
      "cpu MHz\t\t: 2600.5\ncache size\t: 512 KB\nbogomips\t: 5200.25\n\n"
      "processor\t: 4\nmodel\t: \n",
      &table);
  EXPECT_EQ(TableText(table),
            "cpu3: cpu MHz=2600.5 model=\"17\" model name=\"A  CPU @ 2 GHz\""
            " cache size=512 bogomips=5200.25\ncpu4: model=\"\"");
}

TEST(ParseCpuinfoTest, LinesBeforeAProcessorAreNobodys) {
  Table table = TableOf({"model"});
  ParseCpuinfo("model : 1\nprocessor : x\nmodel : 2\n", &table);
  EXPECT_EQ(table.rows(), 0u);
}

TEST(ParseTimeInStateTest, AddsUpWhatAProcessorRanAt) {
  const auto got = ParseTimeInState("2400000 20\n1200999 10\n?\n800000\n");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->count, 2400u * 20 + 1200 * 10);
  EXPECT_EQ(got->time, 30u);
  EXPECT_EQ(got->max, 2400u);
  EXPECT_EQ(got->min, 1200u);
  EXPECT_FALSE(ParseTimeInState(""));
}

TEST(ParseCpuListTest, KnowsRanges) {
  EXPECT_THAT(ParseCpuList("0-2,8,10-11\n"), ElementsAre(0, 1, 2, 8, 10, 11));
  EXPECT_THAT(ParseCpuList("\n"), IsEmpty());
  EXPECT_THAT(ParseCpuList("5-3"), IsEmpty());
  EXPECT_THAT(ParseCpuList("1,99999999999"), ElementsAre(1));
}

TEST(SumNodesTest, AddsTheProcessorsOfEachNode) {
  const Stat stat("cpu0 1 1 1 1\ncpu1 2 2 2 2\ncpu2 4 4 4 4\n");
  Table nodes(kCpuFields);
  SumNodes({{0, {0, 2}}, {1, {1}}}, stat.percpu, &nodes);
  EXPECT_EQ(TableText(nodes),
            "node0: user=5 nice=5 sys=5 idle=5 intr=0 vuser=5 vnice=5\n"
            "node1: user=2 nice=2 sys=2 idle=2 intr=0 vuser=2 vnice=2");
}

}  // namespace
}  // namespace pmapi::lnx
