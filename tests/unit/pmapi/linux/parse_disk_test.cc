// Texts about storage. Which names are disks was found by asking PCP's agent
// (tests/oracle/linux_test.py does still).
#include "pmapi/linux/parse_disk.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

TEST(KindOfDeviceTest, GoesByTheName) {
  for (const char* name :
       {"sda", "sdaa", "vda", "xvda", "hda", "nvme0n1", "nvme0c0n1", "mmcblk0",
        "mmcblk0boot0", "nbd0", "rbd12", "cciss/c0d0", "etherd/e0.0"}) {
    EXPECT_EQ(KindOfDevice(name), DeviceKind::kDisk) << name;
  }
  for (const char* name : {"sda1", "sdaa12", "nvme0n1p2", "mmcblk0p1", "nbd0p1",
                           "cciss/c0d0p1", "bcache0", "drbd0", "zd0"}) {
    EXPECT_EQ(KindOfDevice(name), DeviceKind::kPartition) << name;
  }
  for (const char* name : {"loop0", "ram0", "zram0", "sr0", ""}) {
    EXPECT_EQ(KindOfDevice(name), DeviceKind::kNone) << name;
  }
  EXPECT_EQ(KindOfDevice("dm-3"), DeviceKind::kMapped);
  EXPECT_EQ(KindOfDevice("md127"), DeviceKind::kMultiple);
}

struct Disks {
  Table disks{kDiskFields};
  Table partitions{kDiskFields};
  Table mapped{kDiskFields};
  Table multiple{kDiskFields};
  Table all{kDiskFields};
  explicit Disks(std::string_view text) {
    ParseDiskstats(text, {&disks, &partitions, &mapped, &multiple, &all});
  }
};

