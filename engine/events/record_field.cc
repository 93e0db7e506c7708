// Values in place: texts are not copied.
#include "engine/events/record_field.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/ascii.h"
#include "base/fnv.h"
#include "base/number.h"
#include "base/stamp.h"
#include "base/utf8.h"
#include "engine/events/text_table.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_value.h"

namespace engine::events {
namespace {

/// Of a text in keys and names. Units: bytes.
constexpr std::size_t kLongestKept = 512;

/// Of parameter number `place`, from 0 on.
std::optional<FieldValue> AtPlace(const Arrival& arrival, std::size_t place) {
  if (place >= arrival.parameters.size()) return std::nullopt;
  return ValueOf(arrival.parameters[place], Field::Metric());
}

/// VALUE of "NAME=VALUE", if it is that of `key`.
std::optional<std::string_view> ValueNamed(std::string_view key,
                                           std::string_view text) {
  const bool named = text.size() > key.size() && text[key.size()] == '=' &&
                     base::EqualIgnoringCase(key, text.substr(0, key.size()));
  if (!named) return std::nullopt;
  return text.substr(key.size() + 1);
}

std::string_view AsText(base::Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The value of `parameter`, an integer of 64 bits, if it is no double.
std::optional<WideInteger> WideIn(const pmapi::EventParameter& parameter) {
  const bool is_signed = parameter.type == pmapi::Type::k64;
  if (!is_signed && parameter.type != pmapi::Type::kU64) return std::nullopt;
  const auto bits = pmapi::EventNumber(parameter);
  if (!bits) return std::nullopt;
  const bool is_negative = is_signed && *bits >> 63 != 0;
  const auto number =
      ExactInteger(is_negative ? std::uint64_t{0} - *bits : *bits, is_negative);
  const auto* wide = std::get_if<WideInteger>(&number);
  return wide != nullptr ? std::optional(*wide) : std::nullopt;
}

double Flag(const pmapi::EventRecord& record, std::uint32_t flag) {
  return (record.flags & flag) != 0 ? 1 : 0;
}

}  // namespace

std::optional<OwnField> FindOwnField(std::string_view name) {
  const auto* at =
      std::find(std::begin(kOwnFieldNames), std::end(kOwnFieldNames), name);
  if (at == std::end(kOwnFieldNames)) return std::nullopt;
  return static_cast<OwnField>(at - std::begin(kOwnFieldNames));
}

std::optional<double> NumberIn(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (text.size() == sign || !base::IsDigit(text[sign])) return std::nullopt;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || !std::isfinite(number)) {
    return std::nullopt;
  }
  // What has no digit behind its point, 5. and 5.e1, is taken so far.
  const std::size_t behind = text.find('.') + 1;
  const bool digit = behind < text.size() && base::IsDigit(text[behind]);
  return behind == 0 || digit ? std::optional(number) : std::nullopt;
}

ExactNumber ExactInteger(std::uint64_t magnitude, bool is_negative) {
  constexpr double kTooMuch = 18446744073709551616.0;  // 2^64
  const WideInteger wide{magnitude, is_negative};
  const auto rounded = static_cast<double>(magnitude);
  const bool is_double =
      rounded < kTooMuch && static_cast<std::uint64_t>(rounded) == magnitude;
  return is_double ? ExactNumber(wide.Rounded()) : ExactNumber(wide);
}

std::optional<ExactNumber> IntegerIn(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  std::uint64_t magnitude = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, magnitude);
  if (error != std::errc() || rest != end) return std::nullopt;
  return ExactInteger(magnitude, is_negative);
}

std::optional<double> NumberOf(const pmapi::EventParameter& parameter,
                               const Field::Metric& metric) {
  const auto number = pmapi::EventDouble(parameter);
  if (!number || !metric.key.empty()) return std::nullopt;
  return *number * metric.scale;
}

std::optional<FieldValue> ValueOf(const pmapi::EventParameter& parameter,
                                  const Field::Metric& metric) {
  if (!metric.key.empty()) {
    const auto text = parameter.type == pmapi::Type::kAggregate
                          ? AsText(parameter.value)
                          : pmapi::EventText(parameter);
    const auto value = text ? ValueNamed(metric.key, *text) : std::nullopt;
    return value ? std::optional<FieldValue>(*value) : std::nullopt;
  }
  if (const auto number = NumberOf(parameter, metric)) {
    if (std::fabs(*number) < kLeastWide || metric.scale != 1) return *number;
    const auto wide = WideIn(parameter);
    return wide ? FieldValue(*wide) : FieldValue(*number);
  }
  if (const auto text = pmapi::EventText(parameter)) return *text;
  return std::nullopt;
}

