// Texts of one process.
#include "pmapi/linux/parse_process.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

using namespace std::string_view_literals;

struct Stat {
  Table processes{kProcStatFields};
  Table queue{kRunqFields};
  bool read;
  explicit Stat(std::string_view text) {
    queue.AddOnly();
    read = ParseProcStat(text, &processes, &queue);
  }
};

TEST(ParseProcStatTest, HasItsFieldsInOrder) {
  const Stat got(
      "42 (a b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 "
      "24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 99 99\n");
  EXPECT_EQ(TableText(got.processes),
            ": pid=42 cmd=\"a b\" sname=\"S\" ppid=1 pgrp=2 session=3 tty=4"
            " tty_pgrp=5 flags=6 minflt=7 cmin_flt=8 maj_flt=9 cmaj_flt=10"
            " utime=11 stime=12 cutime=13 cstime=14 priority=15 nice=16"
            " -threads=17 it_real_value=18 start_time=19 vsize=20 rss=21"
            " rss_rlim=22 start_code=23 end_code=24 start_stack=25 esp=26"
            " eip=27 signal=28 blocked=29 sigignore=30 sigcatch=31 wchan=32"
            " nswap=33 cnswap=34 exit_signal=35 processor=36 rt_priority=37"
            " policy=38 delayacct_blkio_time=39 guest_time=40 cguest_time=41"
            " ttyname=\"?\" policy_s=\"?\"");
  EXPECT_EQ(got.processes.id(0), 42);
  EXPECT_EQ(TableText(got.queue), ": sleeping=1");
}

TEST(ParseProcStatTest, ANameMayHoldAnything) {
  const Stat got("7 (x) R 9 (\n)) Z 1 2 3 4 -1\n");
  EXPECT_EQ(TableText(got.processes),
            ": pid=7 cmd=\"x) R 9 (\n)\" sname=\"Z\" ppid=1 pgrp=2 session=3"
            " tty=4 ttyname=\"?\"");
  EXPECT_EQ(TableText(got.queue), ": defunct=1");
}

TEST(ParseProcStatTest, WhoSleepsWithoutMemoryIsSwapped) {
  EXPECT_EQ(TableText(Stat("7 (k) I 1 2\n").queue), ": swapped=1");
  EXPECT_EQ(TableText(Stat("7 (k) D 1 2\n").queue), ": blocked=1");
  EXPECT_EQ(TableText(Stat("7 (k) t 1 2\n").queue), ": stopped=1");
  EXPECT_EQ(TableText(Stat("7 (k) R 1 2\n").queue), ": runnable=1");
  EXPECT_EQ(TableText(Stat("7 (k) ? 1 2\n").queue), ": unknown=1");
}

TEST(ParseProcStatTest, WhatIsNoProcessIsNoRow) {
  for (const char* text : {"", "7", "7 (x", "7 )x( S", "x (a) S",
                           "99999999999 (a) S 1", "-1 (a) S 1"}) {
    const Stat got(text);
    EXPECT_FALSE(got.read) << text;
    EXPECT_EQ(got.processes.rows(), 0u) << text;
  }
}

TEST(ParseProcStatusTest, HasUsersTextsAndNumbers) {
  Table table = TableOf({"uid", "fsuid", "egid", "Threads", "SigCgt", "VmRSS",
                         "Cpus_allowed_list"});
  ParseProcStatus(
      "Name:\tx\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\nVmRSS:\t    1752 kB\n"
      "Threads:\t9\nSigCgt:\t0000000000010002\nCpus_allowed_list:\t0-1\n",
      &table, table.AddRow({}, 1));
  EXPECT_EQ(TableText(table),
            ": uid=1 fsuid=4 egid=6 Threads=9 SigCgt=\"0000000000010002\""
            " VmRSS=1752 Cpus_allowed_list=\"0-1\"");
}

