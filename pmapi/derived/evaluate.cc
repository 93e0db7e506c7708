// Node by node, each for all ticks of the block.
#include "pmapi/derived/evaluate.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "base/check.h"
#include "pmapi/derived/arithmetic.h"

namespace pmapi::derived {
namespace {

constexpr double kNanos = 1e9;

/// Seconds from `from` to `to`, with PCP's rounding.
double Elapsed(base::Timestamp from, base::Timestamp to) {
  constexpr std::int64_t kPerSecond = base::kNanosPerSecond;
  const std::int64_t nanos = (to - from).ns;
  return static_cast<double>(nanos / kPerSecond) +
         static_cast<double>(nanos % kPerSecond) / kNanos;
}

std::string_view FirstWord(std::string_view name) {
  return name.substr(0, name.find(' '));
}

/// The origin of a value that is made of two: another one for each pair of
/// origins.
std::int64_t CombinedOrigin(std::int64_t a, std::int64_t b) {
  constexpr std::uint64_t kOdd = 1'000'003;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * kOdd +
                                   static_cast<std::uint64_t>(b));
}

/// The largest of no values is nothing; in PCP, whatever is in memory.
bool HasZero(Op op) { return op == Op::kSum || op == Op::kAvg; }

bool IsAggregate(Op op) { return op >= Op::kAvg && op <= Op::kSum; }

}  // namespace

Evaluator::Evaluator(BoundExpr bound, const MetricCatalog* catalog,
                     bool nothing_is_zero)
    : bound_(std::move(bound)),
      catalog_(*catalog),
      nothing_is_zero_(nothing_is_zero),
      values_(bound_.nodes.size()),
      leaves_(bound_.nodes.size()),
      before_(bound_.nodes.size()),
      selections_(bound_.nodes.size()) {}

std::vector<MetricDesc> Evaluator::Leaves() const {
  std::vector<MetricDesc> leaves;
  for (const BoundNode& one : bound_.nodes) {
    if (one.op == Op::kMetric) leaves.push_back(one.desc);
  }
  return leaves;
}

bool Evaluator::each_on_its_own() const {
  return std::all_of(
      bound_.nodes.begin(), bound_.nodes.end(), [&](const BoundNode& one) {
        return !IsAggregate(one.op) && one.op != Op::kScalar &&
               one.op != Op::kChoose &&
               (one.desc.singular() || one.desc.indom == bound_.desc.indom);
      });
}

void Evaluator::Forget() {
  for (TickBefore& last : before_) last.empty = true;
}

void Evaluator::Continue(const Evaluator& before) {
  const bool same = std::equal(
      bound_.nodes.begin(), bound_.nodes.end(), before.bound_.nodes.begin(),
      before.bound_.nodes.end(), [](const BoundNode& a, const BoundNode& b) {
        return a.op == b.op && a.operands == b.operands && a.desc == b.desc;
      });
  if (!same) return;
  before_ = before.before_;
  origin_ = before.origin_;
}

/// The instances that all metrics of a domain share.
const std::vector<InstanceId>& Evaluator::InstancesOf(InDom indom) const {
  static const std::vector<InstanceId> kNobody;
  for (const SampleGroup& group : samples_->groups) {
    if (group.indom == indom) return group.instances;
  }
  return kNobody;
}

std::size_t Evaluator::Width(InDom indom) const {
  return indom == kNullInDom ? 1 : InstancesOf(indom).size();
}

NodeView Evaluator::ViewOf(int index) const {
  if (leaves_[index].cells != nullptr) return leaves_[index];
  const InDom indom = node(index).desc.indom;
  return {values_[index].bits.data(), values_[index].cells.data(), Width(indom),
          indom == kNullInDom};
}

void Evaluator::Run(const Samples& samples, const std::vector<int>& metrics,
                    MetricSamples* out) {
  samples_ = &samples;
  const auto ticks = static_cast<std::size_t>(samples.ticks());
  TakeMarks(metrics, ticks, out);
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < bound_.nodes.size(); ++i) {
    const auto index = static_cast<int>(i);
    if (node(index).op == Op::kMetric) {
      TakeLeaf(index, metrics[leaf++]);
    } else {
      Compute(index);
    }
  }
  const NodeView root = ViewOf(bound_.root);
  const std::size_t size = ticks * root.width;
  out->bits.assign(root.bits, root.bits + size);
  out->cells.assign(root.cells, root.cells + size);
  out->dense = root.AllKnown(ticks) &&
               std::all_of(out->after_mark.begin(), out->after_mark.end(),
                           [](std::uint8_t mark) { return mark == 0; });
  samples_ = nullptr;
}

