// DecodeFrame: loops over a value set, with a fast path for what writers
// nearly always make: lanes in record order, their blocks in one row.
#include "pmapi/archive/replay_frame.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/kernels/kernels.h"

namespace pmapi {
namespace {

/// Where decoding takes from and what it found wrong.
struct Decoder {
  const Record& record;
  const ValueSet& set;
  const LaneLayout& layout;
  bool in_row;
  std::uint64_t* bits;
  std::size_t damage = 0;

  /// False, and notes where the word of the set's `i`-th value is.
  bool Damaged(std::int32_t i) {
    const std::uint8_t* at = set.values + 8 * static_cast<std::size_t>(i) + 4;
    damage = static_cast<std::size_t>(at - record.bytes.data());
    return false;
  }
};

/// Blocks of one size, each with the same header word.
constexpr std::uint32_t Header(Type type, std::uint32_t payload) {
  return static_cast<std::uint32_t>(type) << 24 | (payload + 4);
}

/// The word as it lies in a record.
std::uint32_t BigEndian(std::uint32_t word) {
  std::uint8_t bytes[4];
  for (int i = 0; i < 4; ++i) {
    bytes[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
  }
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

bool IsSigned32(Type type) { return type == Type::k32; }

void DecodeInSitu(Type type, Decoder* d) {
  const std::size_t n = d->layout.size();
  const std::uint64_t sign = IsSigned32(type) ? std::uint64_t{1} << 31 : 0;
  if (d->layout.from.empty()) {
    return base::kernels::Best().unpack_words(d->set.values, n, sign, d->bits);
  }
  for (std::size_t i = 0; i < n; ++i) {
    d->bits[i] = (d->set.word(d->layout.from[i]) ^ sign) - sign;
  }
}

template <typename Word>
std::uint64_t LoadWord(const std::uint8_t* p) {
  if constexpr (sizeof(Word) == 8) return base::LoadBig64(p);
  return base::LoadBig32(p);
}

/// True and all done if the blocks of all lanes follow one another.
template <typename Word>
bool DecodeRowOfBlocks(Type type, Decoder* d) {
  constexpr std::size_t kStride = sizeof(Word) + 4;
  const std::size_t n = d->layout.size();
  if (!d->in_row || !d->layout.from.empty() || n == 0) return false;
  const std::uint32_t first = d->set.word(0);
  const std::size_t limit = d->record.bytes.size() - kLengthSize;
  if (first < 2 || BlockOffset(first) + n * kStride > limit) return false;
  std::uint32_t differ = 0;
  const std::uint8_t* p = d->record.bytes.data() + BlockOffset(first);
  const std::uint32_t header = Header(type, sizeof(Word));
  if constexpr (sizeof(Word) == 8) {
    return base::kernels::Best().unpack_blocks(p, n, BigEndian(header),
                                               d->bits);
  }
  for (std::size_t i = 0; i < n; ++i) {
    differ |= base::LoadBig32(p + i * kStride) ^ header;
    d->bits[i] = LoadWord<Word>(p + i * kStride + 4);
  }
  return differ == 0;
}

template <typename Word>
bool DecodeBlocks(Type type, Decoder* d) {
  if (DecodeRowOfBlocks<Word>(type, d)) return true;
  for (std::size_t i = 0; i < d->layout.size(); ++i) {
    const std::int32_t position = d->layout.Position(i);
    ValueBlock block;
    const bool ok =
        LoadBlock(d->record, d->set.word(position), &block) &&
        (block.type == static_cast<std::uint8_t>(type) || block.type == 0) &&
        block.payload.size() == sizeof(Word);
    if (!ok) return d->Damaged(position);
    d->bits[i] = LoadWord<Word>(block.payload.data());
  }
  return true;
}

std::string_view TextOf(const ValueBlock& block) {
  const std::string_view all(
      reinterpret_cast<const char*>(block.payload.data()),
      block.payload.size());
  return all.substr(0, all.find('\0'));
}

bool DecodeStrings(Decoder* d, std::vector<std::string>* texts) {
  texts->clear();
  for (std::size_t i = 0; i < d->layout.size(); ++i) {
    const std::int32_t position = d->layout.Position(i);
    ValueBlock block;
    const bool ok = LoadBlock(d->record, d->set.word(position), &block) &&
                    (block.type == static_cast<std::uint8_t>(Type::kString) ||
                     block.type == 0);
    if (!ok) return d->Damaged(position);
    const std::string_view text = TextOf(block);
    // Neighbours are often equal; what remains is interned by the reader.
    if (texts->empty() || texts->back() != text) texts->emplace_back(text);
    d->bits[i] = texts->size() - 1;
  }
  return true;
}

/// Their arrays, as they lie.
bool DecodeEvents(Type type, Decoder* d, std::vector<std::string>* texts) {
  texts->clear();
  for (std::size_t i = 0; i < d->layout.size(); ++i) {
    const std::int32_t position = d->layout.Position(i);
    ValueBlock block;
    const bool ok = LoadBlock(d->record, d->set.word(position), &block) &&
                    block.type == static_cast<std::uint8_t>(type);
    if (!ok) return d->Damaged(position);
    texts->emplace_back(reinterpret_cast<const char*>(block.payload.data()),
                        block.payload.size());
    d->bits[i] = texts->size() - 1;
  }
  return true;
}

bool Decode(Type type, Decoder* d, std::vector<std::string>* texts) {
  if (d->set.format == ValueFormat::kInSitu) {
    DecodeInSitu(type, d);
    return true;
  }
  if (type == Type::kFloat) return DecodeBlocks<std::uint32_t>(type, d);
  if (type == Type::kString) return DecodeStrings(d, texts);
  if (IsEvent(type)) return DecodeEvents(type, d, texts);
  return DecodeBlocks<std::uint64_t>(type, d);
}

}  // namespace

bool FormatFits(Type type, ValueFormat format) {
  switch (type) {
    case Type::k32:
    case Type::kU32:
      return format == ValueFormat::kInSitu;
    case Type::kFloat:
      return true;
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
    case Type::kString:
    case Type::kAggregate:
    case Type::kAggregateStatic:
    case Type::kEvent:
    case Type::kHighresEvent:
      return format != ValueFormat::kInSitu;
    case Type::kNoSupport:
    case Type::kUnknown:
      break;
  }
  return false;
}

bool BlocksInRow(Type type, const ValueSet& set) {
  if (set.format == ValueFormat::kInSitu || !IsNumeric(type)) return false;
  const std::uint32_t words = type == Type::kFloat ? 2 : 3;  // of a block
  const std::uint32_t first = set.word(0);
  std::uint32_t differ = 0;
  for (std::int32_t i = 0; i < set.count; ++i) {
    differ |= set.word(i) ^ (first + static_cast<std::uint32_t>(i) * words);
  }
  return differ == 0;
}

bool DecodeFrame(Type type, Frame* frame) {
  if (frame->decoding == Decoding::kNone) {
    frame->bits.resize(frame->layout->size());
    Decoder decoder{frame->record, frame->set, *frame->layout, frame->in_row,
                    frame->bits.data()};
    const bool good = Decode(type, &decoder, &frame->texts);
    frame->decoding = good ? Decoding::kDone : Decoding::kDamaged;
    frame->damage = decoder.damage;
  }
  return frame->decoding == Decoding::kDone;
}

}  // namespace pmapi
