// FieldSum: a number that is made of several fields of a record, as in
// bytes / requests.
#ifndef TOCSIN_ENGINE_EVENTS_FIELD_SUM_H_
#define TOCSIN_ENGINE_EVENTS_FIELD_SUM_H_

#include <optional>
#include <variant>
#include <vector>

#include "engine/events/record_field.h"
#include "grammar/ast.h"

namespace engine::events {

/// Written from its operands up, each operator behind its two.
class FieldSum {
 public:
  void Add(double number) { parts_.emplace_back(number); }
  void Add(Field field) { parts_.emplace_back(std::move(field)); }
  /// REQUIRES: +, -, * or /, behind two operands.
  void Add(grammar::ast::BinaryOp op) { parts_.emplace_back(op); }

  bool empty() const { return parts_.empty(); }
  bool Names(OwnField field) const;
  /// Where it is nothing but a field, its value, be it a text; of a parameter
  /// that repeats the first. Nothing where it lacks one, or one is no number.
  std::optional<FieldValue> ValueOf(const Arrival& arrival) const;

 private:
  std::vector<std::variant<double, Field, grammar::ast::BinaryOp>> parts_;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_FIELD_SUM_H_
