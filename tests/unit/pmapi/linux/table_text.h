// TableText: a table in words, for expectations.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_LINUX_TABLE_TEXT_H_
#define TOCSIN_TESTS_UNIT_PMAPI_LINUX_TABLE_TEXT_H_

#include <bit>
#include <sstream>
#include <string>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

/// "name: field=value ..." a row, without the fields that are not there.
inline std::string TableText(const Table& table) {
  std::ostringstream out;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row > 0) out << '\n';
    out << table.name(row) << ':';
    for (std::size_t i = 0; i < table.columns(); ++i) {
      const Field& field = table.field(row, i);
      if (field.kind == Field::Kind::kNone) continue;
      out << ' ' << table.FieldName(i) << '=';
      if (field.kind == Field::Kind::kText) {
        out << '"' << table.Text(field) << '"';
      } else if (field.kind == Field::Kind::kReal) {
        out << std::bit_cast<double>(field.bits);
      } else {
        out << static_cast<std::int64_t>(field.bits);
      }
    }
  }
  return out.str();
}

/// A table with these fields. Lifetime: the names must be literals.
inline Table TableOf(std::initializer_list<std::string_view> fields) {
  return Table(std::span(fields.begin(), fields.size()));
}

}  // namespace pmapi::lnx

#endif  // TOCSIN_TESTS_UNIT_PMAPI_LINUX_TABLE_TEXT_H_
