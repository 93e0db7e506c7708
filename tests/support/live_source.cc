// Answers are calls of the timers.
#include "tests/support/live_source.h"

#include <utility>

namespace tests {

class LiveSource::Stream : public pmapi::SampleStream {
 public:
  Stream(LiveSource* source, std::vector<pmapi::Want> wants)
      : source_(*source), wants_(std::move(wants)) {}

  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready) override {
    ready_ = ready;
    limit_ = source_.timers_->After(limit, [this] {
      Finish(base::Error{base::ErrorCode::kLate, "no answer"});
    });
    if (fetching_) return;
    fetching_ = true;
    now_ = now;
    value_ = static_cast<std::uint64_t>(source_.asked_++);
    answer_ = source_.timers_->After(source_.delay_, [this] {
      fetching_ = false;
      Finish(source_.failure_);
    });
  }

  std::optional<base::Error> Shortfall() override { return source_.lack_; }

  base::Result<void> Fetch(int, pmapi::Samples* samples) override {
    if (failure_) return *failure_;
    samples->stamps = {now_};
    samples->strings.clear();
    samples->groups = {{pmapi::kNullInDom, {pmapi::kNullInstance}}};
    samples->metrics.resize(wants_.size());
    for (pmapi::MetricSamples& metric : samples->metrics) {
      metric = {0, {value_}, {pmapi::kKnown}, {0}, true, 0, metric.numbers};
      PutNumbers(*samples, metric);
    }
    return {};
  }

 private:
  void Finish(std::optional<base::Error> failure) {
    if (!ready_) return;
    failure_ = std::move(failure);
    limit_.Cancel();
    std::exchange(ready_, nullptr)();
  }

  LiveSource& source_;
  std::vector<pmapi::Want> wants_;
  base::Timestamp now_;
  std::uint64_t value_ = 0;
  std::optional<base::Error> failure_;
  std::function<void()> ready_;
  bool fetching_ = false;
  base::loop::Pending answer_;
  base::loop::Pending limit_;
};

LiveSource::LiveSource(std::string host, base::loop::Timers* timers)
    : host_(std::move(host)), timers_(timers) {
  pmapi::MetricDesc desc;
  desc.pmid = pmapi::Pmid{1};
  desc.type = pmapi::Type::kU64;
  catalog_.AddMetric("gauge", desc);
  desc.pmid = pmapi::Pmid{2};
  desc.semantics = pmapi::Semantics::kCounter;
  desc.units.count = 1;
  catalog_.AddMetric("counter", desc);
}

base::Result<std::unique_ptr<pmapi::SampleStream>> LiveSource::Open(
    std::vector<pmapi::Want> wants, pmapi::TickGrid) {
  return std::unique_ptr<pmapi::SampleStream>(
      std::make_unique<Stream>(this, std::move(wants)));
}

}  // namespace tests
