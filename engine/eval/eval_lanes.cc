// Pairing the k-th member with the k-th; matching by name.
#include "engine/eval/eval_lanes.h"

#include <algorithm>

#include "engine/eval/lead.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

/// Copies what is present of one row, in order, onto what is of the other.
void AlignRow(const double* from, const pmapi::Cell* from_cell,
              const pmapi::Cell* lead_cell, double* to, pmapi::Cell* to_cell,
              int width) {
  int k = 0;
  for (int j = 0; j < width; ++j) {
    to[j] = 0;
    to_cell[j] = pmapi::kAbsent;
    if (!pmapi::IsPresent(lead_cell[j])) continue;
    while (!pmapi::IsPresent(from_cell[k])) ++k;
    to[j] = from[k];
    to_cell[j] = from_cell[k];
    ++k;
  }
}

}  // namespace

void EvalAlign(const pmapi::Block& operand, const pmapi::Block& lead,
               pmapi::Block* out) {
  bool dense = true;
  for (int t = 0; t < lead.ticks(); ++t) {
    const pmapi::Cell* cells = operand.cell_row(t);
    const pmapi::Cell* lead_cells = lead.cell_row(t);
    const int present = CountPresent(lead_cells, lead.width());
    if (present == CountPresent(cells, operand.width())) {
      AlignRow(operand.row(t), cells, lead_cells, out->row(t), out->cell_row(t),
               out->width());
    } else {
      std::fill_n(out->row(t), out->width(), 0.0);
      for (int j = 0; j < out->width(); ++j) {
        out->cell_row(t)[j] =
            static_cast<pmapi::Cell>(lead_cells[j] & pmapi::kMember);
      }
    }
    dense &= std::all_of(out->cell_row(t), out->cell_row(t) + out->width(),
                         [](pmapi::Cell c) { return c == pmapi::kKnown; });
  }
  out->set_dense(dense);
}

void Widen(const pmapi::Block& operand, const pmapi::LaneSet& lanes,
           pmapi::Block* out) {
  out->Reset(operand.ticks(), lanes);
  const int width = operand.width();
  const int others = out->width() - width;
  for (int t = 0; t < out->ticks(); ++t) {
    std::fill_n(out->row(t), others, 0.0);
    std::fill_n(out->cell_row(t), others, pmapi::kAbsent);
    std::copy_n(operand.row(t), width, out->row(t) + others);
    std::copy_n(operand.cell_row(t), width, out->cell_row(t) + others);
  }
}

void NameMatcher::MatchNames(const pmapi::LaneSet& lanes,
                             const expr::Layout& layout, const Names& names) {
  selected_.resize(lanes->size());
  for (std::size_t j = 0; j < lanes->size(); ++j) {
    const std::string_view text =
        InstanceName(names, layout, (*lanes)[j], static_cast<int>(j));
    // A lane without an instance qualifies for neither form.
    selected_[j] =
        !text.empty() && node_.pattern->Matches(text) != node_.negated;
  }
  lanes_ = lanes;
}

void NameMatcher::Run(const pmapi::Block& operand, const expr::Layout& layout,
                      const Names& names, pmapi::Block* out) {
  if (lanes_ != operand.lanes()) MatchNames(operand.lanes(), layout, names);
  for (int t = 0; t < operand.ticks(); ++t) {
    const double* value = operand.row(t);
    const pmapi::Cell* cell = operand.cell_row(t);
    double* to = out->row(t);
    pmapi::Cell* to_cell = out->cell_row(t);
    for (int j = 0; j < out->width(); ++j) {
      const bool selected = selected_[j] != 0;
      const bool has_instance = (*lanes_)[j].instance != pmapi::kNullInstance;
      to[j] = selected ? value[j] : 0;
      // All that is present is a member. Of a lane that does not qualify the
      // truth is known: false. A lane without an instance stays unknown while
      // its operand is.
      const bool decided = cell[j] == pmapi::kKnown;
      to_cell[j] = !pmapi::IsPresent(cell[j])               ? pmapi::kAbsent
                   : decided || (!selected && has_instance) ? pmapi::kKnown
                                                            : kUndecided;
    }
  }
  out->set_dense(operand.dense());
}

}  // namespace engine::eval
