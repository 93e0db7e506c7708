// Arguments, and an environment of our own.
#include "pmapi/records/journalctl.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace pmapi::records {
namespace {

using base::Program;
using base::Result;

std::string Beginning(const JournalPosition& position) {
  if (!position.cursor.empty()) return "--cursor=" + position.cursor;
  constexpr std::int64_t kMicros = 1'000'000;
  const std::string micros =
      std::to_string(kMicros + position.microseconds % kMicros);
  return "--since=@" + std::to_string(position.microseconds / kMicros) + '.' +
         micros.substr(1);
}

Result<Program> Call(const Journalctl& how,
                     std::vector<std::string> arguments) {
  auto which = JournalArguments(how.place);
  if (!which) return which.error();
  const auto& all = how.programs;
  const auto found =
      std::find_if(all.begin(), all.end(), [](const std::string& path) {
        return ::access(path.c_str(), X_OK) == 0;
      });
  Program program;
  program.path = found != all.end() ? *found : all.front();
  program.arguments = std::move(arguments);
  program.arguments.insert(program.arguments.end(), which->begin(),
                           which->end());
  program.environment = {"LC_ALL=C", "PATH=/usr/bin:/bin"};
  return program;
}

}  // namespace

Result<Program> Journalctl::From(const JournalPosition& position) const {
  return Call(*this, {"journalctl", "--follow", "--no-tail", "--no-pager",
                      "--all", "--output=export", Beginning(position)});
}

/// Quiet, for of a journal without entries it may write a line.
Result<Program> Journalctl::Last() const {
  return Call(*this, {"journalctl", "--lines=1", "--quiet", "--no-pager",
                      "--all", "--output=export"});
}

}  // namespace pmapi::records
