// Wants are turned into those of the source; what it brings, into what was
// wanted.
#include "pmapi/derived/derived_source.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pmapi/derived/bind.h"
#include "pmapi/derived/evaluate.h"
#include "pmapi/source/tick_builder.h"

namespace pmapi {
namespace {

using derived::EndedMetric;
using derived::Evaluator;

/// What becomes of one want: the source's own metric, or one to be computed.
struct DerivedOutput {
  int metric = -1;  // among the source's
  std::unique_ptr<Evaluator> evaluator;
  std::vector<int> leaves;  // among the source's
  Want want;
  MetricSamples computed;
};

class DerivedStream : public SampleStream {
 public:
  /// `ended`: what others have left, and where it leaves its own; or null.
  DerivedStream(std::unique_ptr<SampleStream> stream,
                std::vector<DerivedOutput> outputs, base::Duration interval,
                std::vector<EndedMetric>* ended);
  ~DerivedStream() override;

  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready) override {
    stream_->Ask(now, limit, ready);
  }
  base::Result<void> Fetch(int max_ticks, Samples* samples) override;
  std::optional<base::Error> Shortfall() override {
    return stream_->Shortfall();
  }
  std::optional<base::Error> Interruption() override {
    return stream_->Interruption();
  }

 private:
  void Forget();
  void Continue(DerivedOutput* output) const;

  std::unique_ptr<SampleStream> stream_;
  std::vector<DerivedOutput> outputs_;
  base::Duration interval_;
  std::vector<EndedMetric>* ended_;
  Samples fetched_;
};

DerivedStream::DerivedStream(std::unique_ptr<SampleStream> stream,
                             std::vector<DerivedOutput> outputs,
                             base::Duration interval,
                             std::vector<EndedMetric>* ended)
    : stream_(std::move(stream)),
      outputs_(std::move(outputs)),
      interval_(interval),
      ended_(ended) {
  for (DerivedOutput& output : outputs_) {
    if (output.evaluator && ended_ != nullptr) Continue(&output);
  }
}

DerivedStream::~DerivedStream() {
  for (DerivedOutput& output : outputs_) {
    if (!output.evaluator || ended_ == nullptr) continue;
    ended_->push_back({output.want, interval_, std::move(output.evaluator)});
  }
}

void DerivedStream::Continue(DerivedOutput* output) const {
  for (const EndedMetric& one : *ended_) {
    if (one.want == output->want && one.interval == interval_) {
      return output->evaluator->Continue(*one.evaluator);
    }
  }
}

void DerivedStream::Forget() {
  for (const DerivedOutput& output : outputs_) {
    if (output.evaluator) output.evaluator->Forget();
  }
}

base::Result<void> DerivedStream::Fetch(int max_ticks, Samples* samples) {
  if (ended_ != nullptr) ended_->clear();
  fetched_.stamps.clear();
  if (auto fetched = stream_->Fetch(max_ticks, &fetched_); !fetched) {
    if (fetched.error().code != base::ErrorCode::kLate) Forget();
    return fetched;
  }
  for (DerivedOutput& output : outputs_) {
    if (!output.evaluator) continue;
    output.evaluator->Run(fetched_, output.leaves, &output.computed);
  }
  // The source's buffers and the reader's change places, to be filled again.
  std::swap(samples->stamps, fetched_.stamps);
  std::swap(samples->strings, fetched_.strings);
  samples->groups = fetched_.groups;
  samples->metrics.resize(outputs_.size());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    DerivedOutput& output = outputs_[i];
    MetricSamples& to = samples->metrics[i];
    NumberRows* numbers = std::exchange(to.numbers, nullptr);
    if (output.evaluator) {
      std::swap(to, output.computed);
      to.group = GroupOf(output.want.desc.indom, &samples->groups);
    } else {
      std::swap(to, fetched_.metrics[output.metric]);
    }
    to.numbers = numbers;
    PutNumbers(*samples, to);
  }
  return {};
}

/// Sorts wants into the source's own and derived ones.
class WantSorter {
 public:
  WantSorter(const pmapi::notation::DerivedConfig& config,
             const MetricCatalog& catalog, bool nothing_is_zero)
      : config_(config), catalog_(catalog), nothing_is_zero_(nothing_is_zero) {}

