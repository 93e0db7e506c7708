// With t what is true and k what is known, so that f = k & ~t is false:
//
//   a && b   t = ta & tb   f = fa | fb      known is what is either,
//   a || b   t = ta | tb   f = fa & fb      in what is present of the lead
//   !a       t = fa        f = ta
#include "engine/eval/eval_logic.h"

#include <bit>

#include "engine/eval/lead.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;

/// A row of an operand; the one lane of a single one stands for all of `like`.
class OperandRow {
 public:
  OperandRow(const TruthOperand& operand, bool broadcast, int tick)
      : row_(operand.truths.masks(tick)), single_(broadcast && operand.single) {
    if (!single_) return;
    const MaskWords one = At(row_, 0);
    all_ = {Spread(one.truths), Spread(one.known), Spread(one.valued),
            Spread(one.members), Spread(one.present)};
  }

  MaskWords at(int word) const { return single_ ? all_ : At(row_, word); }

 private:
  static Word Spread(Word one) { return Word{0} - (one & 1); }

  ConstRow row_;
  bool single_;
  MaskWords all_;
};

/// The rest of groups, where that is known: it has a result, and is never
/// present.
Word RestOf(const MaskWords& masks) { return masks.known & ~masks.present; }

/// Of the lanes that `lead` has.
MaskWords Both(const MaskWords& a, const MaskWords& b, const MaskWords& lead) {
  const Word lanes = lead.present | RestOf(lead);
  const Word truths = a.truths & b.truths;
  const Word falses = (a.known & ~a.truths) | (b.known & ~b.truths);
  const Word known = (truths | falses) & lanes;
  return {truths & lanes, known, known | ((a.valued | b.valued) & lead.present),
          lead.present, lead.present};
}

MaskWords Any(const MaskWords& a, const MaskWords& b, const MaskWords& lead) {
  const Word lanes = lead.present | RestOf(lead);
  const Word truths = a.truths | b.truths;
  const Word falses = a.known & ~a.truths & b.known & ~b.truths;
  const Word known = (truths | falses) & lanes;
  return {truths & lanes, known, known | ((a.valued | b.valued) & lead.present),
          lead.present, lead.present};
}

/// Has the lanes of both.
MaskWords AllOf(const MaskWords& a, const MaskWords& b) {
  MaskWords all;
  all.known = a.known | b.known;
  all.present = a.present | b.present;
  return all;
}

int CountPresentAt(const Truths& truths, int tick) {
  if (truths.known(tick)) return truths.width();
  const ConstRow row = truths.masks(tick);
  int count = 0;
  for (int w = 0; w < truths.words(); ++w)
    count += std::popcount(row.present[w]);
  return count;
}

/// A single operand is always a member, so the wide one leads.
bool LeftLeadsAt(const program::Binary& node, const TruthOperand& left,
                 const TruthOperand& right, bool broadcast, int tick) {
  return broadcast ? right.single
                   : LeftLeads(node, CountPresentAt(left.truths, tick),
                               CountPresentAt(right.truths, tick));
}

void EvalMasks(const program::Binary& node, const TruthOperand& left,
               const TruthOperand& right, bool both_lead, bool broadcast,
               int tick, Truths* out) {
  const bool both = node.op == BinaryOp::kAnd;
  const bool left_leads = LeftLeadsAt(node, left, right, broadcast, tick);
  const Truths& lead = left_leads ? left.truths : right.truths;
  const ConstRow lead_row = lead.masks(tick);
  const OperandRow a(left, broadcast, tick);
  const OperandRow b(right, broadcast, tick);
  WriteRow(tick, out, [&](int w) {
    const MaskWords leading =
        both_lead && !broadcast ? AllOf(a.at(w), b.at(w)) : At(lead_row, w);
    return both ? Both(a.at(w), b.at(w), leading)
                : Any(a.at(w), b.at(w), leading);
  });
}

/// Rows that are known throughout.
void EvalWords(bool both, const Word* a, const Word* b, std::size_t n,
               Word* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = both ? a[i] & b[i] : a[i] | b[i];
}

void EvalBroadcast(bool both, const Truths& wide, bool one, int tick,
                   Truths* out) {
  // A single truth decides, or leaves the others as they are.
  const bool decides = one != both;
  const Word* from = wide.row(tick);
  Word* to = out->row(tick);
  for (int w = 0; w < out->words(); ++w) {
    to[w] = !decides ? from[w] : one ? out->all()[w] : 0;
  }
}

}  // namespace

void EvalLogic(const program::Binary& node, TruthOperand left,
               TruthOperand right, bool both_lead, Truths* out) {
  const bool both = node.op == BinaryOp::kAnd;
  const bool broadcast = left.single != right.single;
  if (!broadcast && left.truths.dense() && right.truths.dense()) {
    const auto n = static_cast<std::size_t>(out->ticks()) *
                   static_cast<std::size_t>(out->words());
    return EvalWords(both, left.truths.row(0), right.truths.row(0), n,
                     out->row(0));
  }
  for (int t = 0; t < out->ticks(); ++t) {
    if (!left.truths.known(t) || !right.truths.known(t)) {
      EvalMasks(node, left, right, both_lead, broadcast, t, out);
    } else if (broadcast) {
      const Truths& one = left.single ? left.truths : right.truths;
      EvalBroadcast(both, left.single ? right.truths : left.truths,
                    one.truth(t, 0), t, out);
    } else {
      EvalWords(both, left.truths.row(t), right.truths.row(t),
                static_cast<std::size_t>(out->words()), out->row(t));
    }
  }
}

void EvalNot(const Truths& operand, Truths* out) {
  for (int t = 0; t < out->ticks(); ++t) {
    if (operand.known(t)) {
      for (int w = 0; w < out->words(); ++w) {
        out->row(t)[w] = operand.all()[w] & ~operand.row(t)[w];
      }
      continue;
    }
    const ConstRow row = operand.masks(t);
    WriteRow(t, out, [&](int w) {
      MaskWords masks = At(row, w);
      masks.truths = masks.known & ~masks.truths;
      return masks;
    });
  }
}

}  // namespace engine::eval
