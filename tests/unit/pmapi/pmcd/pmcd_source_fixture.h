// Sources: a PmcdSource over a tiny pmcd, and its ticks in words.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_PMCD_PMCD_SOURCE_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_PMAPI_PMCD_PMCD_SOURCE_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/pmcd_play.h"
#include "tests/support/shared_needs.h"

namespace pmapi {

constexpr base::Duration Seconds(std::int64_t n) {
  return {n * base::kNanosPerSecond};
}
inline constexpr InDom kDisks{0x0f000001};
inline constexpr MetricDesc kLoad{Pmid{0x0f000800}, Type::kFloat, kNullInDom,
                                  Semantics::kInstant, Units{}};
inline constexpr MetricDesc kReads{Pmid{0x0f000004}, Type::kU64, kDisks,
                                   Semantics::kCounter, Units{}};
inline constexpr MetricDesc kModel{Pmid{0x0f000005}, Type::kString, kDisks,
                                   Semantics::kDiscrete, Units{}};

inline PmcdOptions Options() {
  PmcdOptions options;
  options.name = "here";
  options.host = "unasked";
  options.addresses = {base::loop::TcpAddress{"here", 44321}};
  return options;
}

/// A tick in words: "metric[id]=value ...", or the error's text.
class Sources : public testing::Test {
 protected:
  explicit Sources(PmcdOptions options = Options())
      : play_(std::move(options)) {
    play_.pmcd.metrics = {
        {"load", kLoad, {{kNullInstance, 0x40000000, {}}}},
        {"disk.reads", kReads, {{1, 100, {}}, {7, 700, {}}}, 1},
        {"disk.model", kModel, {{7, 0, "fast"}}},
    };
    play_.pmcd.domains[kDisks] = {{1, "sda"}, {7, "sdb"}};
  }

  std::string Prepare(std::vector<Need> needs) {
    prepared_.reset();
    play_.source->Prepare(
        tests::Shared(std::move(needs)), Seconds(8),
        [this](base::Result<void> r) { prepared_ = std::move(r); });
    play_.Settle();
    return Prepared();
  }
  std::string Prepared() const {
    if (!prepared_) return "waits";
    return *prepared_ ? "ok" : prepared_->error().message;
  }
  void Open(const std::vector<std::string>& names,
            const std::vector<InstanceId>& only = {}) {
    std::vector<Want> wants;
    for (const std::string& name : names) {
      wants.push_back({*play_.source->Catalog().Describe(name), only});
    }
    stream_ = *play_.source->Open(wants, {{}, Seconds(10)});
  }
  void PrepareAndOpen(const std::vector<std::string>& names) {
    std::vector<Need> needs;
    for (const std::string& name : names) needs.push_back({name, {}});
    ASSERT_EQ(Prepare(needs), "ok");
    Open(names);
  }
  void Ask() {
    ready_ = false;
    stream_->Ask({}, Seconds(9), [this] { ready_ = true; });
  }
  std::string Tick() {
    Ask();
    play_.Settle();
    return Fetch();
  }
  /// What rules were checked against is no longer so.
  bool Changed() {
    const auto interruption = stream_->Interruption();
    return interruption && interruption->code == base::ErrorCode::kChanged &&
           interruption->message == "here: its metrics have changed";
  }
  std::string Fetch() {
    if (!ready_) return "waits";
    const auto fetched = stream_->Fetch(1, &samples_);
    return fetched ? Text() : fetched.error().message;
  }
  std::string Text() {
    std::string text;
    for (const MetricSamples& metric : samples_.metrics) {
      const auto& ids = samples_.groups[metric.group].instances;
      text += text.empty() ? "" : " |";
      if (metric.numbers != nullptr) continue;  // it has them
      for (std::size_t i = 0; i < ids.size(); ++i) {
        if (metric.cells[i] == kAbsent) continue;
        text +=
            " " + std::to_string(ids[i]) + "=" + std::to_string(metric.bits[i]);
      }
      if (origin_ && origin_ != metric.origin) text += " mark";
    }
    if (!samples_.metrics.empty()) origin_ = samples_.metrics[0].origin;
    return text;
  }
  std::size_t Heard(pmcd::PduType type) const {
    return static_cast<std::size_t>(
        std::count(play_.pmcd.heard.begin(), play_.pmcd.heard.end(), type));
  }

  tests::PmcdPlay play_;
  std::optional<base::Result<void>> prepared_;
  std::unique_ptr<SampleStream> stream_;
  Samples samples_;
  std::optional<std::int64_t> origin_;  // of the tick before
  bool ready_ = false;
};

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_PMCD_PMCD_SOURCE_FIXTURE_H_
