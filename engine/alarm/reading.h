// Reading: the cells of a View at one tick, by lane and sample, with their
// names and their text. Neighbour: binding.h, which selects lanes by truth.
#ifndef TOCSIN_ENGINE_ALARM_READING_H_
#define TOCSIN_ENGINE_ALARM_READING_H_

#include <string>
#include <string_view>

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

/// Lifetime: until the state's next Run().
class Reading {
 public:
  Reading(const Results& results, const program::View& view, int tick)
      : results_(results),
        view_(view),
        block_(results.state.block(view.node)),
        layout_(results.program.LayoutOf(view.node)),
        row_(tick + view.samples - 1) {}

  int width() const { return block_.width(); }
  int samples() const { return view_.samples; }
  program::View view() const { return view_; }
  const expr::Layout& layout() const { return layout_; }
  const pmapi::Lane& lane(int i) const {
    return (*block_.lanes())[static_cast<std::size_t>(i)];
  }
  /// `age` evaluations ago, up to samples() - 1.
  pmapi::Cell cell(int i, int age = 0) const {
    return block_.cell_row(row_ - age)[i];
  }
  double value(int i, int age = 0) const { return block_.row(row_ - age)[i]; }
  bool member(int i) const { return pmapi::IsMember(cell(i)); }

  /// -1: the lane has no host.
  int source(int i) const { return eval::SourceOf(layout_, lane(i)); }
  std::string_view host(int i) const;
  /// Empty: the lane has no instance.
  std::string_view instance(int i) const {
    return eval::InstanceName(results_.names, layout_, lane(i), i);
  }

  /// Appends the lane's samples as pmie shows them, newest first, with blanks
  /// between: numbers, true and false, strings in quotes, ? and unknown.
  void AppendValue(int i, std::string* out) const;

 private:
  void AppendCell(int i, int age, std::string* out) const;

  const Results& results_;
  program::View view_;
  const pmapi::Block& block_;
  const expr::Layout& layout_;
  int row_;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_READING_H_
