// event_hosts HOSTS RATE [TOTAL]: tiny pmcds that have event records, which are
// numbered from 0 on: RATE of them a second since the first fetch, TOTAL of
// them in all; and others, one a fetch. A line "live PORT" each; serves until
// standard input ends, and does what that says: "down" and "up", nobody is
// there until then; "damage", the next array of each is cut short.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/schedule/clock.h"
#include "pmapi/events/event_writer.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/listener.h"

namespace {

using pmapi::Pmid;
using pmapi::Type;

constexpr std::uint32_t kDomain = 240u << 22;
constexpr Pmid kRecords{kDomain | 1};
constexpr Pmid kNumber{kDomain | 2};
constexpr Pmid kLine{kDomain | 3};
constexpr Pmid kOthers{kDomain | 4};

class EventHost {
 public:
  /// Units: `rate` in records a second.
  EventHost(base::loop::Loop* loop, std::int64_t rate, std::int64_t total)
      : loop_(*loop), rate_(rate), total_(total) {
    pmcd_.host_each_port = true;
    pmcd_.before_answer = [this] {
      pmcd_.now = clock_.Now();
      pmcd_.heard.clear();  // nobody asks, and it would grow for ever
    };
    Add("fake.records", kRecords, Type::kHighresEvent).at_fetch = [this] {
      return std::vector<tests::FakeValue>{{pmapi::kNullInstance, 0, Come()}};
    };
    Add("fake.others", kOthers, Type::kHighresEvent).at_fetch = [this] {
      return std::vector<tests::FakeValue>{{pmapi::kNullInstance, 0, Other()}};
    };
    Add("fake.number", kNumber, Type::kU32);
    Add("fake.line", kLine, Type::kString);
    Obey("up");
  }

  int port() const { return port_.number(); }

  void Obey(std::string_view command) {
    if (command == "up") server_.emplace(&loop_, &pmcd_, port_.number());
    if (command == "down") server_.reset();
    if (command == "damage") damage_ = true;
  }

 private:
  tests::FakeMetric& Add(const char* name, Pmid pmid, Type type) {
    tests::FakeMetric& metric = pmcd_.metrics.emplace_back();
    metric.name = name;
    metric.desc.pmid = pmid;
    metric.desc.type = type;
    metric.desc.indom = pmapi::kNullInDom;
    metric.desc.semantics = pmapi::Semantics::kDiscrete;
    return metric;
  }

  /// What has come since the fetch before, as an array.
  std::string Come() {
    const base::Duration now = clock_.Elapsed();
    if (!begun_) begun_ = now;
    const base::Duration since{now.ns - begun_->ns};
    const auto due =
        static_cast<std::int64_t>(since.Seconds() * static_cast<double>(rate_));
    for (; next_ < std::min(due, total_); ++next_) {
      writer_.BeginRecord(pmcd_.now, 1);
      writer_.AddNumber(kNumber, Type::kU32, static_cast<std::uint64_t>(next_));
      writer_.AddText(kLine, "a request of number " + std::to_string(next_) +
                                 " was answered in 12 ms");
    }
    return Array(std::exchange(damage_, false));
  }

  std::string Other() {
    writer_.BeginRecord(pmcd_.now, 1);
    writer_.AddNumber(kNumber, Type::kU32, 0);
    return Array(false);
  }

  std::string Array(bool damaged) {
    const auto array = writer_.Finish();
    return {array.begin(), array.end() - (damaged ? 1 : 0)};
  }

  base::loop::Loop& loop_;
  std::int64_t rate_;
  std::int64_t total_;
  std::int64_t next_ = 0;
  bool damage_ = false;
  std::optional<base::Duration> begun_;
  engine::schedule::SystemClock clock_;
  pmapi::EventWriter writer_{Type::kHighresEvent};
  tests::FakePmcd pmcd_;
  tests::Port port_;
  std::optional<tests::FakePmcdServer> server_;
};

/// Has all do what lines of standard input say; false at its end.
bool ObeyInput(std::list<EventHost>* hosts) {
  char text[4096];
  const ssize_t got = ::read(STDIN_FILENO, text, sizeof text);
  if (got <= 0) return false;
  std::string_view rest(text, static_cast<std::size_t>(got));
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    for (EventHost& host : *hosts) host.Obey(line);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return true;
}

/// Three descriptors a host.
void AllowManyDescriptors() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 3 || argc == 4);
  const auto total = argc == 4 ? std::atoll(argv[3])
                               : std::numeric_limits<std::uint32_t>::max();
  AllowManyDescriptors();
  base::loop::Loop loop;
  std::list<EventHost> hosts;
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    hosts.emplace_back(&loop, std::atoll(argv[2]), total);
    std::printf("live %d\n", hosts.back().port());
  }
  std::fflush(stdout);
  const auto ended = loop.OnReadable(STDIN_FILENO, [&] {
    if (!ObeyInput(&hosts)) loop.Stop();
  });
  CHECK(ended.has_value());
  loop.Run();
  return 0;
}
