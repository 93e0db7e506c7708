// StandInHost: a host of a kernel's files whose vital signs are what a test
// says: well until a time, and then otherwise. Nothing of the machine is in it.
#ifndef TOCSIN_TESTS_SCRIPT_STAND_IN_HOST_H_
#define TOCSIN_TESTS_SCRIPT_STAND_IN_HOST_H_

#include <map>
#include <memory>
#include <string>

#include "pmapi/source/source.h"
#include "tests/support/file_tree.h"

namespace tests {

/// Levels, and rates of counters a second. A host of two CPUs, 16 Gbyte of
/// memory and one disk that does little.
struct Vitals {
  // Units: per cent of a span.
  double cpu_waits = 2;      // some
  double io_stalls = 0;      // full
  double memory_stalls = 0;  // full
  double group_waits = 5;    // some, of the cgroup /job

  // Units: CPUs.
  double user = 0.15;
  double sys = 0.05;
  double softirq = 0.01;  // of cpu0
  double steal = 0;
  double throttled = 0;  // times a second that the package was too hot

  // Units: Kbyte.
  double available = 8e6;
  double swap_free = 4e6;
  double slab = 2e5;  // unreclaimable
  double corrupted = 0;

  double oom_kills = 0;
  double pages_in = 0;  // from swap
  double pages_out = 0;

  double requests = 10;   // of the disk, all of them writes
  double request_ms = 1;  // each
  double active = 0.01;   // part of the time with requests
  double queue = 0.01;    // on average
  double in_flight = 0;
  bool read_only = false;  // the file system of that disk

  double packets = 100;  // in, and as many out
  double bytes = 1e4;    // in, and as many out
  double net_errors = 0;
  double net_drops = 0;
  bool carrier = true;
  double segments = 100;
  double retransmitted = 0;
  double listen_overflows = 0;
  double syn_drops = 0;
  double syn_cookies = 0;
  double udp_drops = 0;
  double backlog_drops = 0;
  double tcp_memory = 0;

  double threads = 150;  // of 32768
  double files = 2000;   // open, of 100000
  double aio = 0;        // of 65536
  double blocked = 0;
  double forks = 5;
  int zombies = 0;

  // Of file systems that a test has mounted: written into a file on each, and
  // empty files. Units: byte; files.
  double disk_bytes = 0;
  int disk_files = 0;
  double memory_bytes = 0;
};

/// Where the host has the two file systems that a test may mount.
inline constexpr char kOnDisk[] = "/data";
inline constexpr char kInMemory[] = "/scratch";

class StandInHost : public pmapi::Source {
 public:
  /// From `onset` on it is `sick`. Units: seconds from the first tick.
  StandInHost(const Vitals& sick, double onset);
  ~StandInHost() override;

  /// Mounts both file systems. False where that is not allowed: there are none.
  bool Mount();

  const pmapi::MetricCatalog& Catalog() const override;
  const std::string& HostName() const override;
  const std::string& ContextName() const override;
  base::Result<std::unique_ptr<pmapi::SampleStream>> Open(
      std::vector<pmapi::Want> wants, pmapi::TickGrid grid) override;

  /// Makes the files those of `seconds`. Streams do so at each tick.
  void SetTime(double seconds);

 private:
  using Rate = double Vitals::*;

  const Vitals& Now() const { return now_ < onset_ ? well_ : sick_; }
  unsigned long long Counter(Rate rate, double scale = 1) const;
  unsigned long long Level(Rate level, double scale = 1) const;
  void Write(const std::string& path, const std::string& text);
  void WriteCpus();
  void WritePressure(const std::string& path, double some, double full,
                     Rate total);
  void WriteMemory();
  void WriteDisk();
  void WriteMounts();
  void Fill(const std::string& folder, double bytes, int files);
  void WriteNetwork();
  void WriteProtocols();
  void WriteProcesses();

  const Vitals well_;
  const Vitals sick_;
  const double onset_;
  double now_ = 0;
  bool mounted_ = false;
  FileTree tree_;
  std::map<std::string, std::string> written_;
  std::unique_ptr<pmapi::LiveSource> source_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SCRIPT_STAND_IN_HOST_H_
