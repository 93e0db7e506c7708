// Old files first, then those that came between, then the newest.
#include "pmapi/records/log_feed.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "pmapi/records/generations.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// A file that is called otherwise now is let go once nothing has come for so
/// long, or as soon as there are more than so many.
constexpr base::Duration kPatience{60 * base::kNanosPerSecond};
constexpr std::size_t kMostGenerations = 8;

/// Domain, cluster and items of PCP's agent, which has seven metrics a file.
constexpr std::uint32_t kLoggerDomain = 106u << 22;
constexpr Pmid kParamString{kLoggerDomain | 2};
/// In a cluster that PCP's agent does not have.
constexpr Pmid kField{kLoggerDomain | (1u << 10)};
constexpr std::uint32_t kFirstItem = 4;
constexpr std::uint32_t kItemsOfFile = 7;
constexpr std::uint32_t kRecordsItem = 5;

std::string Quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

Error WithAdvice(Error error) {
  if (error.system_errno == EACCES) {
    error.message += ": give the user that reads it the right to";
  }
  return error;
}

bool IsNamePart(std::string_view text) {
  return !text.empty() && base::IsLetter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_';
         });
}

/// Expressions that are none have been refused before.
std::vector<base::NamedGroups> GroupsOf(const LogFile& log) {
  std::vector<base::NamedGroups> groups;
  for (const std::string& one : log.groups) {
    auto compiled = base::NamedGroups::Compile(one);
    if (compiled) groups.push_back(*std::move(compiled));
  }
  return groups;
}

}  // namespace

Result<LogFile> ParseLogFile(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == text.npos || equals + 1 == text.size()) {
    return Error{ErrorCode::kInvalid,
                 Quoted(text) +
                     " is no log file: write NAME=PATH, as in "
                     "app=/var/log/app.log"};
  }
  if (!IsNamePart(name)) {
    return Error{ErrorCode::kInvalid,
                 Quoted(name) +
                     " cannot be a part of a metric's name: write letters, "
                     "digits and _, a letter first"};
  }
  return LogFile{std::string(name), std::string(text.substr(equals + 1))};
}

Result<void> AddLogGroups(std::string_view text, std::vector<LogFile>* logs) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  const auto log =
      std::find_if(logs->begin(), logs->end(),
                   [&name](const LogFile& one) { return one.name == name; });
  if (equals == text.npos || log == logs->end()) {
    return Error{ErrorCode::kInvalid,
                 Quoted(text) +
                     " is of no log file: write NAME=REGEX behind --follow "
                     "NAME=PATH"};
  }
  std::string groups(text.substr(equals + 1));
  const auto compiled = base::NamedGroups::Compile(groups);
  if (!compiled) {
    return Error{ErrorCode::kInvalid,
                 Quoted(groups) + ": " + compiled.error().message};
  }
  for (const std::string& group : compiled->names()) {
    if (group != "field" && group != "param_string") continue;
    return Error{ErrorCode::kInvalid, "a group called " + group +
                                          " is never seen: the records have "
                                          "logger." +
                                          group + ": call it another name"};
  }
  log->groups.push_back(std::move(groups));
  return {};
}

std::string NameOfRecords(const LogFile& log) {
  return "logger.perfile." + log.name + ".records";
}

std::vector<std::string> NamesOfGroups(const LogFile& log) {
  std::set<std::string> names;
  for (const base::NamedGroups& one : GroupsOf(log)) {
    names.insert(one.names().begin(), one.names().end());
  }
  return {names.begin(), names.end()};
}

LogFeed::LogFeed(LogFile file, std::size_t number)
    : file_(std::move(file)), groups_(GroupsOf(file_)), number_(number) {
  const std::size_t slash = file_.path.rfind('/');
  folder_ = slash == file_.path.npos ? "." : file_.path.substr(0, slash + 1);
  base_ = slash == file_.path.npos ? file_.path : file_.path.substr(slash + 1);
}

std::vector<RecordMetric> LogFeed::Metrics() const {
  const auto item = kFirstItem +
                    static_cast<std::uint32_t>(number_) * kItemsOfFile +
                    kRecordsItem;
  std::vector<RecordMetric> metrics = {
      MetricOfRecords(NameOfRecords(file_), Pmid{kLoggerDomain | item},
                      "the lines that have come in " + file_.path),
      ParameterOfRecords("logger.param_string", kParamString, Type::kString,
                         "a line of a log file, without its end")};
  if (!groups_.empty()) {
    metrics.push_back(ParameterOfRecords(
        "logger.field", kField, Type::kString,
        "NAME=VALUE: what a group of --extract has found in the line"));
  }
  return metrics;
}

