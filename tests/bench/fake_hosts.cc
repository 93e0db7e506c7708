// fake_hosts LIVE DEAF METRIC...: tiny pmcds of 64 processors and 20 disks,
// with this host's descriptors and values that count up; deaf ones accept and
// never answer. A line "live PORT" or "deaf PORT" each; serves until standard
// input ends, at each line of which the first live one's metrics have changed.
// All but that one say what another has just said to the same question.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <string>

#include "base/check.h"
#include "engine/schedule/clock.h"
#include "pmapi/linux/linux_source.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/listener.h"

namespace {

using pmapi::Instance;

/// The instances of metrics that begin so.
std::vector<Instance> InstancesOf(const std::string& metric) {
  if (metric == "kernel.all.load") {
    return {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}};
  }
  static const std::map<std::string, std::pair<std::string, int>> kinds = {
      {"kernel.percpu.", {"cpu", 64}},
      {"disk.dev.", {"sd", 20}},
      {"filesys.", {"/dev/sd", 5}},
      {"network.interface.", {"eth", 4}}};
  std::vector<Instance> instances;
  for (const auto& [prefix, kind] : kinds) {
    if (!metric.starts_with(prefix)) continue;
    for (int i = 0; i < kind.second; ++i) {
      instances.push_back({i, kind.first + std::to_string(i)});
    }
  }
  CHECK(!instances.empty());
  return instances;
}

std::uint64_t BitsOf(pmapi::Type type, std::uint32_t number) {
  if (type == pmapi::Type::kFloat) {
    const auto value = static_cast<float>(number);
    return std::bit_cast<std::uint32_t>(value);
  }
  if (type == pmapi::Type::kDouble) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(number));
  }
  return number;
}

void AddMetric(const pmapi::MetricCatalog& catalog, const std::string& name,
               tests::FakePmcd* pmcd) {
  tests::FakeMetric metric;
  metric.name = name;
  const auto desc = catalog.Describe(name);
  if (!desc) {
    std::fprintf(stderr, "%s: no such metric\n", name.c_str());
    std::exit(2);
  }
  metric.desc = *desc;
  std::vector<Instance> instances = {{pmapi::kNullInstance, ""}};
  if (!desc->singular()) {
    instances = InstancesOf(name);
    pmcd->domains[desc->indom] = instances;
  }
  if (desc->semantics == pmapi::Semantics::kCounter) metric.step = 10;
  std::uint32_t value = 100;
  for (const Instance& instance : instances) {
    metric.values.push_back({instance.id, BitsOf(desc->type, ++value), {}});
  }
  pmcd->metrics.push_back(std::move(metric));
}

/// What was answered to which fetch, as long as it is new.
using Answers = std::map<std::string, pmapi::pmcd::Message>;

/// A fetch, and not of a name, which each host has its own of. What comes at
/// once with other messages is none.
bool IsFetchOfValues(base::Bytes bytes) {
  constexpr std::array<std::uint8_t, 4> kHostName = {0, 0x80, 0, 0x15};
  constexpr std::size_t kTypeAt = 4;
  if (bytes.size() < pmapi::pmcd::kHeaderSize) return false;
  const auto type = pmapi::pmcd::PduType{base::LoadBig32(&bytes[kTypeAt])};
  return base::LoadBig32(bytes.data()) == bytes.size() &&
         type == pmapi::pmcd::PduType::kHighresFetch &&
         std::search(bytes.begin(), bytes.end(), kHostName.begin(),
                     kHostName.end()) == bytes.end();
}

/// As FakePmcdServer, out of Answers where there is one.
class CannedServer {
 public:
  CannedServer(base::loop::Loop* loop, tests::FakePmcd* pmcd, Answers* answers)
      : loop_(*loop), pmcd_(*pmcd), answers_(*answers) {}

  int port() const { return listener_.port(); }

 private:
  struct Client {
    std::unique_ptr<tests::FakePmcdSession> session;
    std::unique_ptr<base::loop::Transport> transport;
  };

