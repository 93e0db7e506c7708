// LinuxSource: catalogue and stream over trees of fixtures.
#include "pmapi/linux/linux_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cerrno>

#include "tests/support/event_counts.h"
#include "tests/support/file_tree.h"
#include "tests/support/open_files_limit.h"
#include "tests/support/shared_needs.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using tests::FileTree;

constexpr TickGrid kGrid{base::Timestamp{0},
                         base::Duration{10 * base::kNanosPerSecond}};

class LinuxSourceTest : public ::testing::Test {
 protected:
  LinuxSourceTest() {
    tree_.Write("/proc/loadavg", "0.50 1.25 2.75 3/128 4711\n");
    tree_.Write("/proc/stat",
                "cpu  10 2 30 400 5 6 7 8 9 1\n"
                "cpu0 4 1 10 200 2 3 3 4 4 1\n"
                "cpu1 6 1 20 200 3 3 4 4 5 0\n");
    tree_.Write("/proc/diskstats",
                "   8  0 sda 100 1 800 10 200 2 1600 20 0 30 40\n"
                "   8 16 sdb 300 3 2400 30 400 4 3200 40 0 50 60\n");
  }

  std::unique_ptr<LiveSource> Open() const {
    auto source = OpenLinuxSource({tree_.root()});
    EXPECT_TRUE(source.has_value());
    return *std::move(source);
  }

  FileTree tree_;
};

Want All(const Source& source, std::string_view name) {
  return {*source.Catalog().Describe(name), {}};
}

TEST_F(LinuxSourceTest, FetchesWhatIsThereNow) {
  const auto source = Open();
  auto stream = *source->Open(
      {All(*source, "kernel.all.load"), All(*source, "kernel.all.cpu.user"),
       All(*source, "disk.dev.read")},
      kGrid);
  bool ready = false;
  stream->Ask(base::Timestamp{77}, kGrid.step, [&ready] { ready = true; });
  EXPECT_TRUE(ready);
  Samples samples;
  ASSERT_TRUE(stream->Fetch(1, &samples).has_value());

  EXPECT_THAT(samples.stamps, ElementsAre(base::Timestamp{77}));
  ASSERT_EQ(samples.groups.size(), 3u);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(1, 5, 15));
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(kNullInstance));
  EXPECT_THAT(samples.groups[2].instances, ElementsAre(0, 1));
  EXPECT_THAT(samples.metrics[0].bits,
              ElementsAre(std::bit_cast<std::uint32_t>(0.5f),
                          std::bit_cast<std::uint32_t>(1.25f),
                          std::bit_cast<std::uint32_t>(2.75f)));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(100, 300));
  EXPECT_TRUE(samples.metrics[2].dense);
}

Samples Fetched(SampleStream* stream) {
  Samples samples;
  EXPECT_TRUE(stream->Fetch(1, &samples).has_value());
  return samples;
}

TEST_F(LinuxSourceTest, ReadsAnewAndStampsByTheGridWhereNobodyAsks) {
  const auto source = Open();
  auto stream = *source->Open({All(*source, "disk.dev.read")}, kGrid);
  EXPECT_THAT(Fetched(stream.get()).metrics[0].bits, ElementsAre(100, 300));
  tree_.Write("/proc/diskstats", "8 0 sda 101 1 800 10 200 2 1600 20 0 30 40");
  const Samples later = Fetched(stream.get());
  EXPECT_THAT(later.metrics[0].bits, ElementsAre(101));
  EXPECT_THAT(later.stamps, ElementsAre(kGrid.At(1)));
}

TEST_F(LinuxSourceTest, ADeviceKeepsItsNumber) {
  const auto source = Open();
  auto stream = *source->Open({All(*source, "disk.dev.read")}, kGrid);
  Fetched(stream.get());
  tree_.Write("/proc/diskstats", "8 16 sdb 1 1 1 1\n");
  EXPECT_THAT(Fetched(stream.get()).groups[0].instances, ElementsAre(1));
  tree_.Write("/proc/diskstats",
              "8 32 sdc 3 1 1 1\n8 16 sdb 2 1 1 1\n8 0 sda 1 1 1 1\n");
  const Samples last = Fetched(stream.get());
  EXPECT_THAT(last.groups[0].instances, ElementsAre(0, 1, 2));
  EXPECT_THAT(last.metrics[0].bits, ElementsAre(1, 2, 3));
}

TEST_F(LinuxSourceTest, ConvertsToTheMetricsUnits) {
  const auto source = Open();
  auto stream = *source->Open({All(*source, "disk.dev.total_bytes"),
                               All(*source, "disk.all.total_bytes")},
                              kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(1200, 2800));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(4000));
}