/// Between two origins there is no difference either.
void Evaluator::TakeMarks(const std::vector<int>& metrics, std::size_t ticks,
                          MetricSamples* out) {
  out->after_mark.assign(ticks, 0);
  out->origin = 0;
  for (const int metric : metrics) {
    const MetricSamples& from = samples_->metrics[metric];
    for (std::size_t t = 0; t < ticks; ++t) {
      out->after_mark[t] |= from.after_mark[t];
    }
    out->origin = CombinedOrigin(out->origin, from.origin);
  }
  if (out->origin != origin_) Forget();
  origin_ = out->origin;
}

void Evaluator::TakeLeaf(int index, int metric) {
  const MetricSamples& from = samples_->metrics[metric];
  const std::size_t width = samples_->groups[from.group].instances.size();
  const MetricDesc& desc = node(index).desc;
  CHECK(width == Width(desc.indom));
  leaves_[index] = {};
  if (width == 0) {
    values_[index].Reset(0);
    return;
  }
  leaves_[index] = {from.bits.data(), from.cells.data(), width,
                    desc.singular()};
}

void Evaluator::Compute(int index) {
  const BoundNode& one = node(index);
  const auto ticks = static_cast<std::size_t>(samples_->ticks());
  const std::size_t width = Width(one.desc.indom);
  NodeValues* const out = &values_[index];
  if (IsAggregate(one.op) || one.op == Op::kScalar) return Reduce(index);
  switch (one.op) {
    case Op::kConstant:
    case Op::kDefined:
      out->bits.assign(ticks, one.bits);
      out->cells.assign(ticks, kKnown);
      return;
    case Op::kNothing:
      return out->Reset(ticks * width);
    case Op::kMetric:
      return;
    case Op::kInstance:
    case Op::kMatch:
      return Select(index);
    case Op::kDelta:
    case Op::kRate:
      return Differ(index);
    case Op::kChoose:
      return Choose(index);
    case Op::kNegate:
    case Op::kNot:
    case Op::kRescale:
    case Op::kInstant:
      return Transform(one, node(one.operands[0]), ViewOf(one.operands[0]),
                       ticks * width, out);
    default:
      break;
  }
  Combine(one, node(one.operands[0]), node(one.operands[1]),
          ViewOf(one.operands[0]), ViewOf(one.operands[1]), ticks, width, out);
}

void Evaluator::Select(int index) {
  const BoundNode& one = node(index);
  const auto ticks = static_cast<std::size_t>(samples_->ticks());
  const NodeView from = ViewOf(one.operands[0]);
  NodeValues* const out = &values_[index];
  out->Reset(ticks * from.width);
  // A singular operand has no instances that could match.
  if (from.singular) return;
  const auto& instances = InstancesOf(one.desc.indom);
  Selection& selection = selections_[index];
  if (!selection.known || selection.instances != instances) {
    selection.known = true;
    selection.instances = instances;
    selection.chosen.assign(instances.size(), 0);
    if (const auto names = catalog_.Instances(one.desc.indom)) {
      for (const Instance& instance : *names) {
        const auto found =
            std::lower_bound(instances.begin(), instances.end(), instance.id);
        if (found == instances.end() || *found != instance.id) continue;
        const bool match = one.op == Op::kInstance
                               ? InstanceNameMatches(instance.name, one.text)
                               : one.pattern->Matches(
                                     FirstWord(instance.name)) != one.inverted;
        if (!match) continue;
        selection.chosen[found - instances.begin()] = 1;
      }
    }
  }
  for (std::size_t t = 0; t < ticks; ++t) {
    for (std::size_t i = 0; i < from.width; ++i) {
      if (!selection.chosen[i]) continue;
      const std::size_t k = t * from.width + i;
      out->bits[k] = from.bits[k];
      out->cells[k] = from.cells[k];
    }
  }
}

/// Many values become one.
void Evaluator::Reduce(int index) {
  const BoundNode& one = node(index);
  const auto ticks = static_cast<std::size_t>(samples_->ticks());
  const NodeView from = ViewOf(one.operands[0]);
  NodeValues* const out = &values_[index];
  out->Reset(ticks);
  for (std::size_t t = 0; t < ticks; ++t) {
    const std::uint64_t* const bits = from.bits + t * from.width;
    const Cell* const cells = from.cells + t * from.width;
    const Cell* const first = std::find(cells, cells + from.width, kKnown);
    const bool none = first == cells + from.width;
    if (one.op == Op::kScalar) {
      if (!none) out->Set(t, bits[first - cells]);
    } else if (!none || one.op == Op::kCount ||
               (nothing_is_zero_ && HasZero(one.op))) {
      Aggregate(one, node(one.operands[0]).desc.type, bits, cells, from.width,
                t, out);
    }
  }
}

