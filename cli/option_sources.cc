// Archives opened, a name space read; pmie's words where it has some.
#include "cli/option_sources.h"

#include "base/file.h"
#include "base/one_line.h"
#include "base/printable.h"
#include "base/quiet_thread.h"
#include "pmapi/notation/interval.h"

namespace cli {
namespace {

/// The name space of a whole host has some thousand lines. Units: bytes.
constexpr std::size_t kMaxNameSpaceBytes = std::size_t{16} << 20;

/// Where PCP has this host's own name space.
constexpr char kVarFolder[] = "/var/lib/pcp";
constexpr char kHostNames[] = "/pmns/root";

pmapi::ArchiveReadingOptions ReadingOptions(const Options& options,
                                            bool as_pmie) {
  pmapi::ArchiveReadingOptions replay;
  replay.threads = options.threads.value_or(base::Cores());
  replay.damaged_volumes = !as_pmie;
  replay.counter_wrap = options.counter_wrap;
  if (!options.ignore_marks) return replay;
  const auto gap = pmapi::notation::ParseInterval(*options.ignore_marks);
  // Empty: every mark. What is no interval is as if it was not set.
  if (options.ignore_marks->empty()) {
    replay.ignore_marks = pmapi::notation::kLongestInterval;
  } else if (gap) {
    replay.ignore_marks = *gap;
  }
  return replay;
}

/// Only pmie says twice that there is no such file.
std::optional<pmapi::notation::NameSpace> ReadNames(
    const std::string& file, bool as_pmie, OptionHandler::NamesFault* fault) {
  const auto text = base::ReadText(file, kMaxNameSpaceBytes);
  if (!text) {
    if (as_pmie) {
      fault->lines = "Error Parsing ASCII PMNS: Cannot open \"" + file + "\"\n";
    }
    fault->complaint = base::PmapiText(text.error());
    return std::nullopt;
  }
  auto names = pmapi::notation::ParseNameSpace(*text);
  if (names) return *std::move(names);
  fault->lines = pmapi::notation::NameSpaceFaultText(
      as_pmie ? file : base::Printable(file), *text, names.fault());
  fault->complaint = "Problems parsing PMNS definitions";
  return std::nullopt;
}

}  // namespace

std::string OptionSources::Words(const ArchiveFailure& failure) const {
  const std::string begin = program_ + ": ";
  const std::string reason = base::PmapiText(failure.error) + '\n';
  const std::string name = base::Printable(failure.name);
  if (!failure.rival.empty()) {
    return begin + "Error: archive " + name + " not legal - archive " +
           base::Printable(failure.rival) + " is already open for host " +
           base::Printable(failure.host) + '\n';
  }
  if (!as_pmie()) {
    return begin +
           base::OneLine("cannot open archive " + failure.name + ": " +
                         failure.error.message) +
           '\n';
  }
  if (failure.error.code == base::ErrorCode::kNoEnd) {
    return begin + "archive " + name +
           " is corrupted\npmGetArchiveEnd failed: " + reason;
  }
  return begin + "cannot open archive " + name +
         "\npmNewContext failed: " + reason;
}

void OptionSources::ExpectArchives(const std::vector<std::string>& lists,
                                   const Options& options) {
  archives_.Expect(lists, ReadingOptions(options, as_pmie()));
}

base::Result<void> OptionSources::OpenArchives(const std::string& list,
                                               const Options& options) {
  const auto failure =
      archives_.Open({list}, ReadingOptions(options, as_pmie()));
  if (!failure) return {};
  return base::Error{failure->error.code, Words(*failure)};
}

base::Result<void> OptionSources::OpenContext(const std::string& list,
                                              const Options& options) {
  const auto failure =
      archives_.OpenContext(list, ReadingOptions(options, as_pmie()));
  if (!failure) return {};
  return base::Error{failure->error.code, Words(*failure)};
}

std::optional<OptionHandler::NamesFault> OptionSources::LoadNames(
    const std::string& file) {
  NamesFault fault;
  auto names = ReadNames(file, as_pmie(), &fault);
  if (names) {
    names_ = *std::move(names);
    return std::nullopt;
  }
  fault.complaint =
      "Cannot load namespace from \"" + file + "\": " + fault.complaint;
  return fault;
}

base::Result<pmapi::notation::NameSpace> OptionSources::AgentNames(
    const Environment& environment) const {
  if (names_) return *names_;
  const auto file = environment("PMNS_DEFAULT");
  NamesFault fault;
  auto names = ReadNames(
      file ? *file
           : environment("PCP_VAR_DIR").value_or(kVarFolder) + kHostNames,
      as_pmie(), &fault);
  if (names) return *std::move(names);
  return base::Error{base::ErrorCode::kInvalid,
                     fault.lines + program_ +
                         ": agentInit: cannot load metric namespace: " +
                         fault.complaint + '\n'};
}

void OptionSources::UseNames() const {
  if (names_) archives_.UseNames(*names_);
}

}  // namespace cli