  void Add(const Want& want) {
    DerivedOutput& output = outputs_.emplace_back();
    output.want = want;
    const auto definition = derived::DefinitionOf(want.desc.pmid);
    if (!definition || *definition >= config_.definitions().size()) {
      output.metric = AddWant(want, false);
      return;
    }
    any_ = true;
    auto bound = derived::Bind(config_, catalog_,
                               config_.definitions()[*definition].name);
    // It was checked against other metrics than there are now.
    if (!bound || bound->desc != want.desc) bound = Nothing(want.desc);
    output.evaluator = std::make_unique<Evaluator>(*std::move(bound), &catalog_,
                                                   nothing_is_zero_);
    const bool alone = output.evaluator->each_on_its_own();
    for (const MetricDesc& leaf : output.evaluator->Leaves()) {
      Want operand{leaf, {}};
      if (alone && !leaf.singular()) operand.only = want.only;
      output.leaves.push_back(AddWant(operand, true));
    }
  }

  bool any() const { return any_; }
  std::vector<Want> TakeWants() { return std::move(wants_); }
  std::vector<DerivedOutput> TakeOutputs() { return std::move(outputs_); }

 private:
  /// What is computed and what it is computed of are of one moment: operands
  /// share what is there, and are shared with one that hands it out.
  int AddWant(const Want& want, bool operand) {
    std::size_t at = 0;
    while (at < wants_.size() &&
           !(wants_[at] == want && (operand || !handed_out_[at]))) {
      ++at;
    }
    if (at == wants_.size()) {
      wants_.push_back(want);
      handed_out_.push_back(false);
    }
    if (!operand) handed_out_[at] = true;
    return static_cast<int>(at);
  }

  static derived::BoundExpr Nothing(const MetricDesc& desc) {
    derived::BoundExpr bound;
    bound.desc = desc;
    bound.root = 0;
    bound.nodes.emplace_back().op = derived::Op::kNothing;
    bound.nodes.back().desc = desc;
    return bound;
  }

  const pmapi::notation::DerivedConfig& config_;
  const MetricCatalog& catalog_;
  bool nothing_is_zero_;
  bool any_ = false;
  std::vector<Want> wants_;
  std::vector<bool> handed_out_;  // by want: its samples go to the reader
  std::vector<DerivedOutput> outputs_;
};

}  // namespace

base::Result<MetricDesc> DerivedCatalog::Describe(std::string_view name) const {
  auto desc = base_.Describe(name);
  if (desc || desc.error().code != base::ErrorCode::kNoMetric) return desc;
  if (!config_.Find(name)) return desc;
  const auto bound = derived::Bind(config_, base_, name);
  if (!bound) return bound.error();
  return bound->desc;
}

std::vector<std::string> DerivedCatalog::MetricNames() const {
  std::vector<std::string> names = base_.MetricNames();
  for (const auto& definition : config_.definitions()) {
    if (derived::Bind(config_, base_, definition.name)) {
      names.push_back(definition.name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

HelpText DerivedCatalog::Help(std::string_view name) const {
  return base_.Describe(name) ? base_.Help(name) : config_.Help(name);
}

DerivedSource::DerivedSource(const pmapi::notation::DerivedConfig* config,
                             Source* source, OfNothing of_nothing)
    : config_(*config),
      source_(*source),
      catalog_(config, &source->Catalog()),
      of_nothing_(of_nothing) {}

DerivedSource::~DerivedSource() = default;

std::int64_t DerivedSource::LookBack(std::string_view name) const {
  if (source_.Catalog().Describe(name)) return 0;
  const auto bound = derived::Bind(config_, source_.Catalog(), name);
  return bound ? derived::LookBack(*bound) : 0;
}

base::Result<std::unique_ptr<SampleStream>> DerivedSource::Open(
    std::vector<Want> wants, TickGrid grid) {
  WantSorter sorter(config_, source_.Catalog(),
                    of_nothing_ == OfNothing::kZero);
  for (const Want& want : wants) sorter.Add(want);
  if (!sorter.any()) return source_.Open(std::move(wants), grid);
  auto stream = source_.Open(sorter.TakeWants(), grid);
  if (!stream) return stream.error();
  return std::unique_ptr<SampleStream>(
      std::make_unique<DerivedStream>(*std::move(stream), sorter.TakeOutputs(),
                                      grid.step, waits() ? &ended_ : nullptr));
}

}  // namespace pmapi
