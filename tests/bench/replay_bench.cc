// What it costs to get values at ticks out of large archives, of which the
// directory TOCSIN_BENCH_ARCHIVES has `hd` (a host-day with churn), `hdx`
// (without) and `wx` (5,000 processes). CPU of the process, all in.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"

namespace {

using pmapi::ArchiveSource;
using pmapi::Want;

std::string ArchivePath(const char* name) {
  const char* directory = std::getenv("TOCSIN_BENCH_ARCHIVES");
  return std::string(directory == nullptr ? "." : directory) + "/" + name;
}

/// Metrics whose names begin with one of `prefixes`.
std::vector<Want> WantsOf(const ArchiveSource& source,
                          const std::vector<std::string>& prefixes) {
  std::vector<Want> wants;
  for (const std::string& name : source.Catalog().MetricNames()) {
    for (const std::string& prefix : prefixes) {
      if (!name.starts_with(prefix)) continue;
      wants.push_back({source.Catalog().Describe(name).value(), {}});
    }
  }
  return wants;
}

/// Every tick of the archive; how many values there were.
std::int64_t Replay(ArchiveSource* source, std::vector<Want> wants,
                    std::int64_t seconds) {
  const pmapi::TickGrid grid{source->archive().start(),
                             {seconds * base::kNanosPerSecond}};
  const std::int64_t ticks =
      (source->archive().end() - grid.start).ns / grid.step.ns + 1;
  const std::unique_ptr<pmapi::SampleStream> stream =
      source->Open(std::move(wants), grid).value();
  pmapi::Samples samples;
  std::int64_t values = 0;
  for (std::int64_t done = 0; done < ticks; done += samples.ticks()) {
    const auto left = static_cast<int>(ticks - done);
    if (!stream->Fetch(left, &samples)) break;
    for (const auto& metric : samples.metrics) {
      values += static_cast<std::int64_t>(metric.bits.size());
    }
  }
  return values;
}

void Run(benchmark::State& state, const char* name, std::int64_t seconds,
         const std::vector<std::string>& prefixes) {
  std::int64_t values = 0;
  for (auto _ : state) {
    auto archive = pmapi::OpenArchive(ArchivePath(name));
    if (!archive) {
      state.SkipWithError("no such archive: set TOCSIN_BENCH_ARCHIVES");
      return;
    }
    ArchiveSource source(*std::move(archive), {});
    values += Replay(&source, WantsOf(source, prefixes), seconds);
  }
  state.SetItemsProcessed(values);
}

const std::vector<std::string> kOne = {"kernel.all.pswitch"};
const std::vector<std::string> kGauge = {"kernel.all.nprocs"};
const std::vector<std::string> kWide = {"disk.dev.", "kernel.percpu.",
                                        "network.interface.", "filesys."};
const std::vector<std::string> kProcesses = {"proc."};

void Register(const char* name, const char* archive, std::int64_t seconds,
              const std::vector<std::string>& prefixes) {
  benchmark::RegisterBenchmark(name,
                               [=, &prefixes](benchmark::State& state) {
                                 Run(state, archive, seconds, prefixes);
                               })
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime();
}

const bool kRegistered = [] {
  Register("one_counter/hd", "hd", 10, kOne);
  Register("one_counter/hdx", "hdx", 10, kOne);
  Register("one_instant/hdx", "hdx", 10, kGauge);
  Register("forty_wide/hd", "hd", 10, kWide);
  Register("forty_wide/hdx", "hdx", 10, kWide);
  Register("forty_wide_minutes/hd", "hd", 60, kWide);
  Register("processes/wx", "wx", 60, kProcesses);
  return true;
}();

}  // namespace
