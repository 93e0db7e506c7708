// A reader runs once a refresh, however many of its tables are asked for.
#include "pmapi/linux/machine.h"

#include <algorithm>
#include <utility>

#include "pmapi/linux/metric_row.h"

namespace pmapi::lnx {
namespace {

/// The fields that the metrics of `table` name, each once.
std::vector<std::string_view> FieldsAsNamed(TableId table) {
  std::vector<std::string_view> fields;
  for (const TableMetrics& one : AllMetrics()) {
    if (one.table != table) continue;
    for (const MetricRow& row : one.rows) fields.push_back(row.field);
  }
  std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  return fields;
}

}  // namespace

Machine::Machine(std::string root, const System& system,
                 std::shared_ptr<InstanceNumbers> numbers)
    : system_(system), files_(std::move(root)), numbers_(std::move(numbers)) {
  tables_.reserve(kTables);
  for (const TableSpec& spec : TableSpecs()) {
    tables_.emplace_back(spec.fields.empty() ? Table(FieldsAsNamed(spec.id))
                                             : Table(spec.fields));
  }
}

void Machine::RefreshWithNames(const std::vector<TableId>& ids) {
  names_ = true;
  Refresh(ids);
  names_ = false;
}

// All tables of a reader are emptied: it fills them whether wanted or not.
void Machine::Refresh(const std::vector<TableId>& ids) {
  wanted_.reset();
  listed_ = false;
  files_.ClearShortfall();
  for (const TableId id : ids) wanted_.set(static_cast<std::size_t>(id));
  std::vector<void (*)(Machine*)> readers;
  for (const TableId id : ids) {
    const auto reader = SpecOf(id).read;
    if (std::find(readers.begin(), readers.end(), reader) == readers.end()) {
      readers.push_back(reader);
    }
  }
  for (const auto reader : readers) {
    Clear(reader);
    missed_ = false;
    reader(this);
    if (missed_) Clear(reader);
  }
  for (const TableId id : ids) Number(SpecOf(id));
}

void Machine::Clear(void (*reader)(Machine*)) {
  for (const TableSpec& spec : TableSpecs()) {
    if (spec.read == reader) table(spec.id).Clear();
  }
}

std::string_view Machine::Text(std::string_view path) {
  const std::string_view text = RootsText(path);
  files_.ReportUnreadable(path);
  return text;
}

std::string_view Machine::RootsText(std::string_view path) {
  const std::string_view text = files_.Read(path);
  if (files_.unreadable()) Miss();
  return text;
}

bool Machine::AskedAny(TableId id, std::string_view beginning) const {
  const std::set<std::size_t>& asked = asked_[static_cast<std::size_t>(id)];
  return std::any_of(asked.begin(), asked.end(), [&](std::size_t column) {
    return table(id).FieldName(column).starts_with(beginning);
  });
}

const std::vector<InstanceId>& Machine::pids() {
  if (only_) return *only_;
  if (!listed_) {
    files_.ListNumbers("/proc", &pids_);
    listed_ = !files_.unreadable();
    if (!listed_) Miss();
  }
  return pids_;
}

void Machine::Number(const TableSpec& spec) {
  Table& rows = table(spec.id);
  numbers_->BeginReading(spec.indom());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (rows.id(row) != kUnnumbered) continue;
    rows.set_id(row, numbers_->Of(spec.indom(), rows.name(row)));
  }
  rows.Order();
}

}  // namespace pmapi::lnx
