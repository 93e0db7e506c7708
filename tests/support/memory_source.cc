// MemorySource: a fetch looks each tick's row up and lays the union of its
// instances out as columns. The contract is in pmapi/source.
#include "tests/support/memory_source.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/overloaded.h"

namespace tests {

using pmapi::Cell;
using pmapi::InDom;
using pmapi::Instance;
using pmapi::InstanceId;
using pmapi::MetricDesc;
using pmapi::MetricSamples;
using pmapi::SampleGroup;
using pmapi::Samples;
using pmapi::TickGrid;
using pmapi::Type;
using pmapi::Want;

void MemoryCatalog::AddMetric(std::string name, const MetricDesc& desc) {
  metrics_.insert_or_assign(std::move(name), desc);
}

void MemoryCatalog::AddInDom(InDom indom, std::vector<Instance> instances) {
  indoms_[indom] = std::move(instances);
}

base::Result<MetricDesc> MemoryCatalog::Describe(std::string_view name) const {
  const auto found = metrics_.find(name);
  if (found != metrics_.end()) return found->second;
  const std::string prefix = std::string(name) + '.';
  const auto child = metrics_.lower_bound(prefix);
  const bool inner =
      child != metrics_.end() && child->first.starts_with(prefix);
  return base::Error{
      inner ? base::ErrorCode::kNonLeaf : base::ErrorCode::kNoMetric,
      std::string(name)};
}

base::Result<std::vector<Instance>> MemoryCatalog::Instances(
    InDom indom) const {
  const auto found = indoms_.find(indom);
  if (found != indoms_.end()) return found->second;
  return base::Error{base::ErrorCode::kNoIndomInLog, InDomText(indom)};
}

std::vector<std::string> MemoryCatalog::MetricNames() const {
  std::vector<std::string> names;
  for (const auto& [name, desc] : metrics_) names.push_back(name);
  return names;
}

namespace {

template <typename Number>
std::uint64_t NumberBits(Number value, Type type) {
  if (type == Type::kDouble) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  }
  if (type == Type::kFloat) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  if (type == Type::kU32) return static_cast<std::uint32_t>(value);
  if (type == Type::k32) {
    return static_cast<std::uint64_t>(
        std::int64_t{static_cast<std::int32_t>(value)});
  }
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t Literal::Bits(Type type) const {
  return std::visit(
      base::Overloaded{
          [](const Nothing&) { return std::uint64_t{0}; },
          [](const std::string&) { return std::uint64_t{0}; },
          [type](const auto& number) { return NumberBits(number, type); }},
      value_);
}

MemorySource::MemorySource(TickGrid rows, std::string host)
    : grid_(rows), host_(std::move(host)) {}

void MemorySource::Add(std::string name, MetricDesc desc, MemoryTable table) {
  if (desc.pmid == pmapi::kNullPmid) desc.pmid = pmapi::Pmid{next_pmid_++};
  if (desc.singular()) table.instances = {pmapi::kNullInstance};
  catalog_.AddMetric(std::move(name), desc);
  tables_[desc.pmid] = std::move(table);
}

void MemorySource::AddScalar(std::string name, MetricDesc desc,
                             const std::vector<Literal>& values) {
  MemoryTable table;
  for (const Literal& value : values) table.rows.push_back({value});
  Add(std::move(name), desc, std::move(table));
}

std::int64_t MemorySource::RowAt(base::Timestamp time) const {
  const std::int64_t ns = (time - grid_.start).ns;
  return ns < 0 ? -1 : ns / grid_.step.ns;
}

/// Walks the grid; every block is built from the tables anew.
class MemoryStream : public pmapi::SampleStream {
 public:
  MemoryStream(const MemorySource& source, std::vector<Want> wants,
               TickGrid grid)
      : source_(source), wants_(std::move(wants)), grid_(grid) {}

  base::Result<void> Fetch(int max_ticks, Samples* samples) override {
    samples->stamps.clear();
    samples->groups.clear();
    samples->strings.clear();
    samples->metrics.resize(wants_.size());
    const int limit = std::min(max_ticks, source_.block_limit_);
    for (int k = 0; k < limit && !Failed(next_); ++k, ++next_) {
      samples->stamps.push_back(grid_.At(next_));
    }
    if (samples->stamps.empty()) return source_.failure_->error;
    MakeGroups(samples);
    for (std::size_t w = 0; w < wants_.size(); ++w) {
      Fill(w, samples);
      PutNumbers(*samples, samples->metrics[w]);
    }
    return {};
  }

 private:
  bool Failed(std::int64_t tick) const {
    return source_.failure_.has_value() &&
           source_.RowAt(grid_.At(tick)) >= source_.failure_->row;
  }

