// Sorted once, searched by halves.
#include "pmapi/linux/linux_catalog.h"

#include <algorithm>
#include <utility>

namespace pmapi::lnx {

LinuxCatalog::LinuxCatalog(std::unique_ptr<Machine> machine,
                           std::vector<records::RecordMetric> of_records)
    : machine_(std::move(machine)), of_records_(std::move(of_records)) {
  for (const TableMetrics& one : AllMetrics()) {
    for (const MetricRow& row : one.rows) {
      entries_.push_back(
          {row.name, lnx::Describe(one, row), {one.table, &row}, row.help});
    }
  }
  for (const records::RecordMetric& one : of_records_) {
    entries_.push_back({one.name, one.desc, {}, one.help});
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  for (const Entry& entry : entries_) by_pmid_.push_back(&entry);
  std::sort(by_pmid_.begin(), by_pmid_.end(),
            [](const Entry* a, const Entry* b) {
              return a->desc.pmid < b->desc.pmid;
            });
}

const LinuxCatalog::Entry* LinuxCatalog::FindEntry(
    std::string_view name) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const Entry& entry, std::string_view key) {
                         return entry.name < key;
                       });
  return at == entries_.end() || at->name != name ? nullptr : &*at;
}

base::Result<MetricDesc> LinuxCatalog::Describe(std::string_view name) const {
  if (const Entry* entry = FindEntry(name)) return entry->desc;
  const std::string prefix = std::string(name) + '.';
  const auto child =
      std::lower_bound(entries_.begin(), entries_.end(), prefix,
                       [](const Entry& entry, std::string_view key) {
                         return entry.name < key;
                       });
  const bool inner = child != entries_.end() && child->name.starts_with(prefix);
  return base::Error{
      inner ? base::ErrorCode::kNonLeaf : base::ErrorCode::kNoMetric,
      std::string(name)};
}

base::Result<std::vector<Instance>> LinuxCatalog::Instances(InDom indom) const {
  for (const TableSpec& spec : TableSpecs()) {
    if (spec.indom() != indom || indom == kNullInDom) continue;
    machine_->RefreshWithNames({spec.id});
    if (const auto& shortfall = machine_->shortfall()) return *shortfall;
    const Table& rows = machine_->table(spec.id);
    std::vector<Instance> instances;
    for (const std::uint32_t row : rows.order()) {
      instances.push_back({rows.id(row), std::string(rows.name(row))});
    }
    return instances;
  }
  return base::Error{base::ErrorCode::kNoIndom, InDomText(indom)};
}

std::vector<std::string> LinuxCatalog::MetricNames() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const Entry& entry : entries_) names.emplace_back(entry.name);
  return names;
}

HelpText LinuxCatalog::Help(std::string_view name) const {
  const Entry* entry = FindEntry(name);
  return entry == nullptr ? HelpText() : HelpText{std::string(entry->help), ""};
}

const LocatedMetric* LinuxCatalog::Find(Pmid pmid) const {
  const auto at = std::lower_bound(
      by_pmid_.begin(), by_pmid_.end(), pmid,
      [](const Entry* entry, Pmid key) { return entry->desc.pmid < key; });
  const bool found = at != by_pmid_.end() && (*at)->desc.pmid == pmid &&
                     (*at)->located.row != nullptr;
  return found ? &(*at)->located : nullptr;
}

}  // namespace pmapi::lnx