void AppendText(const FieldValue& value, std::string* text) {
  if (!text->empty()) *text += ", ";
  if (const auto* number = std::get_if<double>(&value)) {
    base::AppendNumber(*number, text);
  } else if (const auto* wide = std::get_if<WideInteger>(&value)) {
    *text += (wide->is_negative ? "-" : "") + std::to_string(wide->magnitude);
  } else {
    *text += std::get<std::string_view>(value);
  }
}

std::string KeptText(std::string_view text) {
  const std::size_t kept = base::Utf8Cut(text, kLongestKept);
  std::string shortened(text.substr(0, kept));
  if (kept < text.size()) shortened += "\u2026" + base::Fnv1aText(text);
  return shortened;
}

std::string ShownText(const Arrival& arrival, const Field& field) {
  std::string text;
  const auto value = ValueOf(arrival, field);
  if (value) AppendText(*value, &text);
  text.resize(base::Utf8Cut(text, TextTable::kLongest));
  return text;
}

std::optional<double> NumberOf(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* wide = std::get_if<WideInteger>(&value)) {
    return wide->Rounded();
  }
  return NumberIn(std::get<std::string_view>(value));
}

std::optional<ExactNumber> ExactNumberOf(const FieldValue& value) {
  if (const auto* wide = std::get_if<WideInteger>(&value)) return *wide;
  const auto number = NumberOf(value);
  const auto* text = std::get_if<std::string_view>(&value);
  if (!number || text == nullptr || std::fabs(*number) < kLeastWide) {
    return number ? std::optional<ExactNumber>(*number) : std::nullopt;
  }
  const auto integer = IntegerIn(*text);
  return integer ? *integer : ExactNumber(*number);
}

base::Timestamp TimeOf(const pmapi::EventRecord& record) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  return {std::clamp(record.time.ns, -kMost, kMost)};
}

std::optional<FieldValue> ValueOf(const Arrival& arrival, OwnField field) {
  const pmapi::EventRecord& record = arrival.record;
  const bool has_id = (record.flags & pmapi::kEventId) != 0;
  switch (field) {
    case OwnField::kStart:
      return Flag(record, pmapi::kEventStart);
    case OwnField::kEnd:
      return Flag(record, pmapi::kEventEnd);
    case OwnField::kPoint:
      return Flag(record, pmapi::kEventPoint);
    case OwnField::kId:
      return has_id ? AtPlace(arrival, 0) : std::nullopt;
    case OwnField::kParent:
      return (record.flags & pmapi::kEventParent) != 0
                 ? AtPlace(arrival, has_id ? 1 : 0)
                 : std::nullopt;
    case OwnField::kTime:
      return base::StampSeconds(record.time);
    case OwnField::kAge:
      return (arrival.at - TimeOf(record)).Seconds();
    case OwnField::kFlags:
      return static_cast<double>(record.flags);
    case OwnField::kMissed:
      return static_cast<double>(record.missed);
  }
  return std::nullopt;
}

std::optional<FieldValue> ValueOf(const Arrival& arrival, const Field& field) {
  if (field.own) return ValueOf(arrival, *field.own);
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    const Field::Metric* metric = field.Find(parameter.pmid);
    if (metric == nullptr) continue;
    if (const auto value = ValueOf(parameter, *metric)) return value;
  }
  return std::nullopt;
}

/// Of each what it is, and then a number's eight bytes, of a wide one with its
/// sign in what it is, or a text with its length before it.
std::optional<std::string> KeyOf(const Arrival& arrival,
                                 const std::vector<Field>& fields) {
  std::string key;
  const auto add = [&key](std::uint64_t word) {
    key.append(reinterpret_cast<const char*>(&word), sizeof word);
  };
  for (const Field& field : fields) {
    const auto value = ValueOf(arrival, field);
    if (!value) return std::nullopt;
    key += static_cast<char>(value->index());
    if (const auto* number = std::get_if<double>(&*value)) {
      add(std::bit_cast<std::uint64_t>(*number + 0.0));  // no -0
    } else if (const auto* wide = std::get_if<WideInteger>(&*value)) {
      key.back() = static_cast<char>(key.back() + (wide->is_negative ? 1 : 0));
      add(wide->magnitude);
    } else {
      const auto text = KeptText(std::get<std::string_view>(*value));
      add(text.size());
      key += text;
    }
  }
  return key;
}

}  // namespace engine::events
