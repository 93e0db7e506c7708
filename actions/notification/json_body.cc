// One object, its members in the order of docs/notifications.md.
#include "actions/notification/json_body.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/non_finite.h"
#include "base/overloaded.h"
#include "base/rfc3339.h"
#include "base/utf8.h"
#include "engine/alarm/message_parts.h"

namespace actions {
namespace {

using engine::alarm::Datum;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Source: RFC 4648, section 4.
std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 |
             (k < group.size() ? static_cast<std::uint8_t>(group[k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= group.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

/// In base64 what JSON cannot hold, else null.
Json RawOf(const std::string& text) {
  if (base::Utf8ValidPrefix(text) == text.size()) return nullptr;
  return Base64(text);
}

Json RawOf(const Datum& datum) {
  const auto* text = std::get_if<std::string>(&datum);
  return text == nullptr ? Json() : RawOf(*text);
}

Json ValueOf(const std::string& text) { return text; }

Json ValueOf(const Datum& datum) {
  return std::visit(base::Overloaded{
                        [](std::monostate) { return Json(); },
                        [](double number) {
                          // JSON has numbers for what is finite.
                          if (std::isfinite(number)) return Json(number);
                          return Json(base::NonFiniteName(number));
                        },
                        [](const auto& other) { return Json(other); },
                    },
                    datum);
}

/// `name`, and beside it "<name>_base64" where JSON cannot hold it.
void Add(const std::string& name, const Json& value, const Json& raw,
         Json* object) {
  (*object)[name] = value;
  const bool any =
      raw.is_array()
          ? std::any_of(raw.begin(), raw.end(),
                        [](const Json& one) { return !one.is_null(); })
          : !raw.is_null();
  if (any) (*object)[name + "_base64"] = raw;
}

template <typename Value>
void AddArray(const std::string& name, const std::vector<Value>& values,
              Json* object) {
  Json array = Json::array();
  Json raw = Json::array();
  for (const Value& value : values) {
    array.push_back(ValueOf(value));
    raw.push_back(RawOf(value));
  }
  Add(name, array, raw, object);
}

void AddText(const std::string& name, const std::optional<std::string>& text,
             Json* object) {
  if (text) Add(name, *text, RawOf(*text), object);
}

Json BindingOf(const engine::alarm::Binding& binding) {
  Json object = Json::object();
  AddText("host", binding.host, &object);
  AddText("instance", binding.instance, &object);
  if (binding.samples.size() == 1) {
    const Datum& value = binding.samples.front();
    Add("value", ValueOf(value), RawOf(value), &object);
  } else {
    AddArray("value", binding.samples, &object);
  }
  AddText("context", binding.context, &object);
  return object;
}

}  // namespace

std::string JsonBody(const engine::alarm::Event& event, const std::string& id,
                     const base::Zone& zone) {
  std::string time;
  base::AppendRfc3339(zone, event.time, &time);
  Json body = {{"version", kVersion}, {"id", id}};
  AddText("rule", event.statement.name, &body);
  body["time"] = time;
  AddArray("text", event.parts->texts, &body);
  Json bindings = Json::array();
  for (const engine::alarm::Binding& one : event.parts->bindings) {
    bindings.push_back(BindingOf(one));
  }
  body["bindings"] = std::move(bindings);
  return body.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace actions
