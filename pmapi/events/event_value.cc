// Numbers and texts from a parameter's bytes.
#include "pmapi/events/event_value.h"

#include "pmapi/metric/number_type.h"

namespace pmapi {
namespace {

std::uint64_t NativeBits(Type type, const std::uint8_t* p, std::size_t size) {
  if (size == 8) return base::LoadBig64(p);
  const std::uint32_t word = base::LoadBig32(p);
  if (type != Type::k32) return word;
  return static_cast<std::uint64_t>(
      std::int64_t{static_cast<std::int32_t>(word)});
}

}  // namespace

std::optional<std::uint64_t> EventNumber(const EventParameter& parameter) {
  const auto [pmid, type, value] = parameter;
  if (!IsNumeric(type)) return std::nullopt;
  const std::size_t size =
      WithNumberType(type, [](auto zero) { return sizeof zero; });
  if (value.size() != size) return std::nullopt;
  return NativeBits(type, value.data(), size);
}

std::optional<std::string_view> EventText(const EventParameter& parameter) {
  if (parameter.type != Type::kString) return std::nullopt;
  const std::string_view text(
      reinterpret_cast<const char*>(parameter.value.data()),
      parameter.value.size());
  return text.substr(0, text.find('\0'));
}

}  // namespace pmapi