void Evaluator::Difference(const BoundNode& one, Type type, std::uint64_t now,
                           std::uint64_t before, double elapsed, std::size_t at,
                           NodeValues* out) {
  if (one.op == Op::kDelta) return out->Set(at, DeltaBits(now, before, type));
  // A live host's clock may be set back.
  if (elapsed <= 0) return;
  double rate = RateDifference(now, before, type) / elapsed;
  // Step by step, as PCP does: the last digit depends on it.
  for (int scale = one.above_second; scale < 0; ++scale) rate *= 0.001;
  for (int scale = one.above_second; scale > 0; --scale) rate *= 60;
  out->Set(at, std::bit_cast<std::uint64_t>(rate));
}

void Evaluator::Differ(int index) {
  const BoundNode& one = node(index);
  const auto ticks = static_cast<std::size_t>(samples_->ticks());
  const NodeView from = ViewOf(one.operands[0]);
  const Type type = node(one.operands[0]).desc.type;
  const std::size_t width = from.width;
  NodeValues* const out = &values_[index];
  out->Reset(ticks * width);
  TickBefore& last = before_[index];
  const std::vector<InstanceId> instances =
      from.singular ? std::vector<InstanceId>{kNullInstance}
                    : InstancesOf(one.desc.indom);
  for (std::size_t t = 0; t < ticks; ++t) {
    const base::Timestamp stamp = samples_->stamps[t];
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t now = t * width + i;
      if (!from.Known(now)) continue;
      if (t > 0) {
        if (!from.Known(now - width)) continue;
        Difference(one, type, from.bits[now], from.bits[now - width],
                   Elapsed(samples_->stamps[t - 1], stamp), now, out);
      } else if (!last.empty) {
        const auto found = std::lower_bound(last.instances.begin(),
                                            last.instances.end(), instances[i]);
        if (found == last.instances.end() || *found != instances[i]) continue;
        const auto before =
            static_cast<std::size_t>(found - last.instances.begin());
        if (last.cells[before] != kKnown) continue;
        Difference(one, type, from.bits[now], last.bits[before],
                   Elapsed(last.stamp, stamp), now, out);
      }
    }
  }
  if (ticks == 0) return;
  const std::size_t end = (ticks - 1) * width;
  last = {false, samples_->stamps[ticks - 1], instances, {}, {}};
  last.bits.assign(from.bits + end, from.bits + end + width);
  last.cells.assign(from.cells + end, from.cells + end + width);
}

void Evaluator::Choose(int index) {
  const BoundNode& one = node(index);
  const auto ticks = static_cast<std::size_t>(samples_->ticks());
  const NodeView guard = ViewOf(one.operands[0]);
  const NodeView yes = ViewOf(one.operands[1]);
  const NodeView no = ViewOf(one.operands[2]);
  const BoundNode& guard_node = node(one.operands[0]);
  const std::size_t width = Width(one.desc.indom);
  const bool by_instance =
      guard.singular || guard_node.desc.indom == one.desc.indom;
  NodeValues* const out = &values_[index];
  out->Reset(ticks * width);
  std::vector<std::size_t> known;  // of a guard that is of another domain
  for (std::size_t t = 0; t < ticks; ++t) {
    if (!guard.AnyKnown(t) || !yes.AnyKnown(t) || !no.AnyKnown(t)) continue;
    known.clear();
    for (std::size_t i = 0; !by_instance && i < guard.width; ++i) {
      if (guard.Known(guard.At(t, i))) known.push_back(guard.At(t, i));
    }
    std::size_t position = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t at = t * width + i;
      // `position` counts the instances for which either side has a value.
      const bool has_yes = yes.Known(yes.At(t, i));
      const bool has_no = no.Known(no.At(t, i));
      if (!has_yes && !has_no) continue;
      const std::size_t from =
          by_instance ? guard.At(t, i)
                      : known[std::min(position++, known.size() - 1)];
      if (!guard.Known(from)) continue;
      const bool chosen = IsNonZero(guard.bits[from], guard_node.desc.type);
      if (chosen && has_yes) out->Set(at, yes.bits[yes.At(t, i)]);
      if (!chosen && has_no) out->Set(at, no.bits[no.At(t, i)]);
    }
  }
}

}  // namespace pmapi::derived
