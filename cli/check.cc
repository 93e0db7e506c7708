// Files read, checked, and their diagnostics printed.
#include "cli/check.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "actions/mail.h"
#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/command_complaint.h"
#include "cli/derived_metrics.h"
#include "cli/diagnostic_text.h"
#include "cli/followed_paths.h"
#include "cli/json_text.h"
#include "cli/live_session.h"
#include "cli/local_zone.h"
#include "cli/options.h"
#include "cli/receiver_files.h"
#include "cli/rule_files.h"
#include "cli/rule_input.h"
#include "cli/stomp_file.h"
#include "engine/expr/calls.h"
#include "engine/schedule/clock.h"
#include "grammar/shown_text.h"

namespace cli {
namespace {

using grammar::WithoutSecrets;

constexpr int kRight = 0;
constexpr int kErrors = 1;
constexpr int kFailed = 2;

constexpr char kNotAsked[] = "that takes an archive, -a, or a host, -h";
constexpr char kNoArchive[] = "the archive could not be opened";
constexpr char kNothingToCheck[] =
    "FILE is required: there is no receiver in /etc/tocsin either";
constexpr char kNoHost[] = "there is no such host";
constexpr char kNotFollowed[] = "what is to be followed cannot be";

std::string_view Word(grammar::Severity severity) {
  return severity == grammar::Severity::kError ? "error" : "warning";
}

/// All of them, as a program reads it: an array of objects: file, line, column,
/// severity, message, and where there are some: macros (the innermost first:
/// name, file, line), hint.
std::string AsJson(const std::vector<FiledDiagnostic>& diagnostics) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [source, diagnostic] : diagnostics) {
    const auto place = source->PositionAt(diagnostic.span.begin);
    nlohmann::ordered_json one{{"file", source->name()},
                               {"line", place.line},
                               {"column", place.column},
                               {"severity", Word(diagnostic.severity)},
                               {"message", WithoutSecrets(diagnostic.message)}};
    for (const auto& [name, file, line] : diagnostic.macros) {
      one["macros"].push_back({{"name", name}, {"file", file}, {"line", line}});
    }
    if (!diagnostic.hint.empty()) {
      one["hint"] = WithoutSecrets(diagnostic.hint);
    }
    list.push_back(std::move(one));
  }
  return JsonText(list, 2);
}

