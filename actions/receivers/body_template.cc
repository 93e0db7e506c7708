// The wall round the mustache library: its data are made of JSON.
#include "actions/receivers/body_template.h"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "actions/notification/json_body.h"
#include "actions/receivers/escaped.h"
#include "actions/receivers/template_length.h"
#include "base/ascii.h"

namespace actions {
namespace {

using Data = kainjow::mustache::data;
using Json = nlohmann::ordered_json;
using Escape = std::string (*)(const std::string&);

std::string ForJson(const std::string& text) {
  const std::string quoted =
      Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

std::string ForForm(const std::string& text) { return PercentEncoded(text); }

std::string ForMarkup(const std::string& text) { return MarkupEscaped(text); }

std::string AsItIs(const std::string& text) { return text; }

/// Null where it is not known how.
Escape EscapeFor(const std::string& content_type) {
  const std::string type =
      base::ToLower(content_type.substr(0, content_type.find(';')));
  if (type == "application/json" || type.ends_with("+json")) return ForJson;
  if (type == "application/x-www-form-urlencoded") return ForForm;
  if (type == "text/html" || type == "application/xml" || type == "text/xml") {
    return ForMarkup;
  }
  return type == "text/plain" ? AsItIs : nullptr;
}

std::string TextOf(const Json& json) {
  if (json.is_null()) return "";
  if (json.is_string()) return json.get<std::string>();
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string TextOf(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? "" : TextOf(*found);
}

/// Empty where there is none.
Json ListOf(const Json& told, const char* name) {
  const auto found = told.find(name);
  return found != told.end() && found->is_array() ? *found : Json::array();
}

constexpr const char* kOfAll[] = {"version", "id", "rule", "time"};
constexpr const char* kOfBindings[] = {"host", "instance", "value", "context"};

/// A text that is empty is none for {{#name}} and {{^name}}.
void SetTexts(const Json& object, std::span<const char* const> names,
              Data* data) {
  for (const char* name : names) {
    const std::string text = TextOf(object, name);
    data->set(name, text.empty() ? Data(false) : Data(text));
  }
}

/// Texts as a template has them, each and one after the other.
struct Texts {
  std::vector<std::string> each;
  std::string joined;
};

Texts TextsOf(const Json& told) {
  Texts texts;
  for (const Json& text : ListOf(told, "text")) {
    texts.each.push_back(TextOf(text));
    texts.joined += texts.each.back();
  }
  return texts;
}

void SetTexts(const Texts& texts, Data* data) {
  Data list(Data::type::list);
  for (const std::string& text : texts.each) list.push_back(Data(text));
  data->set("texts", list);
  data->set("text", texts.joined);
}

/// So many lists of texts are made at most for all bindings.
constexpr std::size_t kMostTexts = 100'000;

/// As short as they must be to be said `times` times; where they are too many
/// for that they are one.
Texts InShort(const Texts& texts, std::size_t times) {
  Texts in_short{{}, Shortened(texts.joined, times)};
  if (texts.each.size() * times > kMostTexts) {
    in_short.each = {in_short.joined};
    return in_short;
  }
  for (const std::string& text : texts.each) {
    in_short.each.push_back(Shortened(text, times));
  }
  return in_short;
}

/// What a binding says where the texts of all are not its own; else empty.
std::string OwnText(const Json& binding) { return TextOf(binding, "text"); }

Data DataOf(const Json& told) {
  Data data;
  SetTexts(told, kOfAll, &data);
  const Json bindings = ListOf(told, "bindings");
  const Texts texts = TextsOf(told);
  const Texts in_short = InShort(texts, bindings.size());
  const bool shorter = in_short.joined.size() < texts.joined.size() ||
                       in_short.each.size() < texts.each.size();
  SetTexts(texts, &data);
  Data list(Data::type::list);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    Data one;
    SetTexts(bindings[i], kOfBindings, &one);
    if (const std::string own = OwnText(bindings[i]); !own.empty()) {
      SetTexts(Texts{{own}, own}, &one);
    } else if (shorter) {
      SetTexts(in_short, &one);
    }
    one.set("more", i + 1 < bindings.size());
    list.push_back(one);
  }
  data.set("bindings", list);
  SetTexts(bindings.empty() ? Json::object() : bindings.front(), kOfBindings,
           &data);
  data.set("more", false);
  return data;
}

/// What LengthOf() asks for.
FilledLengths LengthsOf(const Json& told) {
  const Json bindings = ListOf(told, "bindings");
  const Texts texts = TextsOf(told);
  const Texts in_short = InShort(texts, bindings.size());
  FilledLengths lengths;
  lengths.members = bindings.size();
  lengths.texts = texts.each.size();
  lengths.text = texts.joined.size();
  for (const Json& binding : bindings) {
    for (const char* name : kOfBindings) {
      lengths.all[name] += TextOf(binding, name).size();
    }
    const std::size_t own = OwnText(binding).size();
    lengths.all["text"] += own > 0 ? own : in_short.joined.size();
    lengths.cut |= own == 0 && in_short.joined.size() < texts.joined.size();
  }
  return lengths;
}

/// Whether the template says texts within {{#bindings}} that are in short.
bool CutsTexts(const std::string& text, const FilledLengths& lengths) {
  FilledLengths none = lengths;
  none.all["text"] = 0;
  return lengths.cut && LengthOf(text, none) < LengthOf(text, lengths);
}

/// What stands behind as many is not told before these are mended.
constexpr std::size_t kMostFaults = 100;

/// What is right, and seldom tried.
constexpr std::pair<const char*, const char*> kSeldom[] = {
    {"two texts", R"("text":["a","b"],"bindings":[{"value":1}]})"},
    {"no text", R"("text":[],"bindings":[{"value":1}]})"},
    {"a value that is a text", R"("text":["a"],"bindings":[{"value":"a b"}]})"},
    {"a value that is inf", R"("text":["a"],"bindings":[{"value":"inf"}]})"},
    {"no binding", R"("text":["a"],"bindings":[]})"},
    {"three bindings",
     R"("text":["a"],"bindings":[{"value":1},{"value":2},{"value":3}]})"}};
/// What all of them begin with.
constexpr char kAlways[] = R"({"version":1,"id":"i","rule":"r","time":"t",)";

}  // namespace

bool CanEscapeFor(const std::string& content_type) {
  return EscapeFor(content_type) != nullptr;
}

std::vector<TemplateFault> FaultsOf(const std::string& text,
                                    const std::string& content_type) {
  const bool json = EscapeFor(content_type) == ForJson;
  auto faults = TagFaultsOf(text, json);
  faults.resize(std::min(faults.size(), kMostFaults));
  if (!faults.empty()) return faults;
  const kainjow::mustache::mustache parsed(text);
  if (!parsed.is_valid()) return {{parsed.error_message(), ""}};
  if (!json) return {};
  constexpr char kSample[] =
      R"({"version":1,"id":"i","rule":"r","time":"t","text":["a"],"bindings":)"
      R"([{"host":"h","instance":"i","value":1,"context":"c"},)"
      R"({"host":"h","instance":"j","value":2,"context":"c"}]})";
  const auto filled = FillIn(text, content_type, kSample);
  if (filled) return {};
  return {{filled.error().message,
           "texts stand in quotes; {{#more}},{{/more}} is a comma behind all "
           "bindings but the last"}};
}

std::optional<TemplateFault> DoubtOf(const std::string& text,
                                     const std::string& content_type) {
  for (const auto& [what, told] : kSeldom) {
    const auto filled = FillIn(text, content_type, kAlways + std::string(told));
    if (filled) continue;
    return TemplateFault{std::string("it makes no JSON of ") + what,
                         "such a notification is sent as body: json; a value "
                         "stands in quotes, and of several texts {{text}}"};
  }
  return std::nullopt;
}

base::Result<std::string> FillIn(const std::string& text,
                                 const std::string& content_type,
                                 const std::string& json, bool* cut) {
  const Json told =
      IsHeavyToRead(json) ? Json() : Json::parse(json, nullptr, false);
  if (!told.is_object()) {
    return base::Error{base::ErrorCode::kInvalid,
                       "the notification cannot be read"};
  }
  constexpr double kMost = 32 << 20;
  const FilledLengths lengths = LengthsOf(told);
  if (LengthOf(text, lengths) > kMost) {
    return base::Error{base::ErrorCode::kInvalid,
                       "the template makes more than 32 MiB"};
  }
  if (cut != nullptr) *cut = CutsTexts(text, lengths);
  const Escape escape = EscapeFor(content_type);
  kainjow::mustache::mustache filled(text);
  filled.set_custom_escape(escape);
  std::string body = filled.render(DataOf(told));
  if (escape == ForJson && !Json::accept(body)) {
    return base::Error{base::ErrorCode::kInvalid,
                       "the template makes what is no JSON"};
  }
  return body;
}

}  // namespace actions
