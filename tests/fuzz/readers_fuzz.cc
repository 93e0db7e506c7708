// Fuzz target: the small readers of what a user or an administrator has
// written, that have no target of their own: command lines, hosts with their
// environment, configuration files, name spaces, patterns. The first byte says
// which, the rest is the text.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/display_width.h"
#include "base/pattern.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "cli/action_lines.h"
#include "cli/options.h"
#include "cli/pcp_conf.h"
#include "cli/pmcd_options.h"
#include "cli/subcommand_options.h"
#include "cli/tls_contexts.h"
#include "grammar/rule_text_end.h"
#include "grammar/syslog_options.h"
#include "pmapi/notation/pmns.h"

namespace {

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// A host, then lines NAME=VALUE of the environment.
void Host(std::string_view text) {
  std::map<std::string, std::string> variables;
  // Certificates are not asked for.
  variables["PCP_TLSCONF_PATH"] = "/nonexistent";
  const std::vector<std::string> lines = Lines(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t equals = lines[i].find('=');
    if (equals == std::string::npos) continue;
    variables.emplace(lines[i].substr(0, equals), lines[i].substr(equals + 1));
  }
  const cli::Environment environment =
      [&](const std::string& name) -> std::optional<std::string> {
    const auto at = variables.find(name);
    if (at == variables.end()) return std::nullopt;
    return at->second;
  };
  cli::TlsContexts contexts(environment);
  const auto options = cli::PmcdOptionsFor(lines.empty() ? "" : lines[0],
                                           environment, &contexts);
  if (options) {
    CHECK(!options->addresses.empty());
  } else {
    CHECK(!options.error().message.empty());
  }
}

/// Opens nothing.
class IdleHandler : public cli::OptionHandler {
 public:
  void ExpectArchives(const std::vector<std::string>& /*lists*/,
                      const cli::Options& /*options*/) override {}
  base::Result<void> OpenArchives(const std::string& /*list*/,
                                  const cli::Options& /*options*/) override {
    return {};
  }
  base::Result<void> OpenContext(const std::string& /*list*/,
                                 const cli::Options& /*options*/) override {
    return {};
  }
  std::optional<NamesFault> LoadNames(const std::string& /*file*/) override {
    return std::nullopt;
  }
};

/// An argument a line; the environment has the second half of them, too.
void CommandLine(std::string_view text) {
  const std::vector<std::string> lines = Lines(text);
  std::vector<std::string> arguments{"pmie"};
  arguments.insert(arguments.end(), lines.begin(), lines.end());
  const cli::Environment environment =
      [&](const std::string& name) -> std::optional<std::string> {
    if (lines.empty()) return std::nullopt;
    return lines[name.size() % lines.size()];
  };
  IdleHandler handler;
  const auto read = cli::ParseOptions("pmie", arguments, environment, &handler);
  if (const auto* end = std::get_if<cli::OptionsExit>(&read)) {
    CHECK(end->status == 0 || end->status == 1);
  }
}

void Subcommands(std::string_view text) {
  std::vector<std::string> arguments = Lines(text);
  arguments.insert(arguments.begin(), "");
  for (const char* word : {"eval", "check", "list", "notify", "outbox"}) {
    arguments[0] = word;
    const auto read = cli::ParseSubcommand(arguments);
    CHECK(read.has_value());
    if (const auto* end = std::get_if<cli::UsageExit>(&*read)) {
      CHECK(!end->text.empty());
    }
  }
}

void NameSpace(std::string_view text) {
  const auto names = pmapi::notation::ParseNameSpace(text);
  if (names) return;
  CHECK(!NameSpaceFaultText("file", text, names.fault()).empty());
}

/// A pattern, then a name on each line.
void Patterns(std::string_view text) {
  const std::vector<std::string> lines = Lines(text);
  if (lines.empty()) return;
  const auto pattern = base::Pattern::Compile(lines[0]);
  if (!pattern) {
    CHECK(!pattern.error().message.empty());
    return;
  }
  for (const std::string& name : lines) (*pattern)->Matches(name);
}

void Syslog(std::string_view text) {
  grammar::ast::Call call;
  call.arguments = Lines(text);
  const std::size_t given = call.arguments.size();
  for (const auto& warning : grammar::TakeSyslogOptions(&call)) {
    CHECK(warning.argument < given);
    CHECK(!warning.message.empty() && !warning.pmie.empty());
  }
  CHECK(call.arguments.size() <= given);
  CHECK(call.syslog_priority < 128 * 8);
}

void Typed(std::string_view text) {
  grammar::RuleTextEnd end;
  for (const char c : text) {
    if (end.Take(c)) break;
  }
}

void Shown(std::string_view text) {
  const std::string shown = base::Printable(text);
  CHECK(base::Utf8ValidPrefix(shown) == shown.size());
  CHECK(base::Printable(shown) == shown);
  CHECK(base::DisplayWidth(shown) == base::DisplayWidth(text));
  CHECK(base::DisplayWidth(text) <= 2 * text.size());
}

struct Reader {
  char letter;
  void (*read)(std::string_view text);
};

constexpr Reader kReaders[] = {
    {'h', Host},
    {'o', CommandLine},
    {'e', Subcommands},
    {'p', [](std::string_view text) { cli::ParsePcpConf(text); }},
    {'t', [](std::string_view text) { cli::ParseTlsSettings(text); }},
    {'n', NameSpace},
    {'r', Patterns},
    {'s', Syslog},
    {'d', Typed},
    {'a',
     [](std::string_view text) { cli::FormatWarnings(std::string(text)); }},
    {'w', Shown},
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  for (const Reader& one : kReaders) {
    if (data[0] == static_cast<std::uint8_t>(one.letter)) one.read(text);
  }
  return 0;
}