/// "1 error", "2 errors".
std::string Counted(std::size_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

/// `right` are right: "1 statement is".
std::string AsText(const std::vector<FiledDiagnostic>& diagnostics,
                   const std::string& right) {
  const auto errors = static_cast<std::size_t>(std::count_if(
      diagnostics.begin(), diagnostics.end(), [](const FiledDiagnostic& one) {
        return one.diagnostic.severity == grammar::Severity::kError;
      }));
  return DiagnosticText(diagnostics) + right + " right; " +
         Counted(errors, "error") + ", " +
         Counted(diagnostics.size() - errors, "warning") + '\n';
}

/// One run of it.
class CheckCommand {
 public:
  CheckCommand(const CheckOptions& options, const ProcessContext& process)
      : options_(options),
        process_(process),
        derived_(LoadDerivedMetrics(process.environment, false, process.err)) {}

  /// The exit status.
  int Run();

 private:
  void ReadReceivers();
  void ReadBroker();
  void LookForSendmail();
  void LookForLogs();
  /// Of the whole of `path`.
  void Warn(const std::string& path, const std::string& message);
  void OpenArchives();
  bool ReadFiles();
  std::string WhatIsRight(std::size_t statements) const;
  void PrintFindings(std::size_t statements);
  bool AskHosts();
  /// Why no metric was looked up; empty if some were.
  std::string WhyNotLookedUp() const;
  void PrintLosses();
  /// What it complains of keeps the files from being checked as a whole.
  void Fail(const std::string& what) {
    Complain(what);
    fails_ = true;
  }
  void Complain(const std::string& what) {
    process_.err->Print(CommandComplaint("check", what));
  }

  const CheckOptions& options_;
  const ProcessContext& process_;
  pmapi::notation::DerivedConfig derived_;
  ReceiverFiles receivers_;
  std::optional<actions::StompFile> broker_;  // -j, or whom the rules tell
  bool knows_receivers_ = true;               // as far as there are any
  std::string unread_;                        // why it does not know them
  std::unique_ptr<Archives> archives_;        // -a
  std::optional<LiveSession> session_;        // -h
  std::optional<RuleFiles> rules_;
  std::deque<grammar::SourceText> texts_;  // never moves what it holds
  std::vector<FiledDiagnostic> warnings_;  // of the host
  std::size_t read_ = 0;                   // files
  bool fails_ = false;                     // what could not be read or asked
};

/// Who has not named them may check rules without being let in to them.
void CheckCommand::ReadReceivers() {
  const auto read = receivers_.Read(options_.receivers);
  if (read) {
    const bool any = options_.receivers || receivers_.any_read();
    if (!any && options_.files.empty()) Fail(kNothingToCheck);
    return;
  }
  knows_receivers_ = false;
  unread_ = read.error().message;
  if (options_.receivers) return Fail("--receivers: " + read.error().message);
  const bool barred = read.error().system_errno == EACCES;
  if (options_.files.empty() || !barred) return Fail(read.error().message);
  Complain("warning - receivers are not checked: " + read.error().message);
}

/// Rules may be checked where they are not run.
void CheckCommand::ReadBroker() {
  if (!options_.stomp_file && !UsesStomp(rules_->statements())) return;
  const std::string path = StompPath(options_.stomp_file, process_.environment);
  auto read = ReadStompFile(path, false, grammar::Severity::kWarning);
  if (!read) {
    if (options_.stomp_file) return Fail("-j: " + read.error().message);
    return Warn(path, NoStompFile(read.error()) + "; without it no run begins");
  }
  const auto shown = ShownPasscode(path, read->settings);
  if (shown) Warn(path, *shown);
  broker_ = *std::move(read);
}

/// Rules are often checked on another host than they are run on.
void CheckCommand::LookForSendmail() {
  const bool mails =
      engine::expr::AnyCall(rules_->statements(), [](const auto& call) {
        return call.kind == engine::expr::ast::ActionKind::kMail;
      });
  if (!mails || ::access(actions::kSendmail, X_OK) == 0) return;
  Warn(actions::kSendmail,
       "mail: there is no sendmail on this host: without it no mail leaves it; "
       "a receiver in a file may be a server of mail, whom webhook tells");
}

/// One may come later; one that is misspelt does not.
void CheckCommand::LookForLogs() {
  for (const pmapi::records::LogFile& log : options_.logs) {
    if (const auto wrong = WrongLogFile(log); !wrong.empty()) {
      Warn(log.path, wrong);
    }
  }
  if (options_.journal.empty()) return;
  if (const auto wrong = WrongJournal(options_.journal); !wrong.empty()) {
    Warn(options_.journal, wrong);
  }
}

void CheckCommand::Warn(const std::string& path, const std::string& message) {
  texts_.emplace_back(path, "");
  grammar::Diagnostic warning;
  warning.severity = grammar::Severity::kWarning;
  warning.message = message;
  warnings_.push_back({&texts_.back(), std::move(warning)});
}

/// One that is wrong keeps no file from being checked, as without archives.
void CheckCommand::OpenArchives() {
  if (options_.archives.empty()) return;
  archives_ = std::make_unique<Archives>();
  if (const auto failure = archives_->Open(options_.archives, {})) {
    archives_.reset();
    return Fail("cannot open archive " + failure->name + ": " +
                failure->error.message);
  }
  archives_->UseDerived(derived_);
}

/// One that is wrong keeps no other from being checked. A live host is asked
/// about what all of them speak of, so they are read before. False where it is
/// over.
bool CheckCommand::ReadFiles() {
  for (const std::string& path : options_.files) {
    if (IsYaml(path)) {
      Fail(path + kIsYaml);
      continue;
    }
    if (IsTyped(path)) {
      Complain(kTyped);
      process_.err->Flush();
    }
    auto text = ReadRuleText(path, [this] { return process_.over(); });
    if (process_.over()) return false;
    if (!text) {
      Fail(text.error().message);
      continue;
    }
    ++read_;
    if (options_.host) {
      rules_->Parse(*text);
    } else {
      rules_->Add(*text);
    }
  }
  return true;
}

/// A host that does not answer keeps nothing else from being checked; it is
/// told of where the rules name it. False where it is over.
bool CheckCommand::AskHosts() {
  session_.emplace(process_);
  LiveHosts& hosts = session_->hosts();
  hosts.UseDerived(derived_);
  hosts.Follow({"", options_.logs, options_.journal});
  hosts.AskForAllNames();
  if (const auto heard = session_->Listen(); !heard) {
    Complain(heard.error().message);
    return false;
  }
  if (const auto opened = hosts.Open(options_.host, rules_->Needs()); !opened) {
    Fail(opened.error().message);
  }
  session_->Ask();
  if (session_->over()) return false;
  for (std::size_t s = 0; s < hosts.size(); ++s) {
    if (const auto why = hosts.StandsIn(s)) Complain("warning - " + *why);
    const auto why = session_->Trouble(s);
    if (!why) continue;
    fails_ = true;
    if (!rules_->RefuseHost(hosts.View(s).name, *why)) Complain(*why);
  }
  rules_->Check(session_->Views());
  return true;
}

/// What the archives lack.
void CheckCommand::PrintLosses() {
  if (!archives_) return;
  const auto losses =
      LossTexts(archives_->Losses(), std::nullopt, LocalZone(process_),
                engine::schedule::SystemClock().Now());
  for (const std::string& text : losses) Fail(text);
}

std::string CheckCommand::WhyNotLookedUp() const {
  if (!options_.archives.empty()) return archives_ ? "" : kNoArchive;
  if (!options_.host) return kNotAsked;
  if (session_->hosts().size() > 0) return "";
  return options_.logs.empty() ? kNoHost : kNotFollowed;
}

/// "1 statement is", "1 receiver and 3 statements are".
std::string CheckCommand::WhatIsRight(std::size_t statements) const {
  const std::size_t receivers = receivers_.receivers().size();
  if (!receivers_.any_read()) {
    return Counted(statements, "statement") +
           (statements == 1 ? " is" : " are");
  }
  if (read_ == 0) {
    return Counted(receivers, "receiver") + (receivers == 1 ? " is" : " are");
  }
  return Counted(receivers, "receiver") + " and " +
         Counted(statements, "statement") + " are";
}

void CheckCommand::PrintFindings(std::size_t statements) {
  if (read_ == 0 && !receivers_.any_read()) return;
  std::vector<FiledDiagnostic> all = receivers_.diagnostics();
  if (broker_) {
    for (const auto& one : broker_->diagnostics) {
      all.push_back({&broker_->shown, one});
    }
  }
  all.insert(all.end(), warnings_.begin(), warnings_.end());
  const auto& rules = rules_->diagnostics();
  all.insert(all.end(), rules.begin(), rules.end());
  if (options_.json) return process_.out->Print(AsJson(all));
  process_.out->Print(AsText(all, WhatIsRight(statements)));
  if (read_ == 0) return;
  if (!knows_receivers_) {
    process_.out->Print("no receiver was looked up: they could not be read\n");
  }
  const std::string why_not = WhyNotLookedUp();
  if (why_not.empty()) return;
  process_.out->Print("no metric was looked up: " + why_not + '\n');
}

int CheckCommand::Run() {
  ReadReceivers();
  OpenArchives();
  if (options_.host) {
    rules_.emplace(kDefaultInterval.Seconds());
  } else {
    rules_.emplace(kDefaultInterval.Seconds(),
                   archives_ ? archives_->Views()
                             : std::vector<engine::check::SourceView>());
  }
  grammar::ReceiverNames names = receivers_.Names();
  names.any = !knows_receivers_;
  if (!knows_receivers_) names.unread = unread_;
  rules_->set_receivers(std::move(names));
  if (!ReadFiles()) return kFailed;
  if (options_.host && read_ > 0 && !AskHosts()) return kFailed;
  ReadBroker();
  LookForSendmail();
  LookForLogs();
  const bool wrong = rules_->has_errors() || rules_->none_is_right() ||
                     receivers_.has_errors() ||
                     (broker_ && broker_->has_errors());
  PrintFindings(rules_->TakeStatements().size());
  PrintLosses();
  if (fails_) return kFailed;
  return wrong ? kErrors : kRight;
}

}  // namespace

int RunCheck(const CheckOptions& options, const ProcessContext& process) {
  return CheckCommand(options, process).Run();
}

}  // namespace cli