TEST(ParseDiskstatsTest, HasAllOfANewKernel) {
  const Disks got("   8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
  EXPECT_EQ(TableText(got.disks),
            "sda: read=1 read_merge=2 read_sectors=3 read_ms=4 write=5"
            " write_merge=6 write_sectors=7 write_ms=8 inflight=9 active=10"
            " queue=11 discard=12 discard_merge=13 discard_sectors=14"
            " discard_ms=15 flush=16 flush_ms=17 total=6 total_sectors=10"
            " total_ms=12 device=\"sda\"");
}

TEST(ParseDiskstatsTest, OlderKernelsHaveElevenAndPartitionsFour) {
  const Disks got(
      "8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n8 1 sda1 100 200 300 400\n");
  EXPECT_EQ(TableText(got.disks),
            "sda: read=1 read_merge=2 read_sectors=3 read_ms=4 write=5"
            " write_merge=6 write_sectors=7 write_ms=8 inflight=9 active=10"
            " queue=11 total=6 total_sectors=10 total_ms=12 device=\"sda\"");
  EXPECT_EQ(TableText(got.partitions),
            "sda1: read=100 read_sectors=200 write=300 write_sectors=400"
            " total=400 total_sectors=600 device=\"sda1\"");
}

TEST(ParseDiskstatsTest, AddsUpDisksAlone) {
  const Disks got(
      "8 0 sda 1 1 1 1\n8 1 sda1 9 9 9 9\n8 16 sdb 10 10 10 10\n"
      "253 0 dm-0 99 9 9 9\n9 0 md0 88 8 8 8\n7 0 loop0 7 7 7 7\n");
  EXPECT_EQ(TableText(got.all),
            ": read=11 read_sectors=11 write=11 write_sectors=11 total=22"
            " total_sectors=22 ndisk=2");
  EXPECT_EQ(got.mapped.rows(), 1u);
  EXPECT_EQ(got.multiple.rows(), 1u);
}

TEST(ParseDiskstatsTest, CutOffLinesAreNoDevices) {
  const Disks got("8 0 sda 1 2 3\n8 0\n\n8 16 sdb x\n");
  EXPECT_EQ(got.disks.rows(), 0u);
}

TEST(ParseSchedulerTest, IsTheOneInBrackets) {
  EXPECT_EQ(ParseScheduler("none [mq-deadline] kyber\n"), "mq-deadline");
  EXPECT_EQ(ParseScheduler("none\n"), "none");
  EXPECT_EQ(ParseScheduler("a ] [ b\n"), "a ] [ b");
  EXPECT_EQ(ParseScheduler("[\n"), "[");
  EXPECT_EQ(ParseScheduler(""), "");
}

TEST(ParseSwapsTest, HasARowADevice) {
  Table table(kSwapFields);
  ParseSwaps(
      "Filename\t\tType\t\tSize\tUsed\tPriority\n"
      "/dev/sda2  partition 4000 100 -2\n/swap file 300 300 5\n/bad file 1\n",
      &table);
  EXPECT_EQ(TableText(table),
            "/dev/sda2: size=4000 free=3900 virtual=0 priority=-2\n"
            "/swap: size=300 free=0 virtual=0 priority=5");
}

struct Mounts {
  Table filesys{kFilesysFields};
  Table tmpfs{kFilesysFields};
  explicit Mounts(std::string_view text) {
    ParseMounts(text, &filesys, &tmpfs);
  }
};

TEST(ParseMountsTest, TakesLocalDevicesOnceAndMemoryByFolder) {
  const Mounts got(
      "/dev/vda / ext4 rw,relatime 0 0\n"
      "/dev/vda /var ext4 rw 0 0\n"
      "tmpfs /tmp tmpfs rw 0 0\n"
      "tmpfs /run tmpfs ro,nosuid 0 0\n"
      "/dev/sdb1 /a\\040b\\134 xfs noatime,ro 0 0\n");
  EXPECT_EQ(TableText(got.filesys),
            "/dev/vda: mountdir=\"/\" readonly=0\n"
            "/dev/sdb1: mountdir=\"/a b\\\" readonly=1");
  EXPECT_EQ(TableText(got.tmpfs),
            "/tmp: mountdir=\"/tmp\" readonly=0\n"
            "/run: mountdir=\"/run\" readonly=1");
}

TEST(ParseMountsTest, TakesLoopDevicesButNoPackages) {
  const Mounts got(
      "/dev/loop0 /snap/a squashfs ro 0 0\n/dev/sda1 /b squashfs ro 0 0\n"
      "/dev/loop1 /images ext4 rw 0 0\n");
  EXPECT_EQ(TableText(got.filesys),
            "/dev/loop1: mountdir=\"/images\" readonly=0");
}

TEST(ParseMountsTest, NeverTakesWhatMayHang) {
  const Mounts got(
      "server:/x /mnt nfs rw 0 0\n//nas/x /mnt cifs rw 0 0\n"
      "sshfs#h:/ /mnt fuse.sshfs rw 0 0\n/dev/fuse /mnt fuse rw 0 0\n"
      "/dev/sda1 /mnt autofs rw 0 0\n"
      "/dev/sdc1 /win fuseblk rw 0 0\n"
      "proc /proc proc rw 0 0\n/dev/sdb\n\n");
  EXPECT_EQ(got.filesys.rows(), 0u);
  EXPECT_EQ(got.tmpfs.rows(), 0u);
}

// To ask what is below would be to ask what is above.
TEST(ParseMountsTest, NeverTakesWhatIsBelowAnother) {
  const Mounts got(
      "/dev/vda / ext4 rw 0 0\n"
      "/dev/vdb /data ext4 rw 0 0\n"
      "tmpfs /run tmpfs rw 0 0\n"
      "server:/x /data nfs rw 0 0\n"
      "tmpfs /run tmpfs rw 0 0\n"
      "server:/y /run nfs rw 0 0\n"
      "/dev/vdb /other ext4 ro 0 0\n");
  EXPECT_EQ(TableText(got.filesys),
            "/dev/vda: mountdir=\"/\" readonly=0\n"
            "/dev/vdb: mountdir=\"/other\" readonly=1");
  EXPECT_EQ(got.tmpfs.rows(), 0u);
}

TEST(ParseLocksTest, CountsWhoHoldsNotWhoWaits) {
  Table table(kLockFields);
  ParseLocks(
      "1: POSIX  ADVISORY  WRITE 694 fe:00:1 0 EOF\n"
      "1: -> POSIX  ADVISORY  WRITE 695 fe:00:1 0 EOF\n"
      "2: FLOCK  ADVISORY  READ 1 fe:00:2 0 EOF\n"
      "3: LEASE  ACTIVE    READ 2 fe:00:3 0 EOF\n"
      "4: OFDLCK ADVISORY  READ -1 fe:00:3 0 EOF\n5:\n",
      &table);
  EXPECT_EQ(TableText(table),
            ": posix.read=0 posix.write=1 posix.count=1 flock.read=1"
            " flock.write=0 flock.count=1 lease.read=1 lease.write=0"
            " lease.count=1");
}

}  // namespace
}  // namespace pmapi::lnx
