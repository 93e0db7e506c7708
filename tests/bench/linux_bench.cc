// What a tick of this host's metrics costs: reading, parsing, laying out.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "pmapi/linux/linux_source.h"

namespace {

/// Fetches `names` again and again.
void Ticks(benchmark::State& state, const std::vector<std::string>& names) {
  auto source = pmapi::OpenLinuxSource({});
  if (!source) return state.SkipWithError("no /proc here");
  std::vector<pmapi::Want> wants;
  for (const std::string& name : names) {
    wants.push_back({(*source)->Catalog().Describe(name).value(), {}});
  }
  auto stream = (*source)->Open(wants, {{0}, {base::kNanosPerSecond}});
  pmapi::Samples samples;
  for (auto _ : state) {
    benchmark::DoNotOptimize((*stream)->Fetch(1, &samples).has_value());
  }
}

const std::vector<std::string> kRules = {"kernel.all.load",
                                         "kernel.all.cpu.user",
                                         "kernel.all.cpu.sys",
                                         "kernel.all.cpu.idle",
                                         "kernel.all.pswitch",
                                         "kernel.percpu.cpu.user",
                                         "kernel.percpu.cpu.sys",
                                         "hinv.ncpu",
                                         "mem.util.available",
                                         "mem.physmem",
                                         "swap.pagesout",
                                         "swap.free",
                                         "mem.vmstat.oom_kill",
                                         "disk.dev.total",
                                         "disk.dev.avactive",
                                         "filesys.full",
                                         "network.interface.in.bytes",
                                         "network.interface.out.bytes",
                                         "network.tcp.listenoverflows",
                                         "vfs.files.count",
                                         "kernel.all.pressure.cpu.some.avg"};

void TwentyMetrics(benchmark::State& state) { Ticks(state, kRules); }
void OneFile(benchmark::State& state) { Ticks(state, {"kernel.all.load"}); }
void Stat(benchmark::State& state) { Ticks(state, {"kernel.all.cpu.user"}); }
void Vmstat(benchmark::State& state) { Ticks(state, {"swap.pagesout"}); }
void Netstat(benchmark::State& state) {
  Ticks(state, {"network.tcp.listenoverflows"});
}
void Pressure(benchmark::State& state) {
  Ticks(state, {"kernel.all.pressure.cpu.some.avg"});
}
void Interfaces(benchmark::State& state) {
  Ticks(state, {"network.interface.in.bytes"});
}
void Filesys(benchmark::State& state) { Ticks(state, {"filesys.full"}); }
void Processes(benchmark::State& state) {
  Ticks(state, {"proc.psinfo.utime", "proc.psinfo.stime"});
}

BENCHMARK(TwentyMetrics);
BENCHMARK(OneFile);
BENCHMARK(Stat);
BENCHMARK(Vmstat);
BENCHMARK(Netstat);
BENCHMARK(Pressure);
BENCHMARK(Interfaces);
BENCHMARK(Filesys);
BENCHMARK(Processes);

}  // namespace
