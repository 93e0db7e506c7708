// Each file as a kernel prints it, with the fields that our templates ask for.
#include "tests/script/stand_in_host.h"

#include <sys/mount.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/check.h"
#include "base/time.h"
#include "pmapi/linux/linux_source.h"

namespace tests {
namespace {

namespace fs = std::filesystem;

constexpr double kTicks = 100;  // of a CPU's time in a second
constexpr double kMicroseconds = 1e6;
constexpr double kCpus = 2;

std::string Text(unsigned long long number) { return std::to_string(number); }

/// Has the host written anew before each tick.
class TimedStream : public pmapi::SampleStream {
 public:
  TimedStream(std::unique_ptr<pmapi::SampleStream> stream, StandInHost* host,
              pmapi::TickGrid grid, base::Timestamp begin)
      : stream_(std::move(stream)), host_(*host), grid_(grid), begin_(begin) {}

  base::Result<void> Fetch(int /*max_ticks*/,
                           pmapi::Samples* samples) override {
    host_.SetTime((grid_.At(tick_++) - begin_).Seconds());
    return stream_->Fetch(1, samples);
  }

 private:
  std::unique_ptr<pmapi::SampleStream> stream_;
  StandInHost& host_;
  pmapi::TickGrid grid_;
  base::Timestamp begin_;
  std::int64_t tick_ = 0;
};

}  // namespace

StandInHost::StandInHost(const Vitals& sick, double onset)
    : sick_(sick), onset_(onset) {
  SetTime(0);
  auto source = pmapi::OpenLinuxSource({tree_.root()});
  CHECK(source.has_value());
  source_ = *std::move(source);
}

StandInHost::~StandInHost() {
  if (!mounted_) return;
  for (const char* at : {kOnDisk, kInMemory}) {
    ::umount2((tree_.root() + at).c_str(), MNT_DETACH);
  }
}

bool StandInHost::Mount() {
  for (const char* at : {kOnDisk, kInMemory}) {
    tree_.MakeFolder(at);
    const std::string folder = tree_.root() + at;
    if (::mount("none", folder.c_str(), "tmpfs", 0, "size=4m,nr_inodes=1000") !=
        0) {
      return false;
    }
    mounted_ = true;
  }
  SetTime(now_);
  return true;
}

const pmapi::MetricCatalog& StandInHost::Catalog() const {
  return source_->Catalog();
}
const std::string& StandInHost::HostName() const { return source_->HostName(); }
const std::string& StandInHost::ContextName() const {
  return source_->ContextName();
}

base::Result<std::unique_ptr<pmapi::SampleStream>> StandInHost::Open(
    std::vector<pmapi::Want> wants, pmapi::TickGrid grid) {
  auto stream = source_->Open(std::move(wants), grid);
  if (!stream) return stream.error();
  return std::unique_ptr<pmapi::SampleStream>(std::make_unique<TimedStream>(
      *std::move(stream), this, grid, grid.At(0)));
}

void StandInHost::SetTime(double seconds) {
  now_ = seconds;
  WriteCpus();
  WriteMemory();
  WriteDisk();
  WriteMounts();
  WriteNetwork();
  WriteProtocols();
  WriteProcesses();
}

/// What has come together since the beginning.
unsigned long long StandInHost::Counter(Rate rate, double scale) const {
  const double well = std::min(now_, onset_);
  const double sick = std::max(now_ - onset_, 0.0);
  const double sum = well_.*rate * well + sick_.*rate * sick;
  return static_cast<unsigned long long>(std::llround(sum * scale));
}

unsigned long long StandInHost::Level(Rate level, double scale) const {
  return static_cast<unsigned long long>(std::llround(Now().*level * scale));
}

/// A stream of another interval may ask for the same time again.
void StandInHost::Write(const std::string& path, const std::string& text) {
  std::string& before = written_[path];
  if (before == text) return;
  tree_.Write(path, text);
  before = text;
}

void StandInHost::WriteCpus() {
  const auto user = Counter(&Vitals::user, kTicks);
  const auto sys = Counter(&Vitals::sys, kTicks);
  const auto soft = Counter(&Vitals::softirq, kTicks);
  const auto steal = Counter(&Vitals::steal, kTicks);
  const auto all = static_cast<unsigned long long>(now_ * kCpus * kTicks);
  const auto busy = user + sys + soft + steal;
  const auto idle = all - std::min(all, busy);
  const auto line = [&](const std::string& name, unsigned long long interrupts,
                        unsigned long long share) {
    return name + ' ' + Text(user / share) + " 0 " + Text(sys / share) + ' ' +
           Text(idle / share) + " 0 0 " + Text(interrupts) + ' ' +
           Text(steal / share) + " 0 0\n";
  };
  Write("/proc/stat", line("cpu", soft, 1) + line("cpu0", soft, 2) +
                          line("cpu1", 0, 2) + "ctxt " +
                          Text(static_cast<unsigned long long>(now_) * 1000) +
                          "\nprocesses " + Text(Counter(&Vitals::forks)) +
                          "\nprocs_running 1\nprocs_blocked " +
                          Text(Level(&Vitals::blocked)) + '\n');
  Write("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count",
        Text(Counter(&Vitals::throttled)) + '\n');
  WritePressure("/proc/pressure/cpu", Now().cpu_waits, 0, &Vitals::cpu_waits);
  WritePressure("/proc/pressure/io", Now().io_stalls, Now().io_stalls,
                &Vitals::io_stalls);
  WritePressure("/proc/pressure/memory", Now().memory_stalls,
                Now().memory_stalls, &Vitals::memory_stalls);
  Write("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  WritePressure("/sys/fs/cgroup/job/cpu.pressure", Now().group_waits, 0,
                &Vitals::group_waits);
}

void StandInHost::WritePressure(const std::string& path, double some,
                                double full, Rate total) {
  const auto line = [&](const std::string& kind, double average) {
    const std::string text = std::to_string(average);
    return kind + " avg10=" + text + " avg60=" + text + " avg300=" + text +
           " total=" + Text(Counter(total, kMicroseconds / 100)) + '\n';
  };
  Write(path, line("some", some) + line("full", full));
}

void StandInHost::WriteMemory() {
  Write("/proc/meminfo",
        "MemTotal: 16000000 kB\nMemFree: " + Text(Level(&Vitals::available)) +
            " kB\nMemAvailable: " + Text(Level(&Vitals::available)) +
            " kB\nSwapTotal: 4000000 kB\nSwapFree: " +
            Text(Level(&Vitals::swap_free)) +
            " kB\nSUnreclaim: " + Text(Level(&Vitals::slab)) +
            " kB\nHardwareCorrupted: " + Text(Level(&Vitals::corrupted)) +
            " kB\n");
  Write("/proc/vmstat", "pswpin " + Text(Counter(&Vitals::pages_in)) +
                            "\npswpout " + Text(Counter(&Vitals::pages_out)) +
                            "\noom_kill " + Text(Counter(&Vitals::oom_kills)) +
                            '\n');
}

void StandInHost::WriteDisk() {
  const auto writes = Counter(&Vitals::requests);
  // Milliseconds of requests come as these do.
  const auto well = well_.requests * well_.request_ms * std::min(now_, onset_);
  const auto sick =
      sick_.requests * sick_.request_ms * std::max(now_ - onset_, 0.0);
  Write("/proc/diskstats",
        "   8       0 sda 0 0 0 0 " + Text(writes) + " 0 " + Text(writes * 8) +
            ' ' + Text(static_cast<unsigned long long>(well + sick)) + ' ' +
            Text(Level(&Vitals::in_flight)) + ' ' +
            Text(Counter(&Vitals::active, 1000)) + ' ' +
            Text(Counter(&Vitals::queue, 1000)) + " 0 0 0 0 0 0\n");
}

void StandInHost::WriteMounts() {
  if (!mounted_) return Write("/proc/mounts", "");
  const std::string how = Now().read_only ? "ro" : "rw";
  Write("/proc/mounts", std::string("/dev/sda1 ") + kOnDisk + " ext4 " + how +
                            " 0 0\ntmpfs " + kInMemory + " tmpfs rw 0 0\n");
  Fill(kOnDisk, Now().disk_bytes, Now().disk_files);
  Fill(kInMemory, Now().memory_bytes, 0);
}

void StandInHost::Fill(const std::string& folder, double bytes, int files) {
  const fs::path at = tree_.root() + folder;
  const auto size = static_cast<std::uintmax_t>(bytes);
  const fs::path large = at / "large";
  if (!fs::exists(large) || fs::file_size(large) != size) {
    std::ofstream(large, std::ios::trunc) << std::string(size, 'x');
  }
  for (int i = 0; i < files; ++i) {
    std::ofstream(at / std::to_string(i), std::ios::app);
  }
  for (int i = files; fs::remove(at / std::to_string(i)); ++i) {
  }
}

void StandInHost::WriteNetwork() {
  const std::string bytes = Text(Counter(&Vitals::bytes));
  const std::string packets = Text(Counter(&Vitals::packets));
  Write("/proc/net/dev",
        "Inter-| Receive | Transmit\n face |bytes packets errs drop fifo frame "
        "compressed multicast|bytes packets errs drop fifo colls carrier "
        "compressed\n  eth0: " +
            bytes + ' ' + packets + ' ' + Text(Counter(&Vitals::net_errors)) +
            ' ' + Text(Counter(&Vitals::net_drops)) + " 0 0 0 0 " + bytes +
            ' ' + packets + " 0 0 0 0 0 0\n");
  Write("/sys/class/net/eth0/flags", "0x1003\n");
  Write("/sys/class/net/eth0/speed", "1000\n");
  Write("/sys/class/net/eth0/operstate", Now().carrier ? "up\n" : "down\n");
  const auto hex = [](unsigned long long number) {
    char text[9];
    std::snprintf(text, sizeof text, "%08llx", number);
    return std::string(text);
  };
  Write("/proc/net/softnet_stat",
        hex(Counter(&Vitals::packets)) + ' ' +
            hex(Counter(&Vitals::backlog_drops)) +
            " 00000000 00000000 00000000 00000000 00000000 00000000 00000000 "
            "00000000 00000000\n");
}

void StandInHost::WriteProtocols() {
  Write("/proc/net/snmp", "Tcp: InSegs OutSegs RetransSegs\nTcp: 0 " +
                              Text(Counter(&Vitals::segments)) + ' ' +
                              Text(Counter(&Vitals::retransmitted)) +
                              "\nUdp: InDatagrams RcvbufErrors\nUdp: 0 " +
                              Text(Counter(&Vitals::udp_drops)) + '\n');
  Write("/proc/net/netstat",
        "TcpExt: ListenOverflows TCPReqQFullDrop TCPReqQFullDoCookies "
        "TCPMemoryPressures\nTcpExt: " +
            Text(Counter(&Vitals::listen_overflows)) + ' ' +
            Text(Counter(&Vitals::syn_drops)) + ' ' +
            Text(Counter(&Vitals::syn_cookies)) + ' ' +
            Text(Counter(&Vitals::tcp_memory)) + '\n');
}

void StandInHost::WriteProcesses() {
  Write("/proc/loadavg",
        "0.10 0.10 0.10 1/" + Text(Level(&Vitals::threads)) + " 4711\n");
  Write("/proc/uptime",
        Text(static_cast<unsigned long long>(now_) + 1000000) + ".00 1.00\n");
  Write("/proc/sys/kernel/pid_max", "32768\n");
  Write("/proc/sys/fs/file-nr", Text(Level(&Vitals::files)) + " 0 100000\n");
  Write("/proc/sys/fs/aio-nr", Text(Level(&Vitals::aio)) + '\n');
  Write("/proc/sys/fs/aio-max-nr", "65536\n");
  constexpr int kFirst = 1000;
  for (int i = 0; i < std::max(well_.zombies, sick_.zombies); ++i) {
    const std::string pid = std::to_string(kFirst + i);
    const char* state = i < Now().zombies ? " (gone) Z" : " (here) S";
    Write(
        "/proc/" + pid + "/stat",
        pid + state +
            " 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 100 0 0 0 0 0 0 0 0 "
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
  }
}

}  // namespace tests
