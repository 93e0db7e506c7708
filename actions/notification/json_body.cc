// One object, its members in the order of docs/notifications.md.
#include "actions/notification/json_body.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/base64.h"
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

/// In base64 what JSON cannot hold, else null.
Json RawOf(const std::string& text) {
  if (base::Utf8ValidPrefix(text) == text.size()) return nullptr;
  return base::Base64(text);
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

bool NestsDeeply(std::string_view json) {
  constexpr std::size_t kDeepest = 16;
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return false;
}

}  // namespace actions