  void Accept(int fd) {
    const auto client = clients_.emplace(clients_.end());
    client->session = std::make_unique<tests::FakePmcdSession>(
        &pmcd_, std::to_string(port()));
    client->transport = base::loop::AdoptSocket(
        &loop_, fd,
        {[this, client](base::Bytes bytes) { Hear(&*client, bytes); },
         [this, client](const base::Error&) { clients_.erase(client); }});
    client->transport->Write(client->session->Hello());
  }

  void Hear(Client* client, base::Bytes bytes) {
    if (!IsFetchOfValues(bytes)) {
      return client->transport->Write(client->session->Hear(bytes));
    }
    std::string request(bytes.begin(), bytes.end());
    auto at = answers_.find(request);
    if (at == answers_.end()) {
      at = answers_.emplace(std::move(request), client->session->Hear(bytes))
               .first;
    }
    client->transport->Write(at->second);
  }

  base::loop::Loop& loop_;
  tests::FakePmcd& pmcd_;
  Answers& answers_;
  std::list<Client> clients_;
  tests::Listener listener_{&loop_, [this](int fd) { Accept(fd); }};
};

template <typename Server, typename... Arguments>
void Serve(const char* kind, int count, std::list<Server>* servers,
           Arguments... arguments) {
  for (int i = 0; i < count; ++i) {
    std::printf("%s %d\n", kind, servers->emplace_back(arguments...).port());
  }
}

/// Two descriptors a host.
void AllowManyDescriptors() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

/// Results are stamped with the time of day, to a few milliseconds.
class Time {
 public:
  /// Lifetime: all outlive it.
  Time(base::loop::Loop* loop, tests::FakePmcd* pmcd, Answers* answers)
      : loop_(*loop), pmcd_(*pmcd), answers_(*answers) {
    Tell();
  }

 private:
  void Tell() {
    pmcd_.now = clock_.Now();
    pmcd_.heard.clear();  // nobody asks, and it would grow for ever
    answers_.clear();
    next_ = loop_.After(base::Duration{5'000'000}, [this] { Tell(); });
  }

  base::loop::Loop& loop_;
  tests::FakePmcd& pmcd_;
  Answers& answers_;
  engine::schedule::SystemClock clock_;
  base::loop::Pending next_;
};

/// As if its agents had been started anew, with other numbers.
void Change(tests::FakePmcd* pmcd) {
  constexpr std::uint32_t kOther = 1u << 21;  // in a metric's number
  for (tests::FakeMetric& metric : pmcd->metrics) {
    auto& pmid = metric.desc.pmid;
    pmid = pmapi::Pmid{static_cast<std::uint32_t>(pmid) ^ kOther};
  }
  pmcd->notice = pmapi::pmcd::kAgentRestarted;
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc > 3);
  const auto kernel = pmapi::OpenLinuxSource({});
  CHECK(kernel.has_value());
  tests::FakePmcd live;
  live.host_each_port = true;
  for (int i = 3; i < argc; ++i) {
    AddMetric((*kernel)->Catalog(), argv[i], &live);
  }
  tests::FakePmcd changing = live;
  tests::FakePmcd deaf;
  deaf.silent = true;
  AllowManyDescriptors();
  base::loop::Loop loop;
  Answers answers;
  Time time(&loop, &live, &answers);
  Answers none;
  Time changing_time(&loop, &changing, &none);
  std::list<tests::FakePmcdServer> servers;
  std::list<CannedServer> canned;
  Serve("live", 1, &servers, &loop, &changing);
  Serve("live", std::atoi(argv[1]) - 1, &canned, &loop, &live, &answers);
  Serve("deaf", std::atoi(argv[2]), &servers, &loop, &deaf);
  std::fflush(stdout);
  const auto ended = loop.OnReadable(STDIN_FILENO, [&] {
    char line = '\0';
    if (::read(STDIN_FILENO, &line, 1) != 1) return loop.Stop();
    if (line == '\n') Change(&changing);
  });
  CHECK(ended.has_value());
  loop.Run();
  return 0;
}
