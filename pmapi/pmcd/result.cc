// Both results have the same sets behind different heads. Bounds are checked
// once, by Decode(); Load() reads plainly.
#include "pmapi/pmcd/result.h"

namespace pmapi::pmcd {
namespace {

using base::ByteReader;

/// A block within the PDU; its payload's order of bytes goes by its type.
struct ValueBlock {
  std::uint8_t type = 0;
  base::Bytes payload;
};

bool FindBlock(base::Bytes pdu, std::uint32_t word, ValueBlock* block) {
  const std::uint64_t offset = std::uint64_t{word} * 4;
  if (offset < kHeaderSize || offset + 4 > pdu.size()) return false;
  const std::uint32_t head = base::LoadBig32(pdu.data() + offset);
  const std::size_t size = head & 0xffffffu;
  if (size < 4 || offset + size > pdu.size()) return false;
  block->type = static_cast<std::uint8_t>(head >> 24);
  block->payload = pdu.subspan(offset + 4, size - 4);
  return true;
}

base::Error Malformed(const std::string& what) {
  return {base::ErrorCode::kProtocol, "pmcd sent a malformed result: " + what};
}

bool MakeStamp(std::int64_t seconds, std::int64_t nanoseconds,
               base::Timestamp* stamp) {
  std::int64_t ns = 0;
  if (nanoseconds < 0 || nanoseconds >= base::kNanosPerSecond ||
      __builtin_mul_overflow(seconds, base::kNanosPerSecond, &ns) ||
      __builtin_add_overflow(ns, nanoseconds, &ns)) {
    return false;
  }
  stamp->ns = ns;
  return true;
}

bool InSitu(Type type, std::uint32_t word, Value* value) {
  switch (type) {
    case Type::k32:
      value->bits = static_cast<std::uint64_t>(
          std::int64_t{static_cast<std::int32_t>(word)});
      return true;
    case Type::kU32:
    case Type::kFloat:
      value->bits = word;
      return true;
    default:
      return false;
  }
}

std::string_view TextOf(base::Bytes payload) {
  const std::string_view all(reinterpret_cast<const char*>(payload.data()),
                             payload.size());
  return all.substr(0, all.find('\0'));
}

bool FromBlock(Type type, const ValueBlock& block, Value* value) {
  if (block.type != static_cast<std::uint8_t>(type) && block.type != 0) {
    return false;
  }
  const std::size_t size = block.payload.size();
  switch (type) {
    case Type::kFloat:
      if (size != 4) return false;
      value->bits = base::LoadBig32(block.payload.data());
      return true;
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      if (size != 8) return false;
      value->bits = base::LoadBig64(block.payload.data());
      return true;
    case Type::kString:
      value->text = TextOf(block.payload);
      return true;
    default:
      return false;
  }
}

}  // namespace

base::Result<void> FetchResult::Decode(const Pdu& pdu,
                                       const std::vector<Pmid>& pmids) {
  bytes_ = pdu.bytes;
  sets_.clear();
  ByteReader in = pdu.Body();
  std::int32_t count = 0;
  if (!TakeStamp(pdu.type, &in, &count)) return Malformed("its time");
  if (count < 0 || static_cast<std::size_t>(count) != pmids.size()) {
    return Malformed("the number of metrics");
  }
  for (const Pmid pmid : pmids) {
    ValueSet set;
    if (!TakeSet(&in, &set) || set.pmid != pmid || !BlocksFit(set)) {
      sets_.clear();
      return Malformed("the values of metric " + PmidText(pmid));
    }
    sets_.push_back(set);
  }
  return {};
}

bool FetchResult::TakeStamp(PduType type, ByteReader* in, std::int32_t* count) {
  constexpr std::int64_t kNanosPerMicro = base::kNanosPerMicro;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  if (type == PduType::kHighresResult) {
    *count = in->I32();
    seconds = in->I64();
    nanoseconds = in->I64();
  } else {
    seconds = in->I32();
    nanoseconds = in->I32() * kNanosPerMicro;
    *count = in->I32();
  }
  return in->ok() && MakeStamp(seconds, nanoseconds, &stamp_);
}

bool FetchResult::TakeSet(ByteReader* in, ValueSet* set) {
  set->pmid = Pmid{in->U32()};
  set->count = in->I32();
  if (!in->ok()) return false;
  if (set->count <= 0) return true;
  const std::uint32_t format = in->U32();
  set->format = static_cast<ValueFormat>(format);
  set->values =
      in->TakeBytes(8 * static_cast<std::uint64_t>(set->count)).data();
  return in->ok() && format <= 2;
}

bool FetchResult::BlocksFit(const ValueSet& set) const {
  if (set.format == ValueFormat::kInSitu) return true;
  ValueBlock block;
  for (std::int32_t i = 0; i < set.count; ++i) {
    if (!FindBlock(bytes_, set.word(i), &block)) return false;
  }
  return true;
}

bool FetchResult::Load(const ValueSet& set, std::int32_t i, Type type,
                       Value* value) const {
  if (set.format == ValueFormat::kInSitu) {
    return InSitu(type, set.word(i), value);
  }
  ValueBlock block;
  return FindBlock(bytes_, set.word(i), &block) &&
         FromBlock(type, block, value);
}

bool FetchResult::LoadArray(const ValueSet& set, std::int32_t i, Type type,
                            base::Bytes* array) const {
  ValueBlock block;
  if (set.format == ValueFormat::kInSitu ||
      !FindBlock(bytes_, set.word(i), &block) ||
      block.type != static_cast<std::uint8_t>(type)) {
    return false;
  }
  *array = block.payload;
  return true;
}

bool FetchResult::LoadNumbers(const ValueSet& set, Type type,
                              std::uint64_t* bits) const {
  if (set.format == ValueFormat::kInSitu) {
    Value value;
    for (std::int32_t i = 0; i < set.count; ++i) {
      if (!InSitu(type, set.word(i), &value)) return false;
      bits[i] = value.bits;
    }
    return true;
  }
  if (type != Type::k64 && type != Type::kU64 && type != Type::kDouble) {
    return false;
  }
  constexpr std::uint32_t kSize = 12;  // of a block with its head
  const std::uint32_t head = static_cast<std::uint32_t>(type) << 24 | kSize;
  for (std::int32_t i = 0; i < set.count; ++i) {
    const std::uint8_t* block = bytes_.data() + std::size_t{set.word(i)} * 4;
    if (base::LoadBig32(block) != head) return false;
    bits[i] = base::LoadBig64(block + 4);
  }
  return true;
}

}  // namespace pmapi::pmcd
