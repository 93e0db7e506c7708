// Fuzz target: what tells a receiver, from its file to the request. The first
// byte says what the rest is: a file of receivers, or what a monitored system
// says. Whatever comes, messages do not steer terminals, a
// header is one line, and JSON is JSON.
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "actions/notification/notification.h"
#include "actions/receivers/receivers.h"
#include "actions/receivers/receivers_file.h"
#include "actions/receivers/shown_exchange.h"
#include "base/check.h"
#include "base/printable.h"
#include "cli/diagnostic_text.h"
#include "tests/support/action_event.h"

namespace {

/// Lines are whole, and hold nothing but text and tabs.
void CheckLines(std::string_view text) {
  CHECK(text.empty() || text.back() == '\n');
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find_first_of("\t\n", begin);
    const std::string_view part = text.substr(begin, end - begin);
    CHECK(base::Printable(part) == part);
    begin = end + 1;
  }
}

/// What a rule says about an instance called `name`.
actions::Notification Notification(const std::string& name,
                                   const std::string& receiver) {
  static const base::Zone zone;
  tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, name);
  event.statement.name = name;
  event.parts.texts = {name, "and"};
  auto& binding = event.parts.bindings.emplace_back();
  binding.host = binding.instance = binding.context = name;
  return *actions::NotificationOf(event.event(), receiver, zone);
}

void CheckRequest(const base::http::Request& request, bool json) {
  for (const std::string& header : request.headers) {
    CHECK(header.find_first_of("\r\n") == header.npos);
  }
  CHECK(!json || nlohmann::json::accept(request.body));
  CheckLines(actions::ShownRequest(request) + "\n");
}

/// Asks the receiver `name` to be told of something.
void Tell(actions::Receivers* receivers, const std::string& name,
          const std::string& said, bool json) {
  const auto request = receivers->RequestFor(Notification(said, name));
  if (request) CheckRequest(*request, json);
}

void File(const std::string& text) {
  const auto file = actions::ReadReceivers("receivers.yaml", text, true);
  std::vector<cli::FiledDiagnostic> diagnostics;
  for (const auto& one : file.diagnostics) {
    diagnostics.push_back({&file.shown, one});
  }
  CheckLines(cli::DiagnosticText(diagnostics));
  actions::Receivers receivers;
  receivers.Name(file.receivers);
  for (const auto& [name, receiver] : file.receivers) {
    const auto& body = receiver.body;
    Tell(&receivers, name, "a\"b\n{{x}}\xff",
         !receiver.envelope && (body.form != actions::BodyForm::kTemplate ||
                                body.content_type == "application/json"));
  }
}

/// In all bodies.
void Said(const std::string& said) {
  for (const auto form :
       {actions::BodyForm::kJson, actions::BodyForm::kSlack,
        actions::BodyForm::kCloudEvents, actions::BodyForm::kAlertmanager}) {
    actions::Receiver receiver;
    receiver.url = "http://localhost/";
    receiver.body.form = form;
    actions::Receivers receivers;
    receivers.Name({{"ops", receiver}});
    const auto request = receivers.RequestFor(Notification(said, "ops"));
    CHECK(request);
    CheckRequest(*request, true);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::array kParts = {File, Said};
  kParts[*data % kParts.size()](text);
  return 0;
}
