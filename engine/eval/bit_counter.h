// BitCounter: a count for each lane, 64 at once: bit b of all counts of a word
// is one word, so that what is added carries as in a column of digits.
#ifndef TOCSIN_ENGINE_EVAL_BIT_COUNTER_H_
#define TOCSIN_ENGINE_EVAL_BIT_COUNTER_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/kernels/truths.h"

namespace engine::eval {

/// Counts begin so far above zero that the highest bit says "enough".
class BitCounter {
 public:
  using Word = base::kernels::Word;

  /// Of counts up to `most`, of which `enough` are enough. REQUIRES: both > 0.
  BitCounter(int most, int enough)
      : top_(std::bit_width(static_cast<std::uint32_t>(most))),
        start_((std::int64_t{1} << top_) - std::min(enough, most + 1)) {}

  /// Every count of so many words is `count`.
  void Assign(int words, int count) {
    const auto digits = static_cast<std::size_t>(top_) + 1;
    digits_.resize(static_cast<std::size_t>(words) * digits);
    const std::int64_t number = start_ + count;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      digits_[i] = (number >> i % digits & 1) != 0 ? ~Word{0} : 0;
    }
  }

  /// One more for each bit of `lanes`.
  void Add(int word, Word lanes) {
    for (Word* digit = Digits(word); lanes != 0; ++digit) {
      const Word carry = *digit & lanes;
      *digit ^= lanes;
      lanes = carry;
    }
  }
  /// One less. REQUIRES: there is one.
  void Subtract(int word, Word lanes) {
    for (Word* digit = Digits(word); lanes != 0; ++digit) {
      const Word borrow = ~*digit & lanes;
      *digit ^= lanes;
      lanes = borrow;
    }
  }

  /// The lanes that have enough.
  Word Enough(int word) const { return Digits(word)[top_]; }

  std::int64_t count(int word, int bit) const {
    std::int64_t number = 0;
    for (int b = 0; b <= top_; ++b) {
      number |= static_cast<std::int64_t>(Digits(word)[b] >> bit & 1) << b;
    }
    return number - start_;
  }

 private:
  const Word* Digits(int word) const {
    return digits_.data() + static_cast<std::ptrdiff_t>(word) * (top_ + 1);
  }
  Word* Digits(int word) {
    return digits_.data() + static_cast<std::ptrdiff_t>(word) * (top_ + 1);
  }

  int top_;                   // the highest digit
  std::int64_t start_;        // what 0 is
  std::vector<Word> digits_;  // [words][top + 1], the lowest first
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_BIT_COUNTER_H_
