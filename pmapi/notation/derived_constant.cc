// Digits to the bits of a type.
#include "pmapi/notation/derived_constant.h"

#include <bit>
#include <charconv>
#include <cstdlib>

#include "base/ascii.h"

namespace pmapi::notation {
namespace {

using pmapi::Semantics;
using pmapi::Type;

std::optional<Semantics> SemanticsOf(const std::string& word) {
  const std::string lower = base::ToLower(word);
  if (lower == "counter") return Semantics::kCounter;
  if (lower == "instant") return Semantics::kInstant;
  if (lower == "discrete") return Semantics::kDiscrete;
  return std::nullopt;
}

/// The bits of an integer constant in `type`.
std::uint64_t BitsOf(std::uint32_t value, Type type) {
  if (type == Type::k32) {
    return static_cast<std::uint64_t>(
        std::int64_t{static_cast<std::int32_t>(value)});
  }
  if (type == Type::kFloat) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  if (type == Type::kDouble) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  }
  return value;
}

}  // namespace

std::optional<Type> TypeOf(const std::string& word) {
  for (const Type type : {Type::k32, Type::kU32, Type::k64, Type::kU64,
                          Type::kFloat, Type::kDouble}) {
    if (base::EqualIgnoringCase(pmapi::TypeName(type), word)) return type;
  }
  return std::nullopt;
}

bool SetTypeOrSemantics(const std::string& what, const std::string& word,
                        pmapi::MetricDesc* desc) {
  const auto type = TypeOf(word);
  const auto semantics = SemanticsOf(word);
  const bool is_type = what == "type";
  if (is_type && type) desc->type = *type;
  if (!is_type && semantics) desc->semantics = *semantics;
  return is_type ? type.has_value() : semantics.has_value();
}

bool SetNumber(bool decimal, DerivedNode* node) {
  const std::string& text = node->text;
  node->desc.semantics = Semantics::kDiscrete;
  if (decimal) {
    node->desc.type = Type::kDouble;
    // A lone "." is one of PCP's numbers.
    node->bits =
        std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr));
    return true;
  }
  node->desc.type = Type::kU32;
  std::uint32_t value = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), value);
  node->bits = value;
  return read.ec == std::errc();
}

bool GiveType(bool decimal, DerivedNode* node) {
  const Type type = node->desc.type;
  if (!decimal) {
    node->bits = BitsOf(static_cast<std::uint32_t>(node->bits), type);
    return true;
  }
  if (type == Type::kFloat) {
    node->bits = std::bit_cast<std::uint32_t>(
        static_cast<float>(std::bit_cast<double>(node->bits)));
  }
  return type == Type::kFloat || type == Type::kDouble;
}

}  // namespace pmapi::notation