  bool Wanted(const Want& want, InstanceId id) const {
    return want.only.empty() ||
           std::find(want.only.begin(), want.only.end(), id) != want.only.end();
  }

  // What `want` has of its `column`-th instance at `time`, or null.
  const Literal* At(const Want& want, base::Timestamp time,
                    std::size_t column) const {
    const auto found = source_.tables_.find(want.desc.pmid);
    const std::int64_t row = source_.RowAt(time);
    if (found == source_.tables_.end() || row < 0) return nullptr;
    const MemoryTable& table = found->second;
    if (row >= static_cast<std::int64_t>(table.rows.size())) return nullptr;
    const std::vector<Literal>& values = table.rows[row];
    if (column >= values.size() || values[column].absent()) return nullptr;
    return Wanted(want, table.instances[column]) ? &values[column] : nullptr;
  }

  const std::vector<InstanceId>& TableInstances(const Want& want) const {
    static const std::vector<InstanceId> none;
    const auto found = source_.tables_.find(want.desc.pmid);
    return found == source_.tables_.end() ? none : found->second.instances;
  }

  void MakeGroups(Samples* samples) const {
    std::map<InDom, std::set<InstanceId>> seen;
    for (const Want& want : wants_) {
      std::set<InstanceId>& ids = seen[want.desc.indom];
      if (want.desc.singular()) ids.insert(pmapi::kNullInstance);
      const std::vector<InstanceId>& columns = TableInstances(want);
      for (const base::Timestamp time : samples->stamps) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
          if (At(want, time, c) != nullptr) ids.insert(columns[c]);
        }
      }
    }
    for (const auto& [indom, ids] : seen) {
      samples->groups.push_back(SampleGroup{indom, {ids.begin(), ids.end()}});
    }
  }

  void Fill(std::size_t w, Samples* samples) const {
    const Want& want = wants_[w];
    MetricSamples& out = samples->metrics[w];
    out = {0, {}, {}, {}, false, 0, out.numbers};
    while (samples->groups[out.group].indom != want.desc.indom) ++out.group;
    const std::vector<InstanceId>& ids = samples->groups[out.group].instances;
    const std::vector<InstanceId>& columns = TableInstances(want);
    out.bits.assign(ids.size() * samples->stamps.size(), 0);
    out.cells.assign(out.bits.size(), pmapi::kAbsent);
    for (std::size_t t = 0; t < samples->stamps.size(); ++t) {
      out.after_mark.push_back(AfterMark(samples->stamps[t]));
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const Literal* value = At(want, samples->stamps[t], c);
        if (value == nullptr) continue;
        const auto lane = std::lower_bound(ids.begin(), ids.end(), columns[c]);
        Put(*value, want.desc.type, t * ids.size() + (lane - ids.begin()),
            samples, &out);
      }
    }
    const bool anew =
        source_.anew_from_ && !samples->stamps.empty() &&
        source_.RowAt(samples->stamps.front()) >= *source_.anew_from_;
    out.origin = anew ? 1 : 0;
    out.dense =
        std::all_of(out.cells.begin(), out.cells.end(),
                    [](Cell c) { return c == pmapi::kKnown; }) &&
        std::count(out.after_mark.begin(), out.after_mark.end(), 1) == 0;
  }

  static void Put(const Literal& value, Type type, std::size_t at,
                  Samples* samples, MetricSamples* out) {
    out->cells[at] = pmapi::kKnown;
    if (const std::string* text = value.text()) {
      out->bits[at] = samples->strings.size();
      samples->strings.push_back(*text);
    } else {
      out->bits[at] = value.Bits(type);
    }
  }

  // A mark counts at the first tick after it, but for the stream's first.
  std::uint8_t AfterMark(base::Timestamp time) const {
    if (time <= grid_.start) return 0;
    const base::Timestamp before{time.ns - grid_.step.ns};
    const std::int64_t from = source_.RowAt(before);
    const std::int64_t to = source_.RowAt(time);
    const auto mark = source_.marks_.upper_bound(static_cast<int>(from));
    return mark != source_.marks_.end() && *mark <= to;
  }

  const MemorySource& source_;
  std::vector<Want> wants_;
  TickGrid grid_;
  std::int64_t next_ = 0;
};

base::Result<std::unique_ptr<pmapi::SampleStream>> MemorySource::Open(
    std::vector<Want> wants, TickGrid grid) {
  if (grid.step.ns <= 0) {
    return base::Error{base::ErrorCode::kInvalid, "step must be positive"};
  }
  return std::unique_ptr<pmapi::SampleStream>(
      std::make_unique<MemoryStream>(*this, std::move(wants), grid));
}

}  // namespace tests
