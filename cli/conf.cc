// Files read, a command or a session, and the file written anew.
#include "cli/conf.h"

#include <unistd.h>

#include <optional>
#include <utility>

#include "base/calendar.h"
#include "base/error.h"
#include "cli/conf_console.h"
#include "cli/conf_file.h"
#include "cli/conf_options.h"
#include "cli/conf_report.h"
#include "cli/local_zone.h"
#include "engine/schedule/clock.h"
#include "rules/pmieconf/completion.h"
#include "rules/pmieconf/generate.h"
#include "rules/pmieconf/modifications.h"
#include "rules/pmieconf/rules_file.h"
#include "rules/pmieconf/session.h"

namespace cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using rules::pmieconf::Catalog;
using rules::pmieconf::Preserved;
using rules::pmieconf::Session;

constexpr int kDone = 0;
constexpr int kFailed = 1;

class Configuration {
 public:
  Configuration(std::string name, ConfOptions options,
                const ProcessContext& process)
      : name_(std::move(name)),
        options_(std::move(options)),
        process_(process),
        console_(name_, process) {}

  int Run();

 private:
  std::string Variable(const char* name, const char* otherwise) const {
    return process_.environment(name).value_or(otherwise);
  }
  Result<std::string> DefaultFile() const;
  Result<void> Read();
  Result<void> CheckPath(const std::string& path) const;
  Result<void> Write();
  std::vector<int> Processes() const;
  std::string InUse() const;
  Session::After RunLines(Session* session);
  int RunSession();
  int WriteAndTell(bool with_person);
  int Fail(const std::string& message) {
    console_.PrintError(message);
    return kFailed;
  }

  std::string name_;
  ConfOptions options_;
  const ProcessContext& process_;
  ConfConsole console_;
  std::string path_;  // of rules
  std::string file_;
  Catalog catalog_;
  Preserved preserved_;
};

Result<std::string> Configuration::DefaultFile() const {
  if (::getuid() == 0) {
    return options_.automatic ? Variable("PCP_VAR_DIR", "/var/lib/pcp") +
                                    "/config/pmie/config.default"
                              : Variable("PCP_SYSCONF_DIR", "/etc/pcp") +
                                    "/pmie/config.default";
  }
  const auto home = process_.environment("HOME");
  if (!home) {
    return Error{ErrorCode::kInvalid, "$HOME undefined in environment"};
  }
  return *home + "/.pcp/pmie/config.pmie";
}

/// Errors: what it was made of is not there any more.
Result<void> Configuration::CheckPath(const std::string& path) const {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || ::access(part.c_str(), F_OK) == 0) continue;
    return Error{ErrorCode::kInvalid,
                 "cannot access rules path component: \"" + part + '"'};
  }
  return {};
}

Result<void> Configuration::Read() {
  path_ = PmieconfRules(options_.path, process_);
  auto catalog = rules::pmieconf::LoadRules(path_);
  if (!catalog) return catalog.error();
  catalog_ = *std::move(catalog);
  auto file = options_.file ? CanonicalPath(*options_.file) : DefaultFile();
  if (!file) return file.error();
  file_ = *std::move(file);
  const auto text = ReadConfFile(file_);
  if (!text) return text.error();
  auto read = rules::pmieconf::ReadModifications(*text, file_, &catalog_);
  // Only no rules at all are told in other words.
  if (!read) return Error{ErrorCode::kInvalid, read.error().message};
  preserved_ = *std::move(read);
  if (auto right = CheckPath(preserved_.path); !right) return right;
  if (!preserved_.path.empty() && preserved_.path != path_) {
    process_.err->Print("warning - pmie configuration file \"" + file_ +
                        "\"\n may not have been built using rules path:\n\t\"" +
                        path_ + "\"\n (originally built using \"" +
                        preserved_.path + "\")\n");
  }
  return {};
}