TEST(ParseProcStatusTest, TheKernelsOwnHaveNoMemory) {
  Table table = TableOf({"VmRSS", "Threads"});
  ParseProcStatus("Threads:\t1\n", &table, table.AddRow({}, 2));
  EXPECT_EQ(TableText(table), ": VmRSS=0 Threads=1");
}

TEST(ParseNumbersTest, GoesAsFarAsThereAreNumbers) {
  Table table(kSchedstatFields);
  ParseNumbers("5 6\n", &table, table.AddRow({}, 1));
  EXPECT_EQ(TableText(table), ": cpu_time=5 run_delay=6");
}

TEST(ParseAutogroupTest, HasNumberAndNiceness) {
  Table table = TableOf({"id", "nice"});
  ParseAutogroup("/autogroup-61 nice -5\n", &table, table.AddRow("a", 1));
  ParseAutogroup("/autogroup61\n", &table, table.AddRow("b", 2));
  EXPECT_EQ(TableText(table), "a: id=61 nice=-5\nb:");
}

TEST(JoinedCgroupsTest, DropsTheHierarchiesNumbers) {
  EXPECT_EQ(JoinedCgroups("9:name=systemd:/a\n3:cpu,cpuacct:/\n0::/b:c\n"),
            "name=systemd:/a;cpu,cpuacct:/;:/b:c");
  EXPECT_EQ(JoinedCgroups("x\n"), "");
}

TEST(TerminalNameTest, KnowsConsolesSerialLinesAndPseudoTerminals) {
  EXPECT_EQ(TerminalName(0), "?");
  EXPECT_EQ(TerminalName(4 << 8 | 1), "tty1");
  EXPECT_EQ(TerminalName(4 << 8 | 64), "ttyS0");
  EXPECT_EQ(TerminalName(136 << 8 | 3), "pts/3");
  EXPECT_EQ(TerminalName(137 << 8 | 3), "pts/259");
  EXPECT_EQ(TerminalName(~std::uint64_t{0}), "?");
}

TEST(ParseAccountsTest, NamesByNumber) {
  const AccountNames names = ParseAccounts(
      "root:x:0:0:root:/root:/bin/sh\nadm:x:4:\nbad\nworse:x\n:::\ntwo:x:4:\n");
  EXPECT_EQ(NameOf(names, 0), "root");
  EXPECT_EQ(NameOf(names, 4), "adm");
  EXPECT_EQ(NameOf(names, 7), "7");
}

TEST(ParseProcStatTest, SaysPolicyAndTerminalInWords) {
  const Stat got(
      "42 (a) S 1 2 3 34816 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 "
      "23 "
      "24 25 26 27 28 29 30 31 32 33 34 35 36 37 1\n");
  const auto text = [&got](const char* name) {
    return got.processes.Text(got.processes.field(
        0, static_cast<std::size_t>(got.processes.Column(name))));
  };
  EXPECT_EQ(text("ttyname"), "pts/0");
  EXPECT_EQ(text("policy_s"), "FIFO");
}

TEST(ProcessNameTest, IsTheFirstWordOrInBrackets) {
  EXPECT_EQ(ProcessName(42, "/bin/sh\0-c\0"sv, "sh"), "000042 /bin/sh");
  EXPECT_EQ(ProcessName(42, "sshd: me@pts/0\0"sv, "sshd"), "000042 sshd:");
  EXPECT_EQ(ProcessName(2, "", "kthreadd"), "000002 (kthreadd)");
  EXPECT_EQ(ProcessName(7, "\0x\0"sv, "y"), "000007 ");
  EXPECT_EQ(ProcessName(1234567, "a", "a"), "1234567 a");
}

TEST(ProcessArgumentsTest, HasBlanksBetween) {
  EXPECT_EQ(ProcessArguments("sh\0-c\0a b\0"sv, "sh"), "sh -c a b");
  EXPECT_EQ(ProcessArguments("", "kthreadd"), "(kthreadd)");
  EXPECT_EQ(ProcessArguments("\0\0"sv, "x"), "(x)");
}

}  // namespace
}  // namespace pmapi::lnx
