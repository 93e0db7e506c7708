// Tables to columns: the instances of a domain's metrics are joined by number
// and every field becomes its metric's type and units.
#include "pmapi/linux/linux_stream.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace pmapi::lnx {
namespace {

/// What a field is multiplied and divided by.
std::pair<std::uint64_t, std::uint64_t> Factor(Scale scale,
                                               const System& system) {
  switch (scale) {
    case Scale::kSame:
      return {1, 1};
    case Scale::kTicks:
      return {1000, system.ticks_per_second};
    case Scale::kSectors:
      return {1, 2};
    case Scale::kPages:
      return {system.page_bytes, 1024};
    case Scale::kKbToBytes:
      return {1024, 1};
    case Scale::kKbToMb:
    case Scale::kBytesToKb:
      return {1, 1024};
  }
  return {1, 1};
}

/// A number as the bits of `type`.
std::uint64_t IntegerBits(Type type, std::uint64_t value) {
  switch (type) {
    case Type::k32:
      return static_cast<std::uint64_t>(
          std::int64_t{static_cast<std::int32_t>(value)});
    case Type::kU32:
      return static_cast<std::uint32_t>(value);
    default:
      return value;
  }
}

std::uint64_t RealBits(Type type, double value) {
  if (type == Type::kFloat) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return std::bit_cast<std::uint64_t>(value);
}

bool IsReal(Type type) { return type == Type::kFloat || type == Type::kDouble; }

/// True if a metric of `type` can be what the field holds.
bool Fits(Type type, const Field& field) {
  if (field.kind == Field::Kind::kNone) return false;
  return (type == Type::kString) == (field.kind == Field::Kind::kText) &&
         (field.kind != Field::Kind::kReal || IsReal(type));
}

bool Wanted(const std::vector<InstanceId>& only, InstanceId id) {
  return only.empty() || std::binary_search(only.begin(), only.end(), id);
}

}  // namespace

LinuxStream::LinuxStream(std::unique_ptr<Machine> machine,
                         const LinuxCatalog& catalog, std::vector<Want> wants,
                         TickGrid grid, std::shared_ptr<Awaited> awaited,
                         std::shared_ptr<Troubles> troubles)
    : machine_(std::move(machine)),
      grid_(grid),
      awaited_(std::move(awaited)),
      troubles_(std::move(troubles)) {
  if (awaited_) awaited_->AskedEvery(grid_.step);
  for (const Want& want : wants) AddPlan(want, catalog.Find(want.desc.pmid));
  LimitProcesses();
}

LinuxStream::~LinuxStream() { troubles_->Set(this, std::nullopt); }

// Where all that is wanted of processes is named ones, the others cost nothing.
void LinuxStream::LimitProcesses() {
  std::vector<InstanceId> only;
  for (const Plan& plan : plans_) {
    if (plan.spec == nullptr || plan.spec->domain != kProcDomain) continue;
    if (plan.spec->serial == kSingular) return;  // such as their number
    if (plan.spec->serial != kProcesses) continue;
    if (plan.only.empty()) return;
    only.insert(only.end(), plan.only.begin(), plan.only.end());
  }
  std::sort(only.begin(), only.end());
  only.erase(std::unique(only.begin(), only.end()), only.end());
  if (!only.empty()) machine_->LimitProcesses(std::move(only));
}

std::size_t LinuxStream::GroupOf(InDom indom) {
  const auto at = std::find(groups_.begin(), groups_.end(), indom);
  if (at == groups_.end()) {
    groups_.push_back(indom);
    return groups_.size() - 1;
  }
  return static_cast<std::size_t>(at - groups_.begin());
}

void LinuxStream::AddPlan(const Want& want, const Located* located) {
  Plan& plan = plans_.emplace_back();
  plan.group = GroupOf(want.desc.indom);
  if (located == nullptr) return;
  const MetricRow& row = *located->row;
  plan.table = &machine_->table(located->table);
  plan.spec = &SpecOf(located->table);
  plan.column = static_cast<std::size_t>(plan.table->Column(row.field));
  machine_->Ask(located->table, plan.column);
  plan.type = row.shape.type;
  std::tie(plan.times, plan.over) = Factor(row.shape.scale, machine_->system());
  if (!want.desc.singular()) plan.only = want.only;
  std::sort(plan.only.begin(), plan.only.end());
  if (std::find(tables_.begin(), tables_.end(), located->table) ==
      tables_.end()) {
    tables_.push_back(located->table);
  }
}

