// A tally that prints, and leaves the counting to that of its function.
#include "cli/event_lister.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/calendar.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/rfc3339.h"
#include "cli/json_text.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_value.h"

namespace cli {
namespace {

using engine::events::Arrival;
using engine::events::EventFunction;
using engine::events::Field;
using engine::events::FieldValue;
using Json = nlohmann::ordered_json;

/// Tells the records that match of the others, by the function's own condition.
class ListingTally : public pmapi::EventTally {
 public:
  ListingTally(const EventLister& lister, const EventFunction& function,
               std::unique_ptr<pmapi::EventTally> counts, pmapi::Type type)
      : lister_(lister),
        function_(function),
        counts_(std::move(counts)),
        type_(type) {}

  base::Result<void> Add(pmapi::InstanceId instance, base::Timestamp at,
                         base::Bytes array) override {
    auto added = counts_->Add(instance, at, array);
    if (!added) return added;
    pmapi::EventRecords records(type_, array);
    Arrival arrival{{}, at};
    while (arrival.Next(&records)) {
      if (function_.Matches(arrival)) {
        lister_.Print(arrival, instance);
      }
    }
    return {};
  }
  void Lose() override { counts_->Lose(); }
  std::span<const pmapi::EventRow> Finish(base::Timestamp at) override {
    return counts_->Finish(at);
  }

 private:
  const EventLister& lister_;
  const EventFunction& function_;
  std::unique_ptr<pmapi::EventTally> counts_;
  pmapi::Type type_;
};

std::string NumberText(double number) {
  std::string text;
  base::AppendNumber(number, &text);
  return text;
}

/// An integer of 64 bits as such where a double would not show its digits.
std::optional<Json> WideJson(const pmapi::EventParameter& parameter) {
  const auto number = pmapi::EventDouble(parameter);
  const auto bits = pmapi::EventNumber(parameter);
  if (!number || std::fabs(*number) < engine::events::kLeastWide) {
    return std::nullopt;
  }
  if (parameter.type == pmapi::Type::kU64) return Json(*bits);
  if (parameter.type != pmapi::Type::k64) return std::nullopt;
  return Json(static_cast<std::int64_t>(*bits));
}

/// The values of a parameter's own type; of an aggregate its bytes in hex.
Json JsonOf(const pmapi::EventParameter& parameter) {
  if (auto wide = WideJson(parameter)) return *std::move(wide);
  if (const auto value = engine::events::ValueOf(parameter, Field::Metric())) {
    if (const auto* number = std::get_if<double>(&*value)) return *number;
    return std::string(std::get<std::string_view>(*value));
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : parameter.value) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string TextOf(const pmapi::EventParameter& parameter) {
  const Json value = JsonOf(parameter);
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return NumberText(value.get<double>());
  // So that it can be read back.
  std::string text = "\"";
  for (const char c : base::Printable(value.get<std::string>())) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

EventLister::EventLister(std::shared_ptr<const pmapi::EventFold> function,
                         EventListing listing, EventNames names)
    : function_(std::move(function)),
      listing_(listing),
      names_(std::move(names)) {}

std::unique_ptr<pmapi::EventTally> EventLister::Begin(
    pmapi::Type type, std::vector<pmapi::InstanceId> instances) const {
  const auto& function = static_cast<const EventFunction&>(*function_);
  return std::make_unique<ListingTally>(
      *this, function, function_->Begin(type, std::move(instances)), type);
}

void EventLister::Print(const Arrival& arrival,
                        pmapi::InstanceId instance) const {
  if (arrival.at < listing_.since) return;
  ++count_;
  if (listing_.count) return;
  *listing_.out->text() +=
      listing_.json ? Object(arrival, instance) : Line(arrival, instance);
  listing_.out->Grown();
}

std::string EventLister::Line(const Arrival& arrival,
                              pmapi::InstanceId instance) const {
  const pmapi::EventRecord& record = arrival.record;
  std::string line;
  base::AppendRfc3339(*listing_.zone, record.time, &line);
  const std::string name = names_.instance(instance);
  if (!name.empty()) line += " [" + base::Printable(name) + "]";
  const std::string flags = pmapi::EventFlagsText(record.flags);
  if (!flags.empty()) line += " " + flags;
  if (record.is_missed()) line += " " + std::to_string(record.missed);
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    line += " " + names_.parameter(parameter.pmid) + "=" + TextOf(parameter);
  }
  return line + "\n";
}

/// A parameter that a record has several times is a list.
std::string EventLister::Object(const Arrival& arrival,
                                pmapi::InstanceId instance) const {
  const pmapi::EventRecord& record = arrival.record;
  Json object;
  std::string time;
  base::AppendRfc3339(*listing_.zone, record.time, &time);
  object["time"] = time;
  object["host"] = names_.host;
  const std::string name = names_.instance(instance);
  if (!name.empty()) object["instance"] = name;
  object["flags"] = pmapi::EventFlagsText(record.flags);
  if (record.is_missed()) object["missed"] = record.missed;
  Json& all = object["parameters"] = Json::object();
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    all[names_.parameter(parameter.pmid)].push_back(JsonOf(parameter));
  }
  return JsonText(object, -1);
}

}  // namespace cli
