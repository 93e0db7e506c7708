// Fields in one array, row by row; texts in one arena.
#include "pmapi/linux/table.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pmapi::lnx {

Table::Table(std::span<const std::string_view> fields)
    : columns_(fields.size()), names_of_fields_(fields.begin(), fields.end()) {
  for (const std::string_view field : fields) {
    by_name_.emplace_back(field, static_cast<int>(by_name_.size()));
  }
  std::sort(by_name_.begin(), by_name_.end());
}

int Table::Column(std::string_view field) const {
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), field,
                                   [](const auto& known, std::string_view key) {
                                     return known.first < key;
                                   });
  return at != by_name_.end() && at->first == field ? at->second : -1;
}

void Table::Clear() {
  fields_.clear();
  ids_.clear();
  names_.clear();
  order_.clear();
  texts_.clear();
}

std::size_t Table::AddRow(std::string_view name, InstanceId id) {
  fields_.resize(fields_.size() + columns_);
  names_.push_back(Keep(name));
  ids_.push_back(id);
  return ids_.size() - 1;
}

void Table::ClearRow(std::size_t row) {
  for (std::size_t i = 0; i < columns_; ++i) at(row, i) = Field();
}

void Table::SetName(std::size_t row, std::string_view name) {
  names_[row] = Keep(name);
}

void Table::SetNamed(std::size_t row, std::string_view field,
                     std::optional<std::uint64_t> value) {
  if (!value) return;
  const int column = Column(field);
  if (column >= 0) Set(row, static_cast<std::size_t>(column), *value);
}

void Table::SetReal(std::size_t row, std::size_t column, double value) {
  at(row, column) = {Field::Kind::kReal, std::bit_cast<std::uint64_t>(value)};
}

void Table::SetText(std::size_t row, std::size_t column,
                    std::string_view value) {
  at(row, column) = {Field::Kind::kText, Keep(value)};
}

std::uint64_t Table::Integer(std::size_t row, std::size_t column) const {
  const Field& one = field(row, column);
  return one.kind == Field::Kind::kInteger ? one.bits : 0;
}

std::string_view Table::Text(const Field& field) const {
  return field.kind == Field::Kind::kText ? Kept(field.bits)
                                          : std::string_view();
}

std::string_view Table::name(std::size_t row) const {
  return Kept(names_[row]);
}

void Table::Order() {
  order_.resize(rows());
  std::iota(order_.begin(), order_.end(), 0u);
  const auto before = [this](std::uint32_t a, std::uint32_t b) {
    return ids_[a] < ids_[b];
  };
  if (!std::is_sorted(order_.begin(), order_.end(), before)) {
    std::stable_sort(order_.begin(), order_.end(), before);
  }
  const auto same = [this](std::uint32_t a, std::uint32_t b) {
    return ids_[a] == ids_[b];
  };
  order_.erase(std::unique(order_.begin(), order_.end(), same), order_.end());
}

// Texts of one reading are far below 4 GB: files are read up to a limit.
std::uint64_t Table::Keep(std::string_view text) {
  const std::uint64_t place = texts_.size() << 32 | text.size();
  texts_ += text;
  return place;
}

std::string_view Table::Kept(std::uint64_t place) const {
  return std::string_view(texts_).substr(place >> 32, place & 0xffffffffu);
}

}  // namespace pmapi::lnx