TEST_F(LinuxSourceTest, OnlyWhatIsWanted) {
  const auto source = Open();
  Want second = All(*source, "disk.dev.read");
  second.only = {1};
  Want none = All(*source, "disk.dev.write");
  none.only = {77};
  auto stream = *source->Open({second, none}, kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(1));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(300));
  EXPECT_THAT(samples.metrics[1].cells, ElementsAre(kAbsent));
  EXPECT_FALSE(samples.metrics[1].dense);
}

TEST_F(LinuxSourceTest, JoinsTheInstancesOfSeveralTables) {
  tree_.Write("/sys/class/block/sdb/size", "4096\n");
  tree_.Write("/sys/class/block/sdb/queue/scheduler", "[none] kyber\n");
  const auto source = Open();
  auto stream = *source->Open(
      {All(*source, "disk.dev.read"), All(*source, "disk.dev.capacity"),
       All(*source, "disk.dev.scheduler")},
      kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(0, 1));
  EXPECT_THAT(samples.metrics[1].cells, ElementsAre(kAbsent, kKnown));
  EXPECT_EQ(samples.metrics[1].bits[1], 2048u);
  EXPECT_THAT(samples.strings, ElementsAre("unknown", "none"));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(0, 1));
}

TEST_F(LinuxSourceTest, WhatThisKernelDoesNotHaveHasNoValue) {
  const auto source = Open();
  MetricDesc strange;
  strange.pmid = Pmid{77};
  auto stream =
      *source->Open({All(*source, "kernel.all.pressure.cpu.some.total"),
                     All(*source, "disk.partitions.read"), Want{strange, {}}},
                    kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kAbsent));
  EXPECT_TRUE(samples.metrics[1].cells.empty());
  EXPECT_THAT(samples.metrics[2].cells, ElementsAre(kAbsent));
}

TEST_F(LinuxSourceTest, ThousandsOfProcessesComeAndGo) {
  constexpr int kProcesses = 5000;
  for (int pid = 1; pid <= kProcesses; ++pid) {
    const std::string number = std::to_string(pid);
    tree_.Write("/proc/" + number + "/stat",
                number + " (p) S 1 2 3 4 5 6 7 8 9 10 " + number + " 12\n");
  }
  const auto source = Open();
  Want some = All(*source, "proc.psinfo.stime");
  some.only = {3, 4000};
  auto stream = *source->Open({All(*source, "proc.nprocs"), some}, kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(kProcesses));
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(3, 4000));
  auto all = *source->Open({All(*source, "proc.psinfo.utime")}, kGrid);
  EXPECT_EQ(Fetched(all.get()).groups[0].instances.size(),
            static_cast<std::size_t>(kProcesses));
  tree_.Remove("/proc/1");
  EXPECT_EQ(Fetched(all.get()).groups[0].instances.front(), 2);
}

TEST_F(LinuxSourceTest, NamedProcessesAloneAreLookedAt) {
  for (const char* pid : {"3", "4", "5"}) {
    tree_.Write(std::string("/proc/") + pid + "/stat",
                std::string(pid) + " (p) S 1 2 3\n");
    tree_.Write(std::string("/proc/") + pid + "/schedstat", "1 2 3\n");
  }
  const auto source = Open();
  Want parents = All(*source, "proc.psinfo.ppid");
  parents.only = {9, 5, 3};
  Want counts = All(*source, "proc.schedstat.pcount");
  counts.only = {4};
  auto named = *source->Open({parents, counts}, kGrid);
  EXPECT_THAT(Fetched(named.get()).groups[0].instances, ElementsAre(3, 4, 5));
  auto both = *source->Open({parents, All(*source, "proc.nprocs")}, kGrid);
  EXPECT_THAT(Fetched(both.get()).metrics[1].bits, ElementsAre(3));
}

TEST_F(LinuxSourceTest, ProcessesOwnersAreNamedByFiles) {
  tree_.Write("/proc/7/status", "Uid:\t0\t5\t0\t0\nGid:\t9\t9\t9\t9\n");
  tree_.Write("/etc/passwd", "root:x:0:0::/:/bin/sh\n");
  tree_.Write("/etc/group", "staff:x:9:\n");
  const auto source = Open();
  auto stream = *source->Open(
      {All(*source, "proc.id.uid_nm"), All(*source, "proc.id.euid_nm"),
       All(*source, "proc.id.fsgid_nm"), All(*source, "proc.id.euid")},
      kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.strings, ElementsAre("root", "5", "staff"));
  EXPECT_THAT(samples.metrics[3].bits, ElementsAre(5));
}

