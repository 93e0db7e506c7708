// Machine: which files are read for which fields.
#include "pmapi/linux/machine.h"

#include <gtest/gtest.h>
#include <utmp.h>

#include "tests/support/file_tree.h"
#include "tests/support/open_files_limit.h"
#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

class MachineTest : public ::testing::Test {
 protected:
  /// What `id` holds when of it only `fields` have been asked for.
  std::string Read(TableId id, std::initializer_list<std::string_view> fields) {
    Machine machine(tree_.root(), System(),
                    std::make_shared<InstanceNumbers>());
    for (const std::string_view field : fields) {
      machine.Ask(id,
                  static_cast<std::size_t>(machine.table(id).Column(field)));
    }
    machine.Refresh({id});
    return TableText(machine.table(id));
  }

  /// A link to itself cannot be read by anybody.
  void MakeUnreadable(const std::string& path) {
    tree_.Link(path, path.substr(path.rfind('/') + 1));
  }

  tests::FileTree tree_;
};

TEST_F(MachineTest, OfAnInterfaceOnlyTheFilesThatAreAskedFor) {
  tree_.Write("/proc/net/dev",
              "eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
  tree_.Write("/sys/class/net/eth0/mtu", "1500\n");
  tree_.Write("/sys/class/net/eth0/speed", "8\n");
  tree_.Write("/sys/class/net/eth0/duplex", "full\n");
  tree_.Write("/sys/class/net/eth0/flags", "0x1003\n");
  tree_.Write("/sys/class/net/eth0/operstate", "up\n");
  constexpr TableId kId = TableId::kInterfaceSys;
  EXPECT_EQ(Read(kId, {}), "eth0:");
  EXPECT_EQ(Read(kId, {"mtu"}), "eth0: mtu=1500");
  EXPECT_EQ(Read(kId, {"up"}), "eth0: up=1");
  EXPECT_EQ(Read(kId, {"running", "duplex"}), "eth0: duplex=2 running=1 up=1");
  EXPECT_EQ(Read(kId, {"baudrate"}).substr(0, 22), "eth0: baudrate=1000000");
}

TEST_F(MachineTest, WhatKindAnInterfaceIs) {
  tree_.Write("/proc/net/dev",
              "eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
              "wl: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
  tree_.Write("/sys/class/net/eth0/type", "772\n");
  tree_.Write("/sys/devices/virtual/net/eth0/type", "772\n");
  tree_.Write("/sys/class/net/wl/wireless/link", "0\n");
  EXPECT_EQ(Read(TableId::kInterfaceSys, {"type", "virtual", "wireless"}),
            "eth0: type=772 virtual=1 wireless=0\n"
            "wl: virtual=0 wireless=1");
}

TEST_F(MachineTest, WhatIsCountedByItsFolders) {
  constexpr TableId kId = TableId::kHardware;
  EXPECT_EQ(Read(kId, {"nodes", "tapes"}), ": nodes=1 tapes=0");
  tree_.Write("/sys/devices/system/node/node0/cpulist", "0\n");
  tree_.Write("/sys/devices/system/node/node1/cpulist", "1-2\n");
  tree_.Write("/sys/class/scsi_tape/st0/stats/in_flight", "0\n");
  tree_.Write("/sys/class/scsi_tape/nst0/stats/in_flight", "0\n");
  tree_.Write("/sys/class/fc_host/host5/speed", "0\n");
  EXPECT_EQ(Read(kId, {"nodes", "tapes", "fc_hosts"}),
            ": fc_hosts=1 nodes=2 tapes=1");
}

TEST_F(MachineTest, WhatAProcessorRunsAtAndWhere) {
  const std::string cpus = "/sys/devices/system/cpu/";
  tree_.Write(cpus + "cpu0/cpufreq/stats/time_in_state", "1200000 10\n");
  tree_.Write(cpus + "cpu0/cpufreq/cpuinfo_max_freq", "9000000\n");
  tree_.Write(cpus + "cpu1/cpufreq/cpuinfo_max_freq", "2400999\n");
  tree_.Write(cpus + "cpu1/cpufreq/scaling_cur_freq", "1800000\n");
  tree_.Write(cpus + "cpu2/online", "1\n");
  tree_.Write("/sys/devices/system/node/node3/cpulist", "1-2\n");
  constexpr TableId kId = TableId::kCpuSys;
  EXPECT_EQ(Read(kId, {"scaling.max"}),
            "cpu0: scaling.count=12000 scaling.max=1200 scaling.min=1200"
            " scaling.time=10\n"
            "cpu1: scaling.count=1800 scaling.max=2400\ncpu2:");
  EXPECT_EQ(Read(kId, {"node"}), "cpu0: node=0\ncpu1: node=3\ncpu2: node=3");
}

TEST_F(MachineTest, HugePagesOfANode) {
  tree_.Write("/proc/meminfo", "MemFree: 1 kB\nHugepagesize:  2048 kB\n");
  tree_.Write("/sys/devices/system/node/node0/meminfo",
              "Node 0 HugePages_Total: 2\n");
  EXPECT_EQ(Read(TableId::kNumaMem, {".huge_total"}),
            "node0: .huge_total=4096 HugePages_Total=2 online=1");
}

TEST_F(MachineTest, OfAGroupOnlyTheFilesThatAreAskedFor) {
  tree_.Write("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  tree_.Write("/sys/fs/cgroup/memory.current", "7\n");
  tree_.Write("/sys/fs/cgroup/memory.stat", "anon 5\nfile 6\n");
  tree_.Write("/sys/fs/cgroup/io.pressure",
              "some avg10=1.00 avg60=2.00 avg300=3.00 total=4\n");
  tree_.Write("/sys/fs/cgroup/cpu.pressure",
              "some avg10=5.00 avg60=6.00 avg300=7.00 total=8\n");
  EXPECT_EQ(Read(TableId::kCgroupMemory, {}), "/:");
  EXPECT_EQ(Read(TableId::kCgroupMemory, {"current"}), "/: current=7");
  EXPECT_EQ(Read(TableId::kCgroupMemory, {"file"}), "/: anon=5 file=6");
  EXPECT_EQ(Read(TableId::kCgroupPressure, {"io.some.total"}),
            "/: io.some.avg10=1 io.some.avg300=3 io.some.avg60=2"
            " io.some.total=4");
}

TEST_F(MachineTest, GroupsOfVersionTwoStandBesideVersionOne) {
  tree_.Write("/sys/fs/cgroup/cpu/job/cpu.stat", "nr_periods 0\n");
  EXPECT_EQ(Read(TableId::kCgroupPressure, {"cpu.some.total"}), "");
  tree_.Write("/sys/fs/cgroup/unified/cgroup.stat", "nr_descendants 1\n");
  tree_.Write("/sys/fs/cgroup/unified/job/cpu.pressure",
              "some avg10=5.00 avg60=6.00 avg300=7.00 total=8\n");
  EXPECT_EQ(Read(TableId::kCgroupPressure, {"cpu.some.total"}),
            "/:\n/job: cpu.some.avg10=5 cpu.some.avg300=7 cpu.some.avg60=6"
            " cpu.some.total=8");
}

TEST_F(MachineTest, OfSingleValuesOnlyTheFilesThatAreAskedFor) {
  tree_.Write("/proc/sys/fs/file-nr", "1\t2\t3\n");
  tree_.Write("/proc/sys/fs/inode-nr", "4\t5\n");
  tree_.Write("/proc/pressure/io",
              "some avg10=1.00 avg60=2.00 avg300=3.00 total=4\n");
  tree_.Write("/proc/pressure/memory",
              "some avg10=1.00 avg60=2.00 avg300=3.00 total=5\n");
  EXPECT_EQ(Read(TableId::kVfs, {"inodes.free"}),
            ": inodes.count=4 inodes.free=5");
  EXPECT_EQ(Read(TableId::kPressureTotals, {"memory.some"}), ": memory.some=5");
}

// Only the kernel's files stay the same ones.
TEST_F(MachineTest, LoginsAreThoseOfTheFileThatIsThereNow) {
  Machine machine(tree_.root(), System(), std::make_shared<InstanceNumbers>());
  const Table& users = machine.table(TableId::kUsers);
  tree_.Write("/run/utmp", std::string(sizeof(struct utmp), '\0'));
  machine.Refresh({TableId::kUsers});
  EXPECT_EQ(TableText(users), ": users=0 roots=0 entries=1");
  tree_.Remove("/run/utmp");
  tree_.Write("/run/utmp", std::string(2 * sizeof(struct utmp), '\0'));
  machine.Refresh({TableId::kUsers});
  EXPECT_EQ(TableText(users), ": users=0 roots=0 entries=2");
}

// Neither 0 nor the sum of what could be read: an alarm may depend on it.
TEST_F(MachineTest, WhatCannotBeReadHasNoValuesInAnyTable) {
  std::vector<TableId> ids;
  Machine machine("", ThisSystem(), std::make_shared<InstanceNumbers>());
  for (const TableSpec& spec : TableSpecs()) {
    ids.push_back(spec.id);
    for (std::size_t i = 0; i < machine.table(spec.id).columns(); ++i) {
      machine.Ask(spec.id, i);
    }
  }
  {
    const tests::OpenFilesLimit limit;
    machine.Refresh(ids);
  }
  ASSERT_TRUE(machine.shortfall());
  for (const TableId id : ids) {
    const Table& table = machine.table(id);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      for (std::size_t i = 0; i < table.columns(); ++i) {
        // uname(2) needs no file.
        if (id == TableId::kUname && table.FieldName(i) != "distro") continue;
        EXPECT_EQ(table.field(row, i).kind, Field::Kind::kNone)
            << table.FieldName(i) << " of " << table.name(row);
      }
    }
  }
  machine.Refresh({TableId::kStat});
  EXPECT_FALSE(machine.shortfall());
}

// A folder in their place stands for whatever reason; who runs the tests may
// well be allowed to read everything.
TEST_F(MachineTest, WhyATableThatIsForEverybodyCannotBeRead) {
  tree_.Write("/proc/net/dev/folder", "");
  tree_.Write("/proc/slabinfo/folder", "");
  Machine machine(tree_.root(), System(), std::make_shared<InstanceNumbers>());
  machine.Refresh({TableId::kSlab});
  EXPECT_FALSE(machine.shortfall()) << "it is for root alone";
  machine.Refresh({TableId::kStat});
  EXPECT_FALSE(machine.shortfall()) << "there is none";
  machine.Refresh({TableId::kInterface});
  ASSERT_TRUE(machine.shortfall());
  EXPECT_EQ(machine.shortfall()->message,
            "cannot read /proc/net/dev: Is a directory");
}

TEST_F(MachineTest, NorHasItWhatIsSaidOfAProcessorThatCannotBeRead) {
  const std::string cpus = "/sys/devices/system/cpu/";
  tree_.MakeFolder(cpus + "cpu0/thermal_throttle");
  MakeUnreadable(cpus + "cpu0/online");
  MakeUnreadable(cpus + "cpu0/thermal_throttle/core_throttle_count");
  tree_.MakeFolder("/sys/devices/system/node/node0");
  MakeUnreadable("/sys/devices/system/node/node0/cpulist");
  EXPECT_EQ(Read(TableId::kCpuSys, {"online", "core.count", "node"}), "cpu0:");
  MakeUnreadable("/proc/meminfo");
  tree_.Write("/sys/devices/system/node/node0/meminfo",
              "Node 0 HugePages_Total: 2\n");
  EXPECT_EQ(Read(TableId::kNumaMem, {".huge_total"}),
            "node0: HugePages_Total=2 online=1");
}

TEST_F(MachineTest, NorOfADevice) {
  tree_.MakeFolder("/sys/class");
  MakeUnreadable("/sys/class/scsi_tape");
  EXPECT_EQ(Read(TableId::kHardware, {"tapes"}), ":");
  tree_.Write("/proc/diskstats", "8 0 sda 1 1 1 1\n253 0 dm-0 1 1 1 1\n");
  tree_.MakeFolder("/sys/class/block/sda/queue");
  MakeUnreadable("/sys/class/block/sda/queue/scheduler");
  tree_.MakeFolder("/sys/class/block/dm-0/dm");
  MakeUnreadable("/sys/class/block/dm-0/dm/name");
  EXPECT_EQ(Read(TableId::kDiskSys, {"scheduler"}), "sda:");
  EXPECT_EQ(Read(TableId::kDm, {"read"}), "dm-0:");
  tree_.Write("/proc/net/dev",
              "eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
  tree_.MakeFolder("/sys/class/net/eth0");
  MakeUnreadable("/sys/class/net/eth0/wireless");
  EXPECT_EQ(Read(TableId::kInterfaceSys, {"wireless"}), "eth0:");
}

TEST_F(MachineTest, NorOfAProcessOrItsUser) {
  tree_.MakeFolder("/run");
  MakeUnreadable("/run/utmp");
  EXPECT_EQ(Read(TableId::kUsers, {"users"}), "");
  tree_.Write("/proc/1/stat", "1 (p) R 1 2 3\n");
  tree_.MakeFolder("/proc/2");
  MakeUnreadable("/proc/2/stat");
  EXPECT_EQ(Read(TableId::kRunq, {"runnable"}), ":") << "not the sum of some";
  tree_.Write("/proc/1/comm", "p\n");
  MakeUnreadable("/proc/1/cmdline");
  EXPECT_EQ(Read(TableId::kProcArgs, {"psargs"}), "");
  tree_.Write("/proc/1/status", "Uid:\t0\t5\t0\t0\nGid:\t9\t9\t9\t9\n");
  tree_.MakeFolder("/etc");
  MakeUnreadable("/etc/passwd");
  EXPECT_EQ(Read(TableId::kProcNames, {"uid"}),
            ": egid=\"9\" fsgid=\"9\" gid=\"9\" sgid=\"9\"");
}

// Where instances are looked for nothing has been asked for.
TEST_F(MachineTest, FileSystemsAreThereWithoutBeingMeasured) {
  tree_.Write("/proc/mounts", "/dev/sda1 / ext4 ro 0 0\n");
  EXPECT_EQ(Read(TableId::kFilesys, {"mountdir"}),
            "/dev/sda1: mountdir=\"/\" readonly=1");
  EXPECT_NE(Read(TableId::kFilesys, {"capacity"}).find("capacity="),
            std::string::npos);
}

}  // namespace
}  // namespace pmapi::lnx