void LogFeed::AddLine(std::string_view line, RecordSink* sink) {
  if (!sink->has_room()) return sink->AddMissed(1);
  EventWriter& record = sink->BeginRecord(sink->now());
  record.AddText(kParamString, line);
  for (base::NamedGroups& groups : groups_) {
    const bool matches = groups.Find(
        line, [&record](const std::string& name, std::string_view value) {
          record.AddText(kField, name + "=" + std::string(value));
        });
    if (matches) return;
  }
}

void LogFeed::Begin() {
  watch_.emplace(folder_);
  auto file = FollowedFile::Open(file_.path);
  if (!file) {
    if (file.error().system_errno != ENOENT) hidden_ = LookAt(file_.path);
    return;
  }
  file->SkipToEnd();
  seen_ = true;
  Add(*std::move(file), {});
}

/// Who may not read a file may see how long it is.
LogFeed::Hidden LogFeed::LookAt(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {FileIdentity{status.st_dev, status.st_ino},
          static_cast<std::uint64_t>(status.st_size)};
}

/// Of another one that had the name before nothing has been read.
void LogFeed::Reveal(const Hidden& hidden, FollowedFile* file,
                     RecordSink* sink) {
  if (hidden.identity == file->identity()) return file->SkipTo(hidden.size);
  sink->AddMissed(1);
  if (!hidden.identity) file->SkipToEnd();
}

void LogFeed::Add(FollowedFile file, base::Timestamp now) {
  generations_.push_back(
      {std::make_unique<FollowedFile>(std::move(file)), now});
}

Result<void> LogFeed::Read(RecordSink* sink) {
  OpenPassed(sink);
  auto opened = OpenNew(sink);
  auto read = ReadAll(sink);
  LetGo(sink);
  return opened ? read : opened;
}

std::vector<LogFeed::Generation>::iterator LogFeed::Find(
    const FileIdentity& identity) {
  return std::find_if(
      generations_.begin(), generations_.end(),
      [&](const Generation& one) { return one.file->identity() == identity; });
}

/// Files that had the name between two calls.
void LogFeed::OpenPassed(RecordSink* sink) {
  for (const auto& name : PassedGenerations(base_, watch_->Changes())) {
    if (!name) {
      sink->AddMissed(1);
      continue;
    }
    const std::string path =
        folder_.ends_with('/') ? folder_ + *name : folder_ + '/' + *name;
    auto file = FollowedFile::Open(path);
    if (!file) {
      sink->AddMissed(1);
    } else if (Find(file->identity()) == generations_.end()) {
      Add(*std::move(file), sink->now());
    }
  }
}

/// That there is none for a while, after there has been one, is how files are
/// replaced: as long as the last one is written to, or for kPatience.
bool LogFeed::IsBeingReplaced(base::Timestamp now) {
  if (!seen_) return false;
  if (!gone_) gone_ = now;
  const auto is_recent = [now](base::Timestamp since) {
    const std::int64_t quiet = now.ns - since.ns;
    return std::max(quiet, -quiet) < kPatience.ns;
  };
  return is_recent(*gone_) ||
         (!generations_.empty() && is_recent(generations_.back().since));
}

Result<void> LogFeed::OpenNew(RecordSink* sink) {
  auto file = FollowedFile::Open(file_.path);
  if (file) {
    seen_ = true;
    gone_.reset();
    const auto known = Find(file->identity());
    if (const auto hidden = std::exchange(hidden_, std::nullopt)) {
      Reveal(*hidden, &*file, sink);
    }
    if (known == generations_.end()) {
      Add(*std::move(file), sink->now());
    } else {
      std::rotate(known, known + 1, generations_.end());
    }
    return {};
  }
  const bool missing = file.error().system_errno == ENOENT;
  if (missing && IsBeingReplaced(sink->now())) return {};
  return WithAdvice(file.error());
}

/// One that cannot be read keeps none of the others from it.
Result<void> LogFeed::ReadAll(RecordSink* sink) {
  Result<void> all;
  for (Generation& one : generations_) {
    const auto read = one.file->Read(Adding(), sink);
    if (!read) all = read;
    if (one.file->has_changed()) one.since = sink->now();
  }
  return all;
}

void LogFeed::LetGo(RecordSink* sink) {
  const auto is_over = [&](const Generation& one) {
    const std::int64_t quiet = sink->now().ns - one.since.ns;
    return std::max(quiet, -quiet) >= kPatience.ns;  // a clock may be set
  };
  while (generations_.size() > 1 && (generations_.size() > kMostGenerations ||
                                     is_over(generations_.front()))) {
    generations_.front().file->End(Adding(), sink);
    generations_.erase(generations_.begin());
  }
}

}  // namespace pmapi::records