TEST_F(LinuxSourceTest, UsersThatCameSinceHaveNames) {
  tree_.Write("/proc/7/status", "Uid:\t5\t5\t5\t5\n");
  tree_.Write("/etc/passwd", "root:x:0:0::/:/bin/sh\n");
  const auto source = Open();
  auto stream = *source->Open({All(*source, "proc.id.uid_nm")}, kGrid);
  EXPECT_THAT(Fetched(stream.get()).strings, ElementsAre("5"));
  // As who adds a user does it: another file of that name.
  tree_.Remove("/etc/passwd");
  tree_.Write("/etc/passwd", "root:x:0:0::/:/bin/sh\nnew:x:5:5::/:/bin/sh\n");
  EXPECT_THAT(Fetched(stream.get()).strings, ElementsAre("new"));
}

TEST_F(LinuxSourceTest, WhoseOwnerIsNotKnownIsNotRoots) {
  tree_.Write("/proc/7/status", "Name:\tx\nGid:\t0\t0\t0\t0\n");
  tree_.Write("/etc/passwd", "root:x:0:0::/:/bin/sh\n");
  tree_.Write("/etc/group", "root:x:0:\n");
  const auto source = Open();
  auto stream = *source->Open(
      {All(*source, "proc.id.uid_nm"), All(*source, "proc.id.gid_nm")}, kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kAbsent));
  EXPECT_THAT(samples.metrics[1].cells, ElementsAre(kKnown));
  EXPECT_THAT(samples.strings, ElementsAre("root"));
}

TEST_F(LinuxSourceTest, WhatRulesWaitForIsAChangeWhenItComes) {
  const auto source = Open();
  bool ready = false;
  source->Prepare(tests::Shared({{"disk.dev.read", {"sda", "sdc"}},
                                 {"no.such.metric", {}}}),
                  {}, [&ready](const base::Result<void>& result) {
                    ready = result.has_value();
                  });
  EXPECT_TRUE(ready);
  EXPECT_TRUE(source->waits());
  auto stream = *source->Open({}, kGrid);
  Fetched(stream.get());
  EXPECT_EQ(stream->Interruption(), std::nullopt);
  tree_.Write("/proc/diskstats",
              "   8  0 sda 100 1 800 10 200 2 1600 20 0 30 40\n"
              "   8 32 sdc 300 3 2400 30 400 4 3200 40 0 50 60\n");
  for (int tick = 0; tick < 2; ++tick) {
    Fetched(stream.get());
    EXPECT_EQ(stream->Interruption()->code, base::ErrorCode::kChanged);
  }
}

// Each half second a tick of both streams.
TEST_F(LinuxSourceTest, ItIsLookedForOnceForAllAndOnceASecond) {
  const auto source = Open();
  source->Prepare(tests::Shared({{"disk.dev.read", {"sdc"}}}), {},
                  [](const base::Result<void>&) {});
  const TickGrid often{{}, {base::kNanosPerSecond / 2}};
  const auto a = *source->Open({}, often);
  const auto b = *source->Open({}, often);
  std::string told;
  for (int tick = 0; tick < 12; ++tick) {
    if (tick == 7) {
      tree_.Write("/proc/diskstats",
                  "   8 32 sdc 300 3 2400 30 400 4 3200 40 0 50 60\n");
    }
    for (SampleStream* stream : {a.get(), b.get()}) {
      Fetched(stream);
      told += stream->Interruption() ? "!" : ".";
    }
  }
  EXPECT_EQ(told, "................!!!!!!!!") << "at four seconds";
}

TEST_F(LinuxSourceTest, FileSystemsAreMeasuredBelowTheRoot) {
  tree_.MakeFolder("/data dir");
  tree_.Write("/proc/mounts",
              "/dev/sda1 /data\\040dir ext4 ro 0 0\n"
              "/dev/sdb1 /gone ext4 rw 0 0\n");
  const auto source = Open();
  auto stream = *source->Open(
      {All(*source, "filesys.mountdir"), All(*source, "filesys.capacity"),
       All(*source, "filesys.used"), All(*source, "filesys.free"),
       All(*source, "hinv.nfilesys")},
      kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(0));
  EXPECT_THAT(samples.strings, ElementsAre("/data dir"));
  EXPECT_EQ(samples.metrics[1].bits[0],
            samples.metrics[2].bits[0] + samples.metrics[3].bits[0]);
  EXPECT_THAT(samples.metrics[4].bits, ElementsAre(2));
}

