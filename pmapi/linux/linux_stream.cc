// Tables to ticks: every field becomes its metric's type and units.
#include "pmapi/linux/linux_stream.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "pmapi/source/hand_out.h"

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

}  // namespace

LinuxStream::LinuxStream(std::unique_ptr<Machine> machine,
                         const LinuxCatalog& catalog, std::vector<Want> wants,
                         TickGrid grid, std::shared_ptr<Awaited> awaited,
                         std::shared_ptr<Shortfalls> shortfalls,
                         std::shared_ptr<records::RecordHub> hub)
    : machine_(std::move(machine)),
      grid_(grid),
      awaited_(std::move(awaited)),
      shortfalls_(std::move(shortfalls)),
      hub_(std::move(hub)),
      // Events of this host have no instances.
      events_(wants, grid.step,
              [](InDom) { return std::vector<InstanceId>(); }) {
  if (awaited_) awaited_->AskedEvery(grid_.step);
  for (const Want& want : wants) AddWant(want, catalog.Find(want.desc.pmid));
  LimitProcesses();
  if (!events_.empty()) hub_->Join(&events_);
}

LinuxStream::~LinuxStream() {
  shortfalls_->Set(this, std::nullopt);
  hub_->Leave(&events_);
}

// Reads only the processes that are named, where all that is wanted of
// processes is.
void LinuxStream::LimitProcesses() {
  std::vector<InstanceId> only;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const TableSpec* spec = fields_[i].spec;
    if (spec == nullptr || spec->domain != kProcDomain) continue;
    if (spec->serial == kSingular) return;  // such as their number
    if (spec->serial != kProcesses) continue;
    const std::vector<InstanceId>& named = tick_.Only(i);
    if (named.empty()) return;
    only.insert(only.end(), named.begin(), named.end());
  }
  std::sort(only.begin(), only.end());
  only.erase(std::unique(only.begin(), only.end()), only.end());
  if (!only.empty()) machine_->LimitProcesses(std::move(only));
}

void LinuxStream::AddWant(const Want& want, const LocatedMetric* located) {
  tick_.AddWant(want);
  WantedField& wanted = fields_.emplace_back();
  if (located == nullptr) return;
  const MetricRow& row = *located->row;
  wanted.table = &machine_->table(located->table);
  wanted.spec = &SpecOf(located->table);
  wanted.column = static_cast<std::size_t>(wanted.table->Column(row.field));
  machine_->Ask(located->table, wanted.column);
  wanted.type = row.traits.type;
  std::tie(wanted.times, wanted.over) =
      Factor(row.traits.scale, machine_->system());
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

/// Metrics that were there before are as they were, so that the tick has its
/// values.
std::optional<base::Error> LinuxStream::Interruption() {
  if (!awaited_ || !awaited_->HasCome(stamp_)) return std::nullopt;
  return base::Error{base::ErrorCode::kChanged, "what rules wait for has come"};
}

base::Result<void> LinuxStream::Fetch(int /*max_ticks*/, Samples* samples) {
  machine_->Refresh(tables_);
  auto shortfall = machine_->shortfall();
  stamp_ = now_.value_or(grid_.At(next_));
  now_.reset();
  ++next_;
  for (std::size_t i = 0; i < fields_.size(); ++i) Load(i);
  if (events_.empty()) {
    tick_.Finish(stamp_, samples);
  } else {
    hub_->Read(stamp_);
    const auto of_events = hub_->shortfall();
    if (shortfall && of_events) {
      shortfall->message += "; " + of_events->message;
    } else if (of_events) {
      shortfall = of_events;
    }
    FinishWithEvents(samples);
  }
  shortfalls_->Set(this, shortfall);
  return {};
}

void LinuxStream::FinishWithEvents(Samples* samples) {
  tick_.Finish(stamp_, &made_);
  events_.Finish(stamp_, &made_);
  HandOut(&made_, samples);
}

void LinuxStream::Load(std::size_t want) {
  const WantedField& wanted = fields_[want];
  if (wanted.table == nullptr) return;
  for (const std::uint32_t row : wanted.table->order()) {
    const InstanceId id = wanted.table->id(row);
    const Field& field = wanted.table->field(row, wanted.column);
    if (!Fits(wanted.type, field) || !tick_.Wants(want, id)) continue;
    if (field.kind == Field::Kind::kText) {
      tick_.PutText(want, id, wanted.table->Text(field));
    } else {
      tick_.Put(want, id, Bits(wanted, field));
    }
  }
}

std::uint64_t LinuxStream::Bits(const WantedField& wanted, const Field& field) {
  if (!IsReal(wanted.type)) {
    return IntegerBits(wanted.type, field.bits * wanted.times / wanted.over);
  }
  const double value = field.kind == Field::Kind::kReal
                           ? std::bit_cast<double>(field.bits)
                           : static_cast<double>(field.bits);
  return RealBits(wanted.type, value * static_cast<double>(wanted.times) /
                                   static_cast<double>(wanted.over));
}

}  // namespace pmapi::lnx
