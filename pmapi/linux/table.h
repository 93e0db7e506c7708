// Table: what one reading of /proc or /sys brought, rows by instance and
// columns by field, before types and units. Parsers fill it, linux_stream.cc
// makes Samples of it.
#ifndef TOCSIN_PMAPI_LINUX_TABLE_H_
#define TOCSIN_PMAPI_LINUX_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "pmapi/metric/metric.h"

namespace pmapi::lnx {

/// One field as the kernel printed it.
struct Field {
  enum class Kind : std::uint8_t { kNone, kInteger, kReal, kText };

  Kind kind = Kind::kNone;
  /// Two's complement, the bits of a double, or offset and length in `texts`.
  std::uint64_t bits = 0;
};

/// Rows that have no number yet carry this.
inline constexpr InstanceId kUnnumbered = -2;

/// Keeps its memory from reading to reading. Rows and columns count from 0.
class Table {
 public:
  /// Columns in this order; parsers know them by place or ask Column().
  explicit Table(std::span<const std::string_view> fields);

  /// The column of `field`, or -1.
  int Column(std::string_view field) const;

  /// No rows.
  void Clear();

  /// A row without fields; `name` is the instance's, `id` its identifier
  /// where the name alone does not decide it.
  std::size_t AddRow(std::string_view name, InstanceId id = kUnnumbered);
  /// The one row of a singular table.
  std::size_t AddOnly() { return AddRow({}, kNullInstance); }

  /// REQUIRES, as all of these: the row and the column are there.
  void Set(std::size_t row, std::size_t column, std::uint64_t value) {
    at(row, column) = {Field::Kind::kInteger, value};
  }
  /// By name; nothing where the table has no such field or there is no value.
  void SetNamed(std::size_t row, std::string_view field,
                std::optional<std::uint64_t> value);
  void SetReal(std::size_t row, std::size_t column, double value);
  void SetText(std::size_t row, std::size_t column, std::string_view value);
  void Unset(std::size_t row, std::size_t column) { at(row, column) = Field(); }
  /// The row stays, without fields.
  void ClearRow(std::size_t row);
  void SetName(std::size_t row, std::string_view name);

  /// What Column() finds `column` by.
  std::string_view FieldName(std::size_t column) const {
    return names_of_fields_[column];
  }
  std::size_t rows() const { return ids_.size(); }
  std::size_t columns() const { return columns_; }
  const Field& field(std::size_t row, std::size_t column) const {
    return fields_[row * columns_ + column];
  }
  /// 0 where the field is not an integer.
  std::uint64_t Integer(std::size_t row, std::size_t column) const;
  /// Lifetime: until the table changes.
  std::string_view Text(const Field& field) const;
  std::string_view name(std::size_t row) const;

  InstanceId id(std::size_t row) const { return ids_[row]; }
  void set_id(std::size_t row, InstanceId id) { ids_[row] = id; }

  /// Row numbers by ascending identifier; of rows with the same one only the
  /// first. REQUIRES: Order() since the last change.
  const std::vector<std::uint32_t>& order() const { return order_; }
  void Order();

 private:
  Field& at(std::size_t row, std::size_t column) {
    CHECK(row < ids_.size() && column < columns_);
    return fields_[row * columns_ + column];
  }
  std::uint64_t Keep(std::string_view text);
  std::string_view Kept(std::uint64_t place) const;

  std::size_t columns_;
  std::vector<std::string_view> names_of_fields_;
  std::vector<std::pair<std::string_view, int>> by_name_;  // sorted
  std::vector<Field> fields_;
  std::vector<InstanceId> ids_;
  std::vector<std::uint64_t> names_;
  std::vector<std::uint32_t> order_;
  std::string texts_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_TABLE_H_