Result<void> Configuration::Write() {
  std::vector<std::string> warnings;
  const auto rules = rules::pmieconf::GenerateRules(catalog_, &warnings);
  for (const std::string& one : warnings) process_.err->Print(one + '\n');
  if (!rules) return rules.error();
  std::string date;
  base::AppendCtime(LocalZone(process_), engine::schedule::SystemClock().Now(),
                    &date);
  return WriteConfFile(file_, rules::pmieconf::ModificationFile(
                                  catalog_, {path_, date, options_.automatic},
                                  *rules, preserved_.text));
}

std::vector<int> Configuration::Processes() const {
  return ProcessesBy(file_,
                     Variable("PCP_TMP_DIR", "/var/lib/pcp/tmp") + "/pmie");
}

std::string Configuration::InUse() const {
  PmieCheck check{
      Variable("PCP_BINADM_DIR", "/usr/lib/pcp/bin") + "/pmie_check",
      Variable("PCP_SYSCONF_DIR", "/etc/pcp") + "/pmie/control"};
  const bool there = ::access(check.program.c_str(), X_OK) == 0;
  return InUseReport(file_, Processes(),
                     there ? std::optional(std::move(check)) : std::nullopt);
}

/// Lines of standard input until it ends, or one of them ends it.
Session::After Configuration::RunLines(Session* session) {
  console_.BeginSession(file_, [this, session](const std::string& line) {
    return rules::pmieconf::Complete(line, catalog_, session->last_target());
  });
  while (const auto line = console_.NextLine()) {
    const auto words = rules::pmieconf::WordsOf(*line);
    if (!words) Fail(words.error().message);
    const auto after = words ? session->Run(*words) : Session::After::kFailed;
    process_.out->Flush();  // who types the next line has seen this
    const bool ends =
        after == Session::After::kQuit || after == Session::After::kAbort;
    if (ends) return after;
  }
  return process_.over() ? Session::After::kAbort : Session::After::kQuit;
}

int Configuration::RunSession() {
  Session session(
      &catalog_,
      {.file = file_,
       .verbose = options_.verbose,
       .out = [this](const std::string& text) { console_.Print(text); },
       .error = [this](const std::string& text) { Fail(text); },
       .processes = [this] { return Processes(); }});
  auto after = Session::After::kQuit;
  if (!options_.command.empty()) {
    after = session.Run(options_.command);
  } else if (options_.automatic) {
    after = session.Run({""});  // which needs one
  } else {
    after = RunLines(&session);
    if (process_.over()) return kFailed;
  }
  if (after == Session::After::kFailed) return kFailed;
  if (after == Session::After::kAbort || !session.modified()) return kDone;
  const int status = WriteAndTell(console_.has_person());
  if (status == kDone && console_.has_person()) process_.out->Print(InUse());
  return status;
}

/// The exit status.
int Configuration::WriteAndTell(bool with_person) {
  if (auto written = Write(); !written) return Fail(written.error().message);
  process_.out->Print(
      DeprecatedReport(with_person ? "  Warning - " : name_ + ": ",
                       preserved_.deprecated, file_));
  return kDone;
}

int Configuration::Run() {
  if (auto read = Read(); !read) {
    // As the real one says it.
    const bool no_rules = read.error().code == ErrorCode::kNotFound;
    if (!no_rules) return Fail(read.error().message);
    process_.err->Print(name_ + ": " + read.error().message + '\n');
    return kFailed;
  }
  // The real one takes it that somebody reads what -F says.
  return options_.force ? WriteAndTell(!options_.automatic) : RunSession();
}

}  // namespace

int RunConf(const std::string& name, const std::vector<std::string>& arguments,
            const ProcessContext& process) {
  auto options = ParseConf(arguments);
  if (!options) {
    const std::string& why = options.error().message;
    // pmieconf takes the question for a mistake.
    if (why.empty() && name != "pmieconf") {
      process.out->Print(ConfUsage(name));
      return kDone;
    }
    process.err->Print((why.empty() ? "" : name + ": " + why + '\n') +
                       ConfUsage(name));
    return kFailed;
  }
  return Configuration(name, *std::move(options), process).Run();
}

}  // namespace cli
