// One tick over many pmcds at once: asked, answered and made columns. The
// hosts are tiny pmcds in a process of their own (64 processors and 20 disks
// each), whose work is not counted; CPU is the client's.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "base/check.h"
#include "pmapi/pmcd/pmcd_source.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/shared_needs.h"

namespace {

using pmapi::InDom;
using pmapi::Pmid;
using pmapi::Semantics;
using pmapi::Type;

constexpr base::Duration kLimit{60 * base::kNanosPerSecond};

void AddDomain(tests::FakePmcd* pmcd, InDom indom, int size) {
  for (int i = 0; i < size; ++i) {
    pmcd->domains[indom].push_back({i, "member" + std::to_string(i)});
  }
}

void AddMetric(tests::FakePmcd* pmcd, std::uint32_t pmid, InDom indom) {
  tests::FakeMetric metric;
  metric.name = "metric" + std::to_string(pmid);
  metric.desc = {Pmid{pmid}, Type::kU64, indom, Semantics::kCounter, {}};
  metric.step = 1;
  for (const pmapi::Instance& member : pmcd->domains[indom]) {
    metric.values.push_back({member.id, 1000, {}});
  }
  pmcd->metrics.push_back(std::move(metric));
}

/// Six metrics of 64 processors, ten of 20 disks.
tests::FakePmcd Host() {
  constexpr InDom kProcessors{1};
  constexpr InDom kDisks{2};
  tests::FakePmcd pmcd;
  AddDomain(&pmcd, kProcessors, 64);
  AddDomain(&pmcd, kDisks, 20);
  for (std::uint32_t i = 0; i < 6; ++i) AddMetric(&pmcd, i, kProcessors);
  for (std::uint32_t i = 6; i < 16; ++i) AddMetric(&pmcd, i, kDisks);
  return pmcd;
}

/// The hosts' process: tells the ports through `pipe`, then serves for ever.
[[noreturn]] void Serve(int hosts, int pipe) {
  base::loop::Loop loop;
  tests::FakePmcd pmcd = Host();
  std::list<tests::FakePmcdServer> servers;
  for (int i = 0; i < hosts; ++i) {
    const int port = servers.emplace_back(&loop, &pmcd).port();
    CHECK(::write(pipe, &port, sizeof port) == sizeof port);
  }
  loop.Run();
  ::_exit(0);
}

class Hosts {
 public:
  explicit Hosts(int count) {
    int pipe[2];
    CHECK(::pipe(pipe) == 0);
    child_ = ::fork();
    CHECK(child_ >= 0);
    if (child_ == 0) Serve(count, pipe[1]);
    for (int i = 0; i < count; ++i) {
      int port = 0;
      CHECK(::read(pipe[0], &port, sizeof port) == sizeof port);
      ports_.push_back(port);
    }
    ::close(pipe[0]);
    ::close(pipe[1]);
  }
  ~Hosts() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Hosts(const Hosts&) = delete;
  Hosts& operator=(const Hosts&) = delete;
  const std::vector<int>& ports() const { return ports_; }

 private:
  pid_t child_ = -1;
  std::vector<int> ports_;
};

class Client {
 public:
  explicit Client(const std::vector<int>& ports) {
    for (const int port : ports) {
      pmapi::PmcdOptions options;
      options.addresses = {base::loop::TcpAddress{"127.0.0.1", port}};
      sources_.push_back(MakePmcdSource(&loop_, std::move(options)));
    }
    std::vector<pmapi::Need> needs;
    const tests::FakePmcd host = Host();
    for (const auto& metric : host.metrics) needs.push_back({metric.name, {}});
    const auto shared = tests::Shared(needs);
    ForEach([&](std::size_t i, const std::function<void()>& done) {
      sources_[i]->Prepare(shared, kLimit, [done](const base::Result<void>& r) {
        CHECK(r.has_value());
        done();
      });
    });
    std::vector<pmapi::Want> wants;
    for (const auto& metric : host.metrics) wants.push_back({metric.desc, {}});
    for (const auto& source : sources_) {
      streams_.push_back(*source->Open(wants, {{}, {1}}));
    }
  }

  void Tick() {
    ForEach([this](std::size_t i, const std::function<void()>& done) {
      streams_[i]->Ask({}, kLimit, done);
    });
    for (const auto& stream : streams_) {
      CHECK(stream->Fetch(1, &samples_).has_value());
    }
  }

 private:
  /// Starts something for all, and waits until all of it is done.
  template <typename F>
  void ForEach(F&& start) {
    std::size_t waiting = sources_.size();
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      start(i, [this, &waiting] {
        if (--waiting == 0) loop_.Stop();
      });
    }
    if (waiting > 0) loop_.Run();
  }

  base::loop::Loop loop_;
  std::vector<std::unique_ptr<pmapi::PmcdSource>> sources_;
  std::vector<std::unique_ptr<pmapi::SampleStream>> streams_;
  pmapi::Samples samples_;
};

/// Resident memory of this process. Units: KiB.
double PeakMemory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss);
}

void TickOfHosts(benchmark::State& state) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const Hosts hosts(static_cast<int>(state.range(0)));
  Client client(hosts.ports());
  for (auto _ : state) client.Tick();
  state.counters["peak_KiB"] = PeakMemory();
}
BENCHMARK(TickOfHosts)
    ->Arg(1)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