TEST_F(LinuxSourceTest, ControlGroupsAreFolders) {
  tree_.Write("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  tree_.Write("/sys/fs/cgroup/cpu.stat", "usage_usec 9\nuser_usec 5\n");
  tree_.Write("/sys/fs/cgroup/a.slice/b.service/cpu.stat", "usage_usec 4\n");
  tree_.Write("/sys/fs/cgroup/a.slice/b.service/memory.current", "4096\n");
  const auto source = Open();
  auto stream = *source->Open({All(*source, "cgroup.cpu.stat.usage"),
                               All(*source, "cgroup.memory.current")},
                              kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(9, 4));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(4096));
  const auto groups = source->Catalog().Instances(
      source->Catalog().Describe("cgroup.cpu.stat.usage")->indom);
  EXPECT_THAT(*groups, ElementsAre(Instance{0, "/"}, Instance{1, "/a.slice"},
                                   Instance{2, "/a.slice/b.service"}));
}

TEST_F(LinuxSourceTest, AllStreamsTellOfWhatOneCannotRead) {
  const auto source = Open();
  auto one = *source->Open({All(*source, "hinv.ncpu")}, kGrid);
  auto other = *source->Open({All(*source, "kernel.all.load")}, kGrid);
  Fetched(other.get());
  Samples of_one, of_other;
  base::ErrorCode of_instances{};
  {
    const tests::OpenFilesLimit limit;
    of_one = Fetched(one.get());
    of_other = Fetched(other.get());
    of_instances =
        source->Catalog().Instances(InDom{60u << 22 | 1}).error().code;
  }
  EXPECT_THAT(of_one.metrics[0].cells, ElementsAre(kAbsent));
  EXPECT_THAT(of_other.groups[0].instances, ElementsAre(1, 5, 15))
      << "is kept open";
  EXPECT_EQ(of_instances, base::ErrorCode::kSystem)
      << "not that there are none";
  for (SampleStream* stream : {one.get(), other.get()}) {
    ASSERT_TRUE(stream->Shortfall());
    EXPECT_EQ(stream->Shortfall()->message,
              "cannot read /proc/stat: Too many open files");
  }
  EXPECT_THAT(Fetched(one.get()).metrics[0].bits, ElementsAre(2));
  EXPECT_FALSE(one->Shortfall());
  EXPECT_FALSE(other->Shortfall());
}

TEST_F(LinuxSourceTest, AStreamThatEndsHasNoShortfallAnyMore) {
  const auto source = Open();
  auto one = *source->Open({All(*source, "hinv.ncpu")}, kGrid);
  auto other = *source->Open({All(*source, "kernel.all.load")}, kGrid);
  {
    const tests::OpenFilesLimit limit;
    Fetched(one.get());
  }
  EXPECT_TRUE(other->Shortfall());
  one.reset();
  EXPECT_FALSE(other->Shortfall());
}

TEST_F(LinuxSourceTest, InterfacesOfUnknownSpeedHaveNone) {
  tree_.Write("/proc/net/dev",
              "h\nh\n eth0: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n"
              " eth1: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n");
  tree_.Write("/sys/class/net/eth0/speed", "1000\n");
  tree_.Write("/sys/class/net/eth0/flags", "0x1003\n");
  tree_.Write("/sys/class/net/eth0/operstate", "up\n");
  tree_.Write("/sys/class/net/eth1/speed", "-1\n");
  tree_.Write("/sys/class/net/eth1/flags", "0x1003\n");
  tree_.Write("/sys/class/net/eth1/operstate", "down\n");
  const auto source = Open();
  auto stream = *source->Open({All(*source, "network.interface.baudrate"),
                               All(*source, "network.interface.up"),
                               All(*source, "network.interface.running")},
                              kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kKnown, kAbsent));
  EXPECT_EQ(samples.metrics[0].bits[0], 125'000'000u);
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(1, 1));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(1, 0));
}

TEST_F(LinuxSourceTest, SaysWhoItIs) {
  const auto source = Open();
  EXPECT_EQ(source->ContextName(), "local:");
  EXPECT_FALSE(source->HostName().empty());
}

TEST_F(LinuxSourceTest, RefusesAGridThatStands) {
  EXPECT_EQ(Open()->Open({}, TickGrid{}).error().code,
            base::ErrorCode::kInvalid);
}

/// `name`, and how many records there are.
Want Counted(const Source& source, std::string_view name) {
  Want want = All(source, name);
  want.fold = std::make_shared<tests::EventCounts>();
  return want;
}

