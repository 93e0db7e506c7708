// Source: pmapi/mmv/FORMAT.md, "Values"; what a sentinel is, beside the agent:
// all 64 bits, also of a narrower number, and no NaN.
#include "pmapi/mmv/value.h"

#include "pmapi/mmv/format.h"

namespace pmapi::mmv {
namespace {

std::uint64_t ElapsedAt(base::Bytes bytes, std::size_t at,
                        base::Timestamp now) {
  const auto total = Load<std::uint64_t>(bytes, at);
  const auto minus_start = Load<std::int64_t>(bytes, at + 8);
  if (minus_start >= 0) return total;
  const auto micros = static_cast<std::uint64_t>(now.ns / base::kNanosPerMicro);
  return total + micros + static_cast<std::uint64_t>(minus_start);
}

}  // namespace

Type TypeOf(std::int32_t type) {
  if (type == kElapsed) return Type::k64;
  const bool known = type >= static_cast<std::int32_t>(Type::k32) &&
                     type <= static_cast<std::int32_t>(Type::kString);
  return known ? Type{type} : Type::kNoSupport;
}

std::optional<std::uint64_t> NumberAt(base::Bytes bytes, std::size_t at,
                                      std::int32_t type, std::uint32_t flags,
                                      base::Timestamp now) {
  const auto atom = Load<std::uint64_t>(bytes, at);
  const Type native = TypeOf(type);
  if (!IsNumeric(native)) return std::nullopt;
  const bool real = native == Type::kFloat || native == Type::kDouble;
  if ((flags & kSentinel) != 0 && !real && ~atom == 0) return std::nullopt;
  if (type == kElapsed) return ElapsedAt(bytes, at, now);
  switch (native) {
    case Type::k32:
      return static_cast<std::uint64_t>(
          std::int64_t{Load<std::int32_t>(bytes, at)});
    case Type::kU32:
    case Type::kFloat:
      return Load<std::uint32_t>(bytes, at);
    default:
      return atom;
  }
}

std::optional<std::string_view> StringAt(base::Bytes bytes, std::size_t at,
                                         std::uint32_t flags) {
  const auto text_at = Load<std::uint64_t>(bytes, at + 8);
  if (text_at < kHeaderSize || text_at >= bytes.size()) return std::nullopt;
  const std::string_view text = TextAt(bytes, text_at, kStringSize);
  if ((flags & kSentinel) != 0 && text.empty()) return std::nullopt;
  return text;
}

}  // namespace pmapi::mmv
