// A notification of no rule, its request, and what comes of it.
#include "cli/notify.h"

#include <unistd.h>

#include <csignal>
#include <utility>

#include "actions/notification/json_body.h"
#include "actions/notification/notification.h"
#include "actions/receivers/receivers.h"
#include "actions/receivers/shown_exchange.h"
#include "base/http/client.h"
#include "base/loop/loop.h"
#include "cli/command_complaint.h"
#include "cli/diagnostic_text.h"
#include "cli/local_zone.h"
#include "cli/receiver_files.h"
#include "engine/alarm/message_parts.h"
#include "engine/schedule/clock.h"

namespace cli {
namespace {

constexpr int kDelivered = 0;
constexpr int kNotDelivered = 1;
constexpr int kNoReceiver = 2;

using base::http::Request;
using base::http::Response;

void Complain(const std::string& what, const ProcessContext& process) {
  process.err->Print(CommandComplaint("notify", what));
}

/// As a rule called "test" would tell it.
actions::Notification TestFor(const std::string& receiver,
                              const base::Zone& zone) {
  engine::expr::ast::Call call;
  call.kind = engine::expr::ast::ActionKind::kWebhook;
  engine::expr::Statement statement;
  statement.name = "test";
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  engine::alarm::MessageParts parts;
  parts.texts = {"This is a test by tocsin notify"};
  parts.bindings = {{host, "instance", host, {1.0}}};
  const engine::alarm::Expansion message;
  const engine::alarm::Event event{
      call, statement, engine::schedule::SystemClock().Now(), message, &parts};
  auto one = actions::WithoutJson(event, receiver);
  one.json = actions::JsonBody(event, one.id, zone);
  return one;
}

/// What comes of `request`; no answer where a signal ends it.
base::Result<Response> Exchange(const Request& request) {
  base::loop::Loop loop;
  base::Result<Response> result =
      base::Error{base::ErrorCode::kNotConnected, "interrupted"};
  const auto signals =
      loop.OnSignal({SIGINT, SIGTERM}, [&loop](int) { loop.Stop(); });
  if (!signals) return signals.error();
  base::http::Client client(&loop);
  const auto sent = client.Send(request, [&](base::Result<Response> answer) {
    result = std::move(answer);
    loop.Stop();
  });
  loop.Run();
  return result;
}

/// False, and it is told, where files are wrong or there is no such receiver.
bool ReadReceiver(const NotifyOptions& options, const ProcessContext& process,
                  actions::Receivers* receivers) {
  ReceiverFiles files;
  const auto read = files.Read(options.receivers);
  if (!read) Complain("--receivers: " + read.error().message, process);
  std::size_t others = 0;
  process.err->Print(
      DiagnosticText(files.DiagnosticsOf(options.receiver, &others)));
  if (others > 0) {
    Complain("there are warnings of " + std::to_string(others) +
                 (others == 1 ? " other receiver" : " other receivers") +
                 ": tocsin check tells them",
             process);
  }
  if (!read) return false;
  if (files.has_errors()) {
    Complain("nothing is sent: with mistakes in a file there are no receivers",
             process);
    return false;
  }
  const auto wrong =
      grammar::WrongReceiver(options.receiver, {}, files.Names());
  if (wrong) Complain(wrong->message + "; " + wrong->hint, process);
  receivers->Name(files.receivers());
  return !wrong || wrong->severity == grammar::Severity::kWarning;
}

}  // namespace

int RunNotify(const NotifyOptions& options, const ProcessContext& process) {
  actions::Receivers receivers;
  if (!ReadReceiver(options, process, &receivers)) return kNoReceiver;
  receivers.OnTemplated([&](const auto& /*one*/, const std::string& problem) {
    if (!problem.empty()) Complain(problem, process);
  });
  const auto request = receivers.RequestFor(
      TestFor(receivers.NameOf(options.receiver), LocalZone(process)));
  if (!request) {
    Complain(request.error().message, process);
    return kNoReceiver;
  }
  process.out->Print(actions::ShownRequest(*request));
  process.out->Flush();
  if (!options.send) return kDelivered;
  const auto answer = Exchange(*request);
  if (!answer) {
    Complain(answer.error().message, process);
    return kNotDelivered;
  }
  process.out->Print('\n' + actions::ShownResponse(*answer, *request));
  if (!answer->flaw.empty()) Complain("taken, but " + answer->flaw, process);
  return answer->status / 100 == 2 ? kDelivered : kNotDelivered;
}

}  // namespace cli
