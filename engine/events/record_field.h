// What a condition or an aggregate can name: parameters, which are values of
// metrics, and the record's own fields. Source: docs/events.md, "Conditions".
#ifndef TOCSIN_ENGINE_EVENTS_RECORD_FIELD_H_
#define TOCSIN_ENGINE_EVENTS_RECORD_FIELD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time.h"
#include "pmapi/events/event_array.h"
#include "pmapi/metric/metric.h"

namespace engine::events {

/// A record that has arrived `at` some time. Lifetime: views the array's bytes.
struct Arrival {
  pmapi::EventRecord record;
  base::Timestamp at;
  std::vector<pmapi::EventParameter> parameters = {};  // those of `record`

  /// Moves to the next of `records`; false after the last.
  bool Next(pmapi::EventRecords* records) {
    parameters.clear();
    return records->Next(&record, [this](const pmapi::EventParameter& one) {
      parameters.emplace_back() = one;
    });
  }
  /// Has `parameters` from the bytes of `record`.
  void ReadParameters() {
    parameters.clear();
    pmapi::EventParameters all(record);
    pmapi::EventParameter one;
    while (all.Next(&one)) parameters.push_back(one);
  }
};

/// event.start and its kin, in the order of kOwnFieldNames.
enum class OwnField : std::uint8_t {
  kStart,
  kEnd,
  kPoint,
  kId,
  kParent,
  kTime,
  kAge,
  kFlags,
  kMissed
};
inline constexpr std::string_view kOwnFieldNames[] = {
    "event.start", "event.end", "event.point", "event.id",    "event.parent",
    "event.time",  "event.age", "event.flags", "event.missed"};

/// The field that is called so.
std::optional<OwnField> FindOwnField(std::string_view name);

/// An integer that is no double, as 2^53 + 1.
struct WideInteger {
  std::uint64_t magnitude = 0;
  bool is_negative = false;

  double Rounded() const {
    const auto most = static_cast<double>(magnitude);
    return is_negative ? -most : most;
  }
  friend bool operator==(const WideInteger&, const WideInteger&) = default;
};

/// Two are equal where the numbers are: an integer that is a double is one.
using ExactNumber = std::variant<double, WideInteger>;
ExactNumber ExactInteger(std::uint64_t magnitude, bool is_negative);

/// Smaller integers are doubles, and no other is rounded to one of these.
inline constexpr double kLeastWide = 9007199254740992;  // 2^53

/// A number, in canonical units where its metric has units, or a text. An
/// integer is as it is where its metric has no units but its own.
/// Lifetime: of the array's bytes.
using FieldValue = std::variant<double, std::string_view, WideInteger>;

/// A name in a condition, on one host.
struct Field {
  struct Metric {
    pmapi::Pmid pmid = pmapi::kNullPmid;
    double scale = 1;  // to canonical units
    /// Where values are texts NAME=VALUE: the NAME, in any case, whose VALUE is
    /// meant. Empty: the value itself.
    std::string key = {};
  };
  /// Those that are called so; of an own field none.
  std::vector<Metric> metrics;
  std::optional<OwnField> own;

  bool is_known() const { return own || !metrics.empty(); }
  const Metric* Find(pmapi::Pmid pmid) const {
    for (const Metric& metric : metrics) {
      if (metric.pmid == pmid) return &metric;
    }
    return nullptr;
  }
};

/// The number that all of `text` is, as JSON writes numbers, or with more zeros
/// before it. Nothing where it is none, or not finite.
std::optional<double> NumberIn(std::string_view text);

/// The integer that all of `text` is, as digits with or without a minus
/// before them, if it has no more than 64 bits.
std::optional<ExactNumber> IntegerIn(std::string_view text);

/// The number of `parameter`, a value of `metric`, if it is one; a text that is
/// wholly a number is none here.
std::optional<double> NumberOf(const pmapi::EventParameter& parameter,
                               const Field::Metric& metric);

/// The value of `parameter`, a value of `metric`. Nothing of another name's
/// text, of a number that has not as many bytes as its type, and of an
/// aggregate, but that NAME=VALUE may be of any bytes.
std::optional<FieldValue> ValueOf(const pmapi::EventParameter& parameter,
                                  const Field::Metric& metric);

/// When it says that it was, no further from 1970 than 146 years: two such
/// times can be subtracted.
base::Timestamp TimeOf(const pmapi::EventRecord& record);

/// The record's own. Flags are 1 or 0; the time is that since 1970, the age
/// that from the record's time to its arrival. An identity is the first of the
/// parameters where the record says that it has one; a parent's the next.
/// Units: seconds. Nothing of an identity or parent that the record lacks.
std::optional<FieldValue> ValueOf(const Arrival& arrival, OwnField field);

/// Appends what messages and names show of `value`, behind a comma where there
/// is something before it.
void AppendText(const FieldValue& value, std::string* text);

/// `text`, of which keys and names may be kept by the thousand: if it is longer
/// than 512 bytes, its beginning and a number of all of it, by which it is told
/// from others that begin so.
std::string KeptText(std::string_view text);

/// What messages show of `field` in a record, as long as TextTable keeps it.
/// Empty where the record lacks it.
std::string ShownText(const Arrival& arrival, const Field& field);

/// What `value` is where numbers are wanted.
std::optional<double> NumberOf(const FieldValue& value);

/// The same, not rounded.
std::optional<ExactNumber> ExactNumberOf(const FieldValue& value);

/// Of a parameter that repeats the first.
std::optional<FieldValue> ValueOf(const Arrival& arrival, const Field& field);

/// Texts that are the same where and only where the values of all `fields` are,
/// texts as KeptText() has them. Nothing of a record that lacks one of them.
std::optional<std::string> KeyOf(const Arrival& arrival,
                                 const std::vector<Field>& fields);

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_RECORD_FIELD_H_
