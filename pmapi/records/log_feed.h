// LogFeed: the lines of a log file that is followed by its name, while it is
// renamed, replaced, or cut.
#ifndef TOCSIN_PMAPI_RECORDS_LOG_FEED_H_
#define TOCSIN_PMAPI_RECORDS_LOG_FEED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_groups.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/records/folder_watch.h"
#include "pmapi/records/followed_file.h"
#include "pmapi/records/record_feed.h"

namespace pmapi::records {

/// A log file, and what its records are called by.
struct LogFile {
  std::string name;  // a part of a metric's name
  std::string path;
  /// As base::NamedGroups has it: what each line has in it, by the first that
  /// matches.
  std::vector<std::string> groups = {};

  friend bool operator==(const LogFile&, const LogFile&) = default;
};

/// As many files may have names that PCP's agent gives numbers.
inline constexpr std::size_t kMostLogFiles = 100;

/// "NAME=PATH". Errors: kInvalid, in a line with advice.
base::Result<LogFile> ParseLogFile(std::string_view text);

/// "NAME=REGEX": more groups of the one of `logs` that is called so. Errors:
/// kInvalid, in a line with advice.
base::Result<void> AddLogGroups(std::string_view text,
                                std::vector<LogFile>* logs);

/// The metric of its lines.
std::string NameOfRecords(const LogFile& log);

/// What all groups of `log` are called, each once.
std::vector<std::string> NamesOfGroups(const LogFile& log);

/// `logger.perfile.NAME.records`, each line a record with the parameter
/// `logger.param_string`, and a `logger.field`, GROUP=VALUE, for each group
/// that finds something in it, at the time of the tick that reads it. A file
/// that is there at Begin() is read from its end on, if need be once it may be
/// read, others from their start.
/// One that has been renamed is read as long as something comes, since who
/// writes may not know yet; of one that was there between two calls what it is
/// called now is found out, and if it is gone, one record is missed, or more.
class LogFeed : public RecordFeed {
 public:
  /// `number`: of the file among those that are followed, from 0 on.
  LogFeed(LogFile file, std::size_t number);

  std::vector<RecordMetric> Metrics() const override;
  void Begin() override;
  base::Result<void> Read(RecordSink* sink) override;

 private:
  struct Generation {
    std::unique_ptr<FollowedFile> file;
    base::Timestamp since;  // when something came last
  };

  /// What could not be read at Begin().
  struct Hidden {
    std::optional<FileIdentity> identity;  // nothing: nobody may see it
    std::uint64_t size = 0;
  };

  static Hidden LookAt(const std::string& path);
  static void Reveal(const Hidden& hidden, FollowedFile* file,
                     RecordSink* sink);
  void AddLine(std::string_view line, RecordSink* sink);
  FollowedFile::Record Adding() {
    return [this](auto line, RecordSink* sink) { AddLine(line, sink); };
  }
  base::Result<void> OpenNew(RecordSink* sink);
  bool IsBeingReplaced(base::Timestamp now);
  void OpenPassed(RecordSink* sink);
  void Add(FollowedFile file, base::Timestamp now);
  std::vector<Generation>::iterator Find(const FileIdentity& identity);
  base::Result<void> ReadAll(RecordSink* sink);
  void LetGo(RecordSink* sink);

  LogFile file_;
  std::vector<base::NamedGroups> groups_;
  std::size_t number_;
  std::string folder_;
  std::string base_;
  std::optional<FolderWatch> watch_;
  std::vector<Generation> generations_;  // the newest last
  bool seen_ = false;                    // there has been one
  std::optional<base::Timestamp> gone_;  // since when there is none any more
  std::optional<Hidden> hidden_;         // which has not been read yet
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_LOG_FEED_H_
