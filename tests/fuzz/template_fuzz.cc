// Fuzz target: a template of a site, from its text to the body. The first byte
// says what it makes. Whatever comes, its mistakes are told; one without makes
// bodies that hold as many signs of their language whatever a notification is
// of, and JSON is JSON.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "actions/notification/notification.h"
#include "actions/receivers/body.h"
#include "actions/receivers/body_template.h"
#include "base/check.h"
#include "tests/support/action_event.h"

namespace {

/// What a body may be, and which signs are not to come from a notification.
struct Language {
  const char* content_type;
  const char* signs;
};

constexpr std::array kLanguages = {
    Language{"application/json", ""}, Language{"text/html", "<>\"'"},
    Language{"text/plain", ""},
    Language{"application/x-www-form-urlencoded", "&=\n+"}};

/// What a rule says about two instances called `name`.
actions::Notification Notification(const std::string& name) {
  static const base::Zone zone;
  tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, name);
  event.statement.name = name;
  event.parts.texts = {name, "and"};
  for (int i = 0; i < 2; ++i) {
    auto& binding = event.parts.bindings.emplace_back();
    binding.host = binding.instance = binding.context = name;
    binding.value = i == 0 ? "1.5" : name;
  }
  return *actions::NotificationOf(event.event(), "ops", zone);
}

std::size_t CountOf(std::string_view signs, const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(),
      [signs](char one) { return signs.find(one) != signs.npos; }));
}

/// None where it makes what is to be JSON and is none: it is not sent so.
std::optional<std::string> BodyOf(const std::string& text, const char* type,
                                  const std::string& name) {
  actions::BodySettings settings;
  settings.form = actions::BodyForm::kTemplate;
  settings.content_type = type;
  settings.body_template = text;
  const auto body = actions::BodyOf(settings, Notification(name), {});
  if (!body) return std::nullopt;
  return body->text;
}

/// {{{ }}} and {{& }} are what it is.
bool TakesAsItIs(const std::string& text) {
  for (std::size_t at = text.find("{{"); at != text.npos;
       at = text.find("{{", at + 1)) {
    const std::size_t first = text.find_first_not_of(" \t\r\n", at + 2);
    if (first != text.npos && (text[first] == '{' || text[first] == '&')) {
      return true;
    }
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const Language& language = kLanguages[*data % kLanguages.size()];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto faults = actions::FaultsOf(text, language.content_type);
  for (const auto& fault : faults) CHECK(!fault.message.empty());
  if (!faults.empty()) return 0;
  actions::DoubtOf(text, language.content_type);
  const auto body =
      BodyOf(text, language.content_type, "a\"b\n<'&=+{{x}}\xff]");
  const auto plain = BodyOf(text, language.content_type, "plain");
  if (!body || !plain) return 0;
  if (language.content_type == kLanguages[0].content_type) {
    CHECK(nlohmann::json::accept(*body));
  } else if (!TakesAsItIs(text)) {
    CHECK(CountOf(language.signs, *body) == CountOf(language.signs, *plain));
  }
  return 0;
}
