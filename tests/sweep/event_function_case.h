// Random functions over event records as plain data: what is asked, what
// arrives, and what comes of it. What that is by definition:
// event_function_model.h.
#ifndef TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_CASE_H_
#define TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_CASE_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "grammar/ast.h"
#include "pmapi/metric/metric.h"
#include "tests/sweep/event_case.h"

namespace engine::events::model {

using grammar::ast::Reducer;
using SequelKind = grammar::ast::Sequel::Kind;
using pmapi::InstanceId;

/// These are there from the beginning.
inline const std::map<InstanceId, std::string> kInstances = {{0, "zero"},
                                                             {1, "one"}};

/// What is asked besides of what a function counts. These stand alone, as clang
/// makes no optional of what is declared in an unfinished class.
struct Sequel {
  SequelKind kind = SequelKind::kThen;
  Node next;
  base::Duration within;
  std::vector<Field> by;
};
struct Groups {
  std::vector<Field> by;
  bool instances = false;
  std::optional<InstanceId> only;
};
/// Of a count: what its only comparison is, with a number or something else.
struct Compared {
  BinaryOp op = BinaryOp::kEqual;
  std::optional<double> with;
};

/// A function as it is written.
struct Function {
  grammar::ast::Reduction reduction;
  base::Duration window;
  std::optional<Field> of;
  /// In place of a number what `of` is in the last record, or the first one; of
  /// a sequel in the last record, or the first one, of the last that counts.
  enum class Shows { kNothing, kLast, kFirst } shows = Shows::kNothing;
  Node where;
  std::optional<Node> holds;
  std::optional<Sequel> sequel;
  std::optional<Groups> groups;
  std::optional<Compared> compared;
};

struct Array {
  InstanceId instance = 0;
  Timestamp at;
  std::vector<ModelRecord> records;
};

/// An evaluation, and what has come since the one before.
struct Tick {
  Timestamp at;
  std::vector<Array> arrays;
  /// Before this one something was lost.
  std::optional<std::size_t> lost;
};

/// What an instance or a group has: a number, one that nobody knows, or a text
/// that is shown.
struct Answer {
  std::string name;
  double value = 0;
  std::string text = {};
  bool known = true;
  bool may_be_gone = false;  // a group that was long without a record
  bool rest = false;         // of all groups that are not there
};

}  // namespace engine::events::model

#endif  // TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_CASE_H_
