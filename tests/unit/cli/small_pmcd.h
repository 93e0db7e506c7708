// What tests of live commands share: a pmcd at a port of this machine, served
// by the loop that asks it.
#ifndef TOCSIN_TESTS_UNIT_CLI_SMALL_PMCD_H_
#define TOCSIN_TESTS_UNIT_CLI_SMALL_PMCD_H_

#include <algorithm>
#include <optional>
#include <string>
#include <thread>

#include "tests/support/fake_pmcd.h"
#include "tests/support/listener.h"

namespace cli {

/// Host `name`, whose metric `load` is a number.
class SmallPmcd {
 public:
  /// Lifetime: `loop` outlives it.
  SmallPmcd(base::loop::Loop* loop, const std::string& name, std::uint32_t load)
      : loop_(loop) {
    pmcd_.host_name = name;
    pmapi::MetricDesc desc;
    desc.pmid = pmapi::Pmid{1};
    desc.type = pmapi::Type::kU32;
    pmcd_.metrics = {{"load", desc, {{pmapi::kNullInstance, load, {}}}}};
    Live();
  }

  /// As rules and -h name it.
  const std::string& spec() const { return spec_; }

  tests::FakePmcd& fake() { return pmcd_; }

  /// As if its agent had been started anew, with another number for `load`.
  void Change() {
    pmcd_.metrics.front().desc.pmid = pmapi::Pmid{2};
    pmcd_.notice = pmapi::pmcd::kAgentRestarted;
  }
  /// Ends all connections, and takes no more.
  void Die() { server_.reset(); }
  /// Ends all connections, and takes new ones.
  void Restart() {
    Die();
    Live();
  }
  void Live() { server_.emplace(loop_, &pmcd_, port_.number()); }

  /// How often it was asked for names.
  std::ptrdiff_t inquiries() const {
    return std::count(pmcd_.heard.begin(), pmcd_.heard.end(),
                      pmapi::pmcd::PduType::kNames);
  }

 private:
  base::loop::Loop* loop_;
  tests::Port port_;
  tests::FakePmcd pmcd_;
  std::optional<tests::FakePmcdServer> server_;
  const std::string spec_ = "127.0.0.1:" + std::to_string(port_.number());
};

/// A pmcd that answers while we wait for it.
class ServedPmcd {
 public:
  SmallPmcd& operator*() { return pmcd_; }
  const std::string& spec() const { return pmcd_.spec(); }
  /// From now on `pmcd` is left alone.
  void Begin() {
    thread_ = std::thread([this] { loop_.Run(); });
  }
  ~ServedPmcd() {
    loop_.Post([this] { loop_.Stop(); });
    thread_.join();
  }

 private:
  base::loop::Loop loop_;
  SmallPmcd pmcd_{&loop_, "web1", 1};
  std::thread thread_;
};

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_SMALL_PMCD_H_