void LinuxStream::Ask(base::Timestamp now, base::Duration /*limit*/,
                      const std::function<void()>& ready) {
  now_ = now;
  ready();
}

/// What is there already is as it was: the tick has its values.
std::optional<base::Error> LinuxStream::Interruption() {
  if (!awaited_ || !awaited_->HasCome(stamp_)) return std::nullopt;
  return base::Error{base::ErrorCode::kChanged, "what rules wait for has come"};
}

base::Result<void> LinuxStream::Fetch(int /*max_ticks*/, Samples* samples) {
  machine_->Refresh(tables_);
  troubles_->Set(this, machine_->trouble());
  stamp_ = now_.value_or(grid_.At(next_));
  samples->stamps.assign(1, stamp_);
  now_.reset();
  ++next_;
  samples->strings.clear();
  samples->groups.resize(groups_.size());
  samples->metrics.resize(plans_.size());
  CollectInstances(samples);
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    Fill(plans_[i], samples, &samples->metrics[i]);
  }
  return {};
}

// Mostly all metrics of a domain have the same instances: then the first
// metric's are taken and the others' only compared.
void LinuxStream::CollectInstances(Samples* samples) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    samples->groups[g].indom = groups_[g];
    samples->groups[g].instances.clear();
    if (groups_[g] == kNullInDom) {
      samples->groups[g].instances.push_back(kNullInstance);
    }
  }
  for (const Plan& plan : plans_) {
    if (plan.table == nullptr || groups_[plan.group] == kNullInDom) continue;
    ids_.clear();
    for (const std::uint32_t row : plan.table->order()) {
      const InstanceId id = plan.table->id(row);
      if (!Fits(plan.type, plan.table->field(row, plan.column))) continue;
      if (Wanted(plan.only, id)) ids_.push_back(id);
    }
    std::vector<InstanceId>& all = samples->groups[plan.group].instances;
    if (std::includes(all.begin(), all.end(), ids_.begin(), ids_.end())) {
      continue;
    }
    union_.clear();
    std::set_union(all.begin(), all.end(), ids_.begin(), ids_.end(),
                   std::back_inserter(union_));
    all.swap(union_);
  }
}

void LinuxStream::Fill(const Plan& plan, Samples* samples,
                       MetricSamples* metric) {
  const std::vector<InstanceId>& ids = samples->groups[plan.group].instances;
  metric->group = static_cast<int>(plan.group);
  metric->bits.assign(ids.size(), 0);
  metric->cells.assign(ids.size(), kAbsent);
  metric->after_mark.assign(1, 0);
  std::size_t known = 0;
  std::size_t at = 0;
  if (plan.table != nullptr) {
    for (const std::uint32_t row : plan.table->order()) {
      const InstanceId id = plan.table->id(row);
      while (at < ids.size() && ids[at] < id) ++at;
      if (at == ids.size()) break;
      const Field& field = plan.table->field(row, plan.column);
      if (ids[at] != id || !Fits(plan.type, field)) continue;
      if (!Wanted(plan.only, id)) continue;
      metric->bits[at] = Bits(plan, field, samples);
      metric->cells[at] = kKnown;
      ++known;
    }
  }
  metric->dense = known == ids.size();
}

std::uint64_t LinuxStream::Bits(const Plan& plan, const Field& field,
                                Samples* samples) {
  if (field.kind == Field::Kind::kText) {
    samples->strings.emplace_back(plan.table->Text(field));
    return samples->strings.size() - 1;
  }
  if (!IsReal(plan.type)) {
    return IntegerBits(plan.type, field.bits * plan.times / plan.over);
  }
  const double value = field.kind == Field::Kind::kReal
                           ? std::bit_cast<double>(field.bits)
                           : static_cast<double>(field.bits);
  return RealBits(plan.type, value * static_cast<double>(plan.times) /
                                 static_cast<double>(plan.over));
}

}  // namespace pmapi::lnx
