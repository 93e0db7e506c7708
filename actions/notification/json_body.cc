// One object, appended member by member in the order of docs/notifications.md.
#include "actions/notification/json_body.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/base64.h"
#include "base/non_finite.h"
#include "base/rfc3339.h"
#include "base/utf8.h"
#include "engine/alarm/message_parts.h"

namespace actions {
namespace {

using engine::alarm::Datum;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

std::string Dumped(const Json& value) {
  return value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

bool IsPlain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
}

/// Most names are plain, and there may be 20,000 while rules wait.
void Append(const std::string& text, std::string* json) {
  *json += IsPlain(text) ? '"' + text + '"' : Dumped(text);
}

/// JSON has numbers for what is finite.
void Append(double number, std::string* json) {
  if (!std::isfinite(number)) return Append(base::NonFiniteName(number), json);
  *json += Dumped(number);
}

void Append(bool truth, std::string* json) {
  *json += truth ? "true" : "false";
}

void Append(std::monostate, std::string* json) { *json += "null"; }

void Append(const Datum& datum, std::string* json) {
  std::visit([json](const auto& value) { Append(value, json); }, datum);
}

/// What JSON cannot hold of `value`; else null.
const std::string* RawOf(const std::string& value) {
  const bool valid = base::Utf8ValidPrefix(value) == value.size();
  return valid ? nullptr : &value;
}

const std::string* RawOf(const Datum& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? nullptr : RawOf(*text);
}

template <typename Value>
void AppendRaw(const Value& value, std::string* json) {
  const std::string* raw = RawOf(value);
  *json += raw == nullptr ? "null" : '"' + base::Base64(*raw) + '"';
}

/// Appends each of `values` by `append`, with commas between them.
template <typename Values, typename AppendOne>
void AppendArray(const Values& values, AppendOne append, std::string* json) {
  *json += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) *json += ',';
    append(values[i], json);
  }
  *json += ']';
}

/// An object, member by member.
class Object {
 public:
  explicit Object(std::string* json) : json_(*json) { json_ += '{'; }
  ~Object() { json_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Where the value of `name` is appended.
  std::string* Value(const std::string& name) {
    if (json_.back() != '{') json_ += ',';
    json_ += '"' + name + "\":";
    return &json_;
  }
  /// `name`, and beside it "<name>_base64" where JSON cannot hold it.
  template <typename T>
  void Add(const std::string& name, const T& value) {
    Append(value, Value(name));
    if (RawOf(value)) AppendRaw(value, Value(name + "_base64"));
  }
  void Add(const std::string& name, const std::optional<std::string>& text) {
    if (text) Add(name, *text);
  }
  template <typename T>
  void AddArray(const std::string& name, const std::vector<T>& values) {
    AppendArray(
        values, [](const T& one, auto* json) { Append(one, json); },
        Value(name));
    if (std::all_of(values.begin(), values.end(),
                    [](const T& one) { return RawOf(one) == nullptr; })) {
      return;
    }
    AppendArray(values, AppendRaw<T>, Value(name + "_base64"));
  }

 private:
  std::string& json_;
};

void Append(const engine::alarm::Binding& binding, std::string* json) {
  Object object(json);
  object.Add("host", binding.host);
  object.Add("instance", binding.instance);
  if (binding.samples.size() == 1) {
    object.Add("value", binding.samples.front());
  } else {
    object.AddArray("value", binding.samples);
  }
  object.Add("context", binding.context);
  object.Add("text", binding.text);
}

std::size_t BytesOf(const std::optional<std::string>& text) {
  return text ? text->size() : 0;
}

std::size_t BytesOf(const Datum& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? 0 : text->size();
}

}  // namespace

std::size_t LeastJsonBytes(const engine::alarm::Event& event) {
  std::size_t bytes = 0;
  for (const std::string& text : event.parts->texts) bytes += text.size();
  for (const auto& one : event.parts->bindings) {
    bytes += BytesOf(one.host) + BytesOf(one.instance) + BytesOf(one.context) +
             BytesOf(one.text);
    for (const Datum& value : one.samples) bytes += BytesOf(value);
  }
  return bytes;
}

std::string JsonBody(const engine::alarm::Event& event, const std::string& id,
                     const base::Zone& zone) {
  std::string time;
  base::AppendRfc3339(zone, event.time, &time);
  std::string json;
  {
    Object body(&json);
    *body.Value("version") += std::to_string(kVersion);
    Append(id, body.Value("id"));
    body.Add("rule", event.statement.name);
    Append(time, body.Value("time"));
    body.AddArray("text", event.parts->texts);
    AppendArray(
        event.parts->bindings,
        [](const auto& one, std::string* text) { Append(one, text); },
        body.Value("bindings"));
  }
  return json;
}

bool IsHeavyToRead(std::string_view json) {
  constexpr std::size_t kDeepest = 16;
  constexpr std::size_t kMostOpened = 1'000'000;
  std::size_t depth = 0;
  std::size_t opened = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest || ++opened > kMostOpened) return true;
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return false;
}

}  // namespace actions
