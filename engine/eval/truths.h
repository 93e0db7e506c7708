// Truths: truths for some ticks and lanes as bits, 64 lanes to a word. Numbers
// are pmapi::Block's.
#ifndef TOCSIN_ENGINE_EVAL_TRUTHS_H_
#define TOCSIN_ENGINE_EVAL_TRUTHS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/kernels/truths.h"
#include "base/warm.h"
#include "engine/eval/kleene.h"
#include "pmapi/block/block.h"

namespace engine::eval {

using base::kernels::Word;
inline constexpr int kWordBits = static_cast<int>(base::kernels::kWordBits);

inline int WordsOf(int lanes) { return (lanes + kWordBits - 1) / kWordBits; }

/// What is known of the lanes of one row, a bit a lane: each mask is in the
/// next one. Lanes are `valued` that are known or undecided (undecided.h). The
/// rest of groups (pmapi/block/rest.h), where known, is no member, nor present.
template <typename W>
struct RowMasks {
  W* truths = nullptr;   // known, and true
  W* known = nullptr;    // pmapi::kValid
  W* valued = nullptr;   // HasValue()
  W* members = nullptr;  // pmapi::IsMember()
  W* present = nullptr;  // pmapi::IsPresent()
};
using ConstRow = RowMasks<const Word>;

/// A word of each.
struct MaskWords {
  Word truths = 0;
  Word known = 0;
  Word valued = 0;
  Word members = 0;
  Word present = 0;
};

inline MaskWords At(const ConstRow& row, int word) {
  return {row.truths[word], row.known[word], row.valued[word],
          row.members[word], row.present[word]};
}

/// Most rows are known throughout: they have no masks but that of what is true.
/// Bits beyond the last lane are 0 in all of them.
/// Shape: [ticks][words()].
class Truths {
 public:
  /// Makes room; truths are then unspecified, of rows that are all known. Keeps
  /// its memory, so that a block of the same size costs no allocation.
  void Reset(int ticks, const pmapi::LaneSet& lanes);
  /// One more row behind those there are, known and unspecified.
  void AddRow();

  int ticks() const { return ticks_; }
  int width() const { return width_; }
  int words() const { return words_; }
  const pmapi::LaneSet& lanes() const { return lanes_; }
  base::kernels::RowShape shape() const {
    return {static_cast<std::size_t>(ticks_), static_cast<std::size_t>(width_)};
  }

  /// As Block::Share().
  void Share(const pmapi::LaneSet& lanes) { lanes_ = lanes; }

  /// They will be written soon.
  void Warm() const {
    base::Warm(all_);
    base::Warm(truths_);
    base::Warm(known_);
  }

  /// The lanes that are true. All rows stand one behind the other.
  Word* row(int tick) { return truths_.data() + Offset(tick); }
  const Word* row(int tick) const { return truths_.data() + Offset(tick); }
  /// All lanes that there are.
  const Word* all() const { return all_.data(); }

  /// True if every lane of the row is known.
  bool known(int tick) const { return known_[AsSize(tick)] != 0; }
  /// True of all rows.
  bool dense() const { return unknown_rows_ == 0; }

  ConstRow masks(int tick) const;
  /// Makes room for masks of the row, which are then unspecified.
  RowMasks<Word> OpenRow(int tick);
  /// The row of which all masks have been written. Rows that turn out to be
  /// known throughout need none.
  void CloseRow(int tick);

  pmapi::Cell cell(int tick, int lane) const {
    return known(tick) ? pmapi::kKnown : CellInMasks(tick, lane);
  }
  bool truth(int tick, int lane) const {
    return (row(tick)[lane / kWordBits] >> lane % kWordBits & 1) != 0;
  }
  Kleene kleene(int tick, int lane) const {
    return ToKleene(truth(tick, lane) ? 1 : 0, cell(tick, lane));
  }

  /// Bytes that rows take.
  std::size_t bytes() const {
    return (truths_.capacity() + masks_.capacity()) * sizeof(Word) +
           known_.capacity();
  }

 private:
  static constexpr std::size_t kMasks = 4;  // beside what is true

  static std::size_t AsSize(int n) { return static_cast<std::size_t>(n); }
  std::size_t Offset(int tick) const { return AsSize(tick) * AsSize(words_); }
  pmapi::Cell CellInMasks(int tick, int lane) const;

  int ticks_ = 0;
  int width_ = 0;
  int words_ = 0;
  int unknown_rows_ = 0;
  pmapi::LaneSet lanes_;
  std::vector<Word> all_;            // [words]
  std::vector<Word> truths_;         // [ticks][words]
  std::vector<Word> masks_;          // [ticks][kMasks][words], as far as needed
  std::vector<std::uint8_t> known_;  // [ticks]
};

/// Writes one row of masks, word by word: `f` gives a MaskWords for each.
template <typename F>
void WriteRow(int tick, Truths* out, F f) {
  const RowMasks<Word> to = out->OpenRow(tick);
  for (int w = 0; w < out->words(); ++w) {
    const MaskWords masks = f(w);
    to.truths[w] = masks.truths;
    to.known[w] = masks.known;
    to.valued[w] = masks.valued;
    to.members[w] = masks.members;
    to.present[w] = masks.present;
  }
  out->CloseRow(tick);
}

/// The masks of a row of cells, 64 at most. Truths are none of it.
MaskWords MasksOf(const pmapi::Cell* cells, int n);

/// `from` on the lanes of `out`: `columns` has for each of them its lane there,
/// or -1 for one that is absent. REQUIRES: `out` is Reset to as many ticks.
void MoveLanes(const Truths& from, const std::vector<int>& columns,
               Truths* out);

/// Truths as 0 and 1. What is not known is 0.
void ToNumbers(const Truths& truths, pmapi::Block* out);
/// Numbers as truths: what is not 0 is true.
void ToTruths(const pmapi::Block& numbers, Truths* out);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_TRUTHS_H_
