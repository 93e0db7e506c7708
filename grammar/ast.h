// The syntax tree of a statement: what was written, macros expanded and
// constants folded, nothing looked up. Printed by grammar/print.h; the typed
// tree is engine/expr.
#ifndef TOCSIN_GRAMMAR_AST_H_
#define TOCSIN_GRAMMAR_AST_H_

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "grammar/source_text.h"
#include "pmapi/metric/units.h"

namespace grammar::ast {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;
struct Action;
using ActionPtr = std::unique_ptr<Action>;

enum class Domain { kHost, kInst, kSample };

/// In canonical units: bytes, seconds, counts. What was written with units has
/// their dimension; what has been reckoned, or is a macro's, has none.
struct Number {
  double value = 0;
  pmapi::Units units = {};
};
struct Truth {
  bool value = false;
};
struct String {
  std::string value;
};

/// $minute and its kin: read at every evaluation in the reporting timezone.
enum class ClockField {
  kMinute,
  kHour,
  kDay,
  kMonth,
  kYear,
  kDayOfWeek,
  kDelta
};
struct ClockVariable {
  ClockField field = ClockField::kMinute;
};

/// metric [:host...] [#instance...] [@first[..last]], first <= last.
struct Fetch {
  std::string metric;
  std::vector<std::string> hosts;
  std::vector<std::string> instances;
  int first = 0;
  int last = 0;
};

enum class UnaryOp { kNegate, kRate, kInstant, kNot, kRising, kFalling };
struct Unary {
  UnaryOp op = UnaryOp::kNegate;
  ExprPtr operand;
};

enum class BinaryOp {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr
};
struct Binary {
  BinaryOp op = BinaryOp::kAdd;
  ExprPtr left;
  ExprPtr right;
};

/// What makes one value of many, at all stages up to the evaluation: of
/// numbers, from kCount on of truths. The aggregates first, then the
/// quantifiers, whose result is a truth.
enum class Reducer {
  kSum,
  kAvg,
  kMin,
  kMax,
  kPercentile,
  kStddev,  // standard deviation
  kCount,
  kAll,
  kSome,
  kPercent
};
inline bool IsOfTruths(Reducer reducer) { return reducer >= Reducer::kCount; }
inline bool IsQuantifier(Reducer reducer) { return reducer > Reducer::kCount; }
/// True if the result is one of the values, and so has an instance.
inline bool IsExtreme(Reducer reducer) {
  return reducer == Reducer::kMin || reducer == Reducer::kMax;
}

struct Reduction {
  Reducer reducer = Reducer::kSum;
  double percent = 0;  // of kPercentile and kPercent

  friend std::strong_ordering operator<=>(const Reduction& a,
                                          const Reduction& b) {
    const auto reducers = a.reducer <=> b.reducer;
    return reducers != 0 ? reducers : std::strong_order(a.percent, b.percent);
  }
  friend bool operator==(const Reduction& a, const Reduction& b) {
    return (a <=> b) == 0;
  }
};

/// sum_inst and its kin, all_host and its kin.
struct Reduce {
  Reduction reduction;
  Domain domain = Domain::kInst;
  ExprPtr operand;
};

/// match_inst and, negated, nomatch_inst.
struct Match {
  bool negated = false;
  std::string pattern;
  ExprPtr operand;
};

/// parameter =~ "pattern", !~, contains, starts, in ("a", 1): of conditions
/// over event records.
enum class TextTest { kMatches, kContains, kStarts, kIn };
struct Test {
  TextTest test = TextTest::kMatches;
  bool negated = false;
  ExprPtr parameter;
  std::vector<ExprPtr> constants;  // one, but of kIn
};

/// A filter by its name. Its condition is shared with its other uses.
struct FilterUse {
  std::string name;
  std::shared_ptr<const Expr> condition;
};

/// METRIC where CONDITION. Names in `where` are of parameters, as
/// Fetch::metric; null: all records.
struct Records {
  Fetch metric;
  ExprPtr where;
};

/// What belongs to a record: the next one of `records` (then), none of them
/// (without), or what ends it (pair, without `records`).
struct Sequel {
  enum class Kind { kThen, kWithout, kPair };
  Kind kind = Kind::kThen;
  Records records;
  double within = 0;            // seconds
  std::vector<std::string> by;  // parameters that are the same in both
};

/// count_event, some_event, sum_event and their kin: what one value is made of.
struct Events {
  Reduction reduction;
  double window = 0;            // seconds; 0: since the evaluation before
  std::string parameter;        // of aggregates: what they are of
  std::vector<std::string> by;  // a lane for each value of these parameters
  Records records;
  ExprPtr holds;  // of quantifiers: what of those records; null: `where` of all
  std::optional<Sequel> sequel;
};
/// Not in place: every Expr would be three times as large.
using EventsPtr = std::unique_ptr<Events>;

/// condition -> action.
struct Rule {
  ExprPtr condition;
  ActionPtr action;
};

struct Ruleset {
  std::vector<Rule> rules;
  ActionPtr unknown;    // may be null
  ActionPtr otherwise;  // may be null
};

/// An action alone is a statement.
struct Perform {
  ActionPtr action;
};

struct Expr {
  using Node = std::variant<Number, Truth, String, ClockVariable, Fetch, Unary,
                            Binary, Reduce, Match, Test, FilterUse, EventsPtr,
                            Rule, Ruleset, Perform>;
  Node node;
  Span span;
};

enum class ActionKind {
  kPrint,
  kShell,
  kAlarm,
  kSyslog,
  kStomp,
  kWebhook,
  kExec,
  kJournal,
  kMail
};
/// True if its first string says whom it tells or what it runs, and the others
/// what.
inline bool HasReceiver(ActionKind kind) {
  return kind == ActionKind::kWebhook || kind == ActionKind::kExec ||
         kind == ActionKind::kMail;
}

/// One action call. `arguments` are as written, except that leading -p and -t
/// options of a syslog action have become `syslog_priority`/`syslog_tag`, and
/// the first of an action that HasReceiver() its `receiver`.
struct Call {
  ActionKind kind = ActionKind::kPrint;
  double holdoff = 0;  // seconds
  std::vector<std::string> arguments;
  int syslog_priority = -1;  // facility | level; -1: none given
  std::string syslog_tag;    // empty: none given
  std::string receiver;      // as grammar/receiver.h has it
  bool now = false;          // the outcome is the receiver's answer
  bool reliably = false;     // goes by the outbox, as a webhook does
  bool piped = false;        // reads the event in JSON, and is logged
};

/// What `call` does is kept until it is done; kept, it has succeeded.
inline bool GoesByOutbox(const Call& call) {
  return call.reliably || (call.kind == ActionKind::kWebhook && !call.now);
}

/// Both sides (&), or the right one only if the left one failed (|).
struct Combine {
  bool both = true;
  ActionPtr left;
  ActionPtr right;
};

struct Action {
  std::variant<Call, Combine> node;
  Span span;
};

/// One statement that is evaluated. Constants do not get here: they have
/// become macros (or the interval of what follows).
struct Statement {
  std::string name;     // empty: "expr_<n>", given by the checker
  double interval = 0;  // seconds: delta where the statement stands
  ExprPtr expr;
  Span span;           // without the terminator
  int arrow_line = 0;  // -o's %l: the line of the last "->" read so far
};

}  // namespace grammar::ast

#endif  // TOCSIN_GRAMMAR_AST_H_