std::optional<double> CountIn(const Samples& samples, std::size_t want) {
  const MetricSamples& metric = samples.metrics[want];
  if (metric.cells.at(0) != kKnown) return std::nullopt;
  return std::bit_cast<double>(metric.bits.at(0));
}

TEST_F(LinuxSourceTest, LinesOfLogFilesAreRecords) {
  tree_.Write("/log/app", "old\n");
  const auto source = *OpenLinuxSource({tree_.root(), {{"app", "/log/app"}}});
  const char* name = "logger.perfile.app.records";
  auto stream = *source->Open(
      {Counted(*source, name), All(*source, "disk.dev.read")}, kGrid);
  auto other = *source->Open({Counted(*source, name)}, kGrid);
  tree_.Write("/log/app", "new\nwritten anew\n");
  const Samples first = Fetched(stream.get());
  EXPECT_EQ(CountIn(first, 0), 2);
  EXPECT_THAT(first.metrics[1].bits, ElementsAre(100, 300));
  EXPECT_EQ(CountIn(Fetched(stream.get()), 0), 0);
  EXPECT_EQ(CountIn(Fetched(other.get()), 0), 2);
}

TEST_F(LinuxSourceTest, NumbersOfRecordsAreHandedOutOnce) {
  tree_.Write("/log/app", "");
  const auto source = *OpenLinuxSource({tree_.root(), {{"app", "/log/app"}}});
  auto stream =
      *source->Open({Counted(*source, "logger.perfile.app.records")}, kGrid);
  Samples samples;
  for (int tick = 0; tick < 3; ++tick) {
    ASSERT_TRUE(stream->Fetch(1, &samples).has_value());
    EXPECT_EQ(samples.ticks(), 1);
    EXPECT_EQ(samples.metrics[0].bits.size(), 1u);
  }
}

TEST_F(LinuxSourceTest, WhatCannotBeReadIsUnknownAndTold) {
  const auto source = *OpenLinuxSource({tree_.root(), {{"app", "/log/app"}}});
  auto stream = *source->Open({Counted(*source, "logger.perfile.app.records"),
                               Counted(*source, "kmsg.records")},
                              kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_EQ(CountIn(samples, 0), std::nullopt);
  EXPECT_EQ(CountIn(samples, 1), std::nullopt);
  ASSERT_TRUE(stream->Shortfall());
  EXPECT_THAT(stream->Shortfall()->message,
              testing::HasSubstr("/dev/kmsg: No such file or directory"));
}

TEST_F(LinuxSourceTest, LogFilesThatCannotBeMeantAreRefused) {
  tree_.MakeFolder("/folder");
  const auto why = [&](std::vector<records::LogFile> logs) {
    const auto source = OpenLinuxSource({tree_.root(), std::move(logs)});
    return source ? std::string() : source.error().message;
  };
  EXPECT_THAT(why({{"a", "/folder"}}), testing::HasSubstr("no regular file"));
  EXPECT_EQ(why({{"a", "/x"}, {"a", "/y"}}), "two log files are called a");
  std::vector<records::LogFile> many;
  for (int i = 0; i <= 100; ++i) {
    many.push_back({"n" + std::to_string(i), "/x"});
  }
  EXPECT_EQ(why(many), "101 log files: no more than 100 can be followed");
}

TEST_F(LinuxSourceTest, AHostWithoutAJournalHasNoValueOfIt) {
  const auto source = *OpenLinuxSource({tree_.root()});
  auto stream = *source->Open({Counted(*source, "systemd.journal.records"),
                               All(*source, "disk.dev.read")},
                              kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_EQ(CountIn(samples, 0), std::nullopt);
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(100, 300));
  ASSERT_TRUE(stream->Shortfall());
  EXPECT_THAT(stream->Shortfall()->message,
              testing::HasSubstr("this host has no journal: "));
}

TEST_F(LinuxSourceTest, AJournalIsADirectory) {
  tree_.Write("/file", "");
  const auto source = OpenLinuxSource({tree_.root(), {}, "/file"});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, base::ErrorCode::kInvalid);
  EXPECT_EQ(source.error().message,
            tree_.root() +
                "/file: no directory: name the one that has the "
                "journal's files");
  EXPECT_TRUE(OpenLinuxSource({tree_.root(), {}, "/none"}));
}

TEST(OpenLinuxSourceTest, NeedsProc) {
  const FileTree empty;
  const auto source = OpenLinuxSource({empty.root()});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, base::ErrorCode::kSystem);
  EXPECT_EQ(source.error().system_errno, ENOENT);
}

}  // namespace
}  // namespace pmapi
