// Rows of words; bytes of cells become bits eight at a time.
#include "engine/eval/truths.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/eval/undecided.h"
#include "pmapi/block/rest.h"

namespace engine::eval {
namespace {

/// The lowest bit of each of eight bytes, the first byte's lowest: the product
/// moves byte k's from bit 8k to bit 56 + k, each by another of its summands.
Word Gather(Word bytes) {
  constexpr Word kLowest = 0x0101010101010101;
  constexpr Word kMoves = 0x0102040810204080;
  return (bytes & kLowest) * kMoves >> 56;
}

/// Eight cells, or `n` and absent ones. The first is the lowest byte.
Word CellBytes(const pmapi::Cell* cells, int n) {
  Word bytes = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&bytes, cells, static_cast<std::size_t>(n));
  } else {
    for (int i = 0; i < n; ++i) bytes |= Word{cells[i]} << 8 * i;
  }
  return bytes;
}

constexpr int BitOf(pmapi::Cell one) {
  return std::countr_zero(static_cast<unsigned>(one));
}

Word TruthsOf(const double* values, int n) {
  Word word = 0;
  for (int i = 0; i < n; ++i) word |= Word{values[i] != 0} << i;
  return word;
}

}  // namespace

void Truths::Reset(int ticks, const pmapi::LaneSet& lanes) {
  if (lanes_ != lanes) {
    lanes_ = lanes;
    width_ = static_cast<int>(lanes->size());
    words_ = WordsOf(width_);
    all_.assign(AsSize(words_), ~Word{0});
    const int beyond = words_ * kWordBits - width_;
    if (words_ > 0) all_.back() >>= beyond;
  }
  // What another thread has read is in its cache: only what changes is written.
  const bool same = ticks_ == ticks && unknown_rows_ == 0;
  if (!same) {
    ticks_ = ticks;
    unknown_rows_ = 0;
    known_.assign(AsSize(ticks), 1);
  }
  if (truths_.size() < Offset(ticks)) truths_.resize(Offset(ticks));
}

void Truths::AddRow() {
  ++ticks_;
  truths_.resize(Offset(ticks_));
  if (!masks_.empty()) masks_.resize(kMasks * Offset(ticks_));
  known_.push_back(1);
}

ConstRow Truths::masks(int tick) const {
  if (known(tick)) return {row(tick), all(), all(), all(), all()};
  const auto words = AsSize(words_);
  const Word* mask = masks_.data() + kMasks * Offset(tick);
  return {row(tick), mask, mask + words, mask + 2 * words, mask + 3 * words};
}

RowMasks<Word> Truths::OpenRow(int tick) {
  const std::size_t needed = kMasks * Offset(ticks_);
  if (masks_.size() < needed) masks_.resize(needed);
  unknown_rows_ += known(tick) ? 1 : 0;
  known_[AsSize(tick)] = 0;
  const auto words = AsSize(words_);
  Word* mask = masks_.data() + kMasks * Offset(tick);
  return {row(tick), mask, mask + words, mask + 2 * words, mask + 3 * words};
}

void Truths::CloseRow(int tick) {
  const Word* mask = masks_.data() + kMasks * Offset(tick);
  if (!std::equal(all_.begin(), all_.end(), mask)) return;
  // Not if the rest of groups is among them, which is no member.
  const Word* members = mask + 2 * AsSize(words_);
  if (!std::equal(all_.begin(), all_.end(), members)) return;
  known_[AsSize(tick)] = 1;
  --unknown_rows_;
}

pmapi::Cell Truths::CellInMasks(int tick, int lane) const {
  const ConstRow row = masks(tick);
  const auto has = [lane](const Word* mask) {
    return (mask[lane / kWordBits] >> lane % kWordBits & 1) != 0;
  };
  if (has(row.known) && !has(row.present)) return pmapi::kRestKnown;
  return has(row.known)     ? pmapi::kKnown
         : has(row.valued)  ? kUndecided
         : has(row.members) ? pmapi::kMember
         : has(row.present) ? pmapi::kPresent
                            : pmapi::kAbsent;
}

MaskWords MasksOf(const pmapi::Cell* cells, int n) {
  constexpr int kAtOnce = 8;
  constexpr Word kAllKnown = 0x0707070707070707;
  static_assert(pmapi::kKnown == 7 && pmapi::kAbsent == 0);
  MaskWords masks;
  // Most are as their neighbours; kAbsent has no bits.
  Word known = 0;
  for (int i = 0; i < n; i += kAtOnce) {
    const Word bytes = CellBytes(cells + i, std::min(kAtOnce, n - i));
    if (bytes == 0) continue;
    if (bytes == kAllKnown) {
      known |= Word{0xff} << i;
      continue;
    }
    masks.known |= Gather(bytes >> BitOf(pmapi::kValid)) << i;
    masks.valued |= Gather(bytes >> BitOf(kUndecidedBit)) << i;
    masks.members |= Gather(bytes) << i;
    masks.present |= Gather(bytes >> BitOf(pmapi::kPresent)) << i;
  }
  masks.known |= known;
  masks.valued |= masks.known;
  masks.members |= known;
  masks.present |= known;
  return masks;
}

void MoveLanes(const Truths& from, const std::vector<int>& columns,
               Truths* out) {
  for (int t = 0; t < from.ticks(); ++t) {
    const ConstRow row = from.masks(t);
    WriteRow(t, out, [&](int w) {
      MaskWords masks;
      const int first = w * kWordBits;
      const int n = std::min(kWordBits, out->width() - first);
      for (int i = 0; i < n; ++i) {
        const int column = columns[static_cast<std::size_t>(first + i)];
        if (column < 0) continue;
        const MaskWords word = At(row, column / kWordBits);
        const int bit = column % kWordBits;
        masks.truths |= (word.truths >> bit & 1) << i;
        masks.known |= (word.known >> bit & 1) << i;
        masks.valued |= (word.valued >> bit & 1) << i;
        masks.members |= (word.members >> bit & 1) << i;
        masks.present |= (word.present >> bit & 1) << i;
      }
      return masks;
    });
  }
}

void ToNumbers(const Truths& truths, pmapi::Block* out) {
  out->Reset(truths.ticks(), truths.lanes());
  for (int t = 0; t < truths.ticks(); ++t) {
    for (int j = 0; j < truths.width(); ++j) {
      out->row(t)[j] = truths.truth(t, j) ? 1.0 : 0.0;
      out->cell_row(t)[j] = truths.cell(t, j);
    }
  }
  out->set_dense(truths.dense());
}

void ToTruths(const pmapi::Block& numbers, Truths* out) {
  out->Reset(numbers.ticks(), numbers.lanes());
  const auto lanes = [out](int w) {
    return std::min(kWordBits, out->width() - w * kWordBits);
  };
  for (int t = 0; t < out->ticks(); ++t) {
    const double* values = numbers.row(t);
    if (numbers.known(t)) {
      for (int w = 0; w < out->words(); ++w) {
        out->row(t)[w] = TruthsOf(values + w * kWordBits, lanes(w));
      }
      continue;
    }
    WriteRow(t, out, [&](int w) {
      const int first = w * kWordBits;
      MaskWords masks = MasksOf(numbers.cell_row(t) + first, lanes(w));
      masks.truths = TruthsOf(values + first, lanes(w)) & masks.known;
      return masks;
    });
  }
}

}  // namespace engine::eval
