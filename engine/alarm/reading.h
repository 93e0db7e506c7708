// Reading: the cells of a View at one tick, by lane and sample, with their
// names and their text. Neighbour: binding.h, which selects lanes by truth.
#ifndef TOCSIN_ENGINE_ALARM_READING_H_
#define TOCSIN_ENGINE_ALARM_READING_H_

#include <string>
#include <string_view>
#include <variant>

#include "engine/eval/names.h"
#include "engine/eval/state.h"
#include "engine/program/program.h"
#include "pmapi/block/strings.h"

namespace engine::alarm {

/// What it takes to read results. Lifetime: all outlive the results.
struct Results {
  const program::Program& program;
  const eval::State& state;
  const eval::Names& names;
  const pmapi::StringPool& strings;
};

struct LaneName {
  int source = -1;            // none: the lane has no host
  std::string_view host;      // empty then
  std::string_view instance;  // empty: the lane has no instance
};

/// A value of any sort; unknown: none.
using Datum = std::variant<std::monostate, bool, double, std::string>;

/// Lifetime: until the state's next Run().
class Reading {
 public:
  Reading(const Results& results, const program::View& view, int tick)
      : results_(results),
        view_(view),
        outcome_(results.state.outcome(view.node)),
        layout_(results.program.LayoutOf(view.node)),
        tick_(tick),
        row_(tick + view.samples - 1) {}

  int width() const { return outcome_.width(); }
  int samples() const { return view_.samples; }
  program::View view() const { return view_; }
  const expr::Layout& layout() const { return layout_; }
  const pmapi::Lane& lane(int i) const { return (*outcome_.lanes())[i]; }
  /// `age` evaluations ago, up to samples() - 1.
  pmapi::Cell cell(int i, int age = 0) const {
    return outcome_.cell(row_ - age, i);
  }
  /// Of a truth 0 or 1.
  double value(int i, int age = 0) const {
    return outcome_.value(row_ - age, i);
  }
  /// Reports show the lanes that are present; some are no members yet.
  bool present(int i) const { return pmapi::IsPresent(cell(i)); }
  bool member(int i) const { return pmapi::IsMember(cell(i)); }

  Datum datum(int i, int age = 0) const;

  /// What lane `i` is called: a min or max as the lane that its value comes
  /// from.
  LaneName NameOf(int i) const;

  /// Appends the lane's samples as pmie shows them, newest first, with blanks
  /// between: numbers, true and false, strings in quotes, ? and unknown.
  void AppendValue(int i, std::string* out) const;

 private:
  void AppendCell(int i, int age, std::string* out) const;
  LaneName OwnName(int i) const;
  /// The first lane of `host` (-1: of any) that has `value` now, or -1.
  int FindValue(int host, double value) const;

  const Results& results_;
  program::View view_;
  eval::Outcome outcome_;
  const expr::Layout& layout_;
  int tick_;
  int row_;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_READING_H_
