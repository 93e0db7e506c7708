// JournalFeed: a journal of systemd's, as journalctl(1) gives it.
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_FEED_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_FEED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/records/cursor_file.h"
#include "pmapi/records/journal_end.h"
#include "pmapi/records/journal_export.h"
#include "pmapi/records/journal_news.h"
#include "pmapi/records/journal_place.h"
#include "pmapi/records/journal_watch.h"
#include "pmapi/records/program_reader.h"
#include "pmapi/records/record_feed.h"

namespace pmapi::records {

struct JournalOptions {
  JournalPlace place;
  /// The directory that keeps the place up to which all has been evaluated,
  /// from which a later process goes on; empty: what comes behind the entry
  /// that is the last one at Begin() is wanted.
  std::string state = {};
  /// journalctl: the first that is there. A caller's PATH is not asked.
  std::vector<std::string> programs = {"/usr/bin/journalctl",
                                       "/bin/journalctl"};
  JournalNews news = {};
};

/// `systemd.journal.records`: the journal's entries, each a record with its
/// cursor and its fields. They are read by a program, so that damaged files and
/// disks that hang are not our end. What a tick has no room for is that of the
/// next one: nothing is passed over, and while tens of megabytes wait here, the
/// rest does in the journal's files. The program is begun again when it ends,
/// behind the last entry, after a pause that grows as long as it gives none,
/// and where the journal's directory is another one by now.
class JournalFeed : public RecordFeed {
 public:
  explicit JournalFeed(JournalOptions options);
  /// What the last Read() gave has been evaluated.
  ~JournalFeed() override;

  std::vector<RecordMetric> Metrics() const override;
  void Begin() override;
  /// What the call before gave has been evaluated.
  base::Result<void> Read(RecordSink* sink) override;
  std::size_t MostOfTick() const override;
  /// That the place is not kept.
  std::optional<base::Error> Trouble() const override;

 private:
  base::Result<void> Position();
  void Keep();
  base::Result<void> Ready(base::Timestamp now);
  void Launch(base::Timestamp now);
  void BeginBehind(const JournalEnd::Entry& end, bool late);
  base::Result<void> TakeEnd(base::Timestamp now);
  base::Result<void> TakeWritten(RecordSink* sink);
  base::Result<bool> TakeEntries(RecordSink* sink);
  base::Result<void> TakeEntry(RecordSink* sink);
  void Add(const JournalEntry& entry, RecordSink* sink) const;
  base::Result<void> Ended(base::Error why, base::Timestamp now);

  JournalOptions options_;
  std::int64_t begun_ = 0;  // Units: microseconds since the epoch
  std::optional<CursorFile> file_;
  JournalPosition position_;             // behind what has been given
  std::optional<JournalPosition> kept_;  // in file_
  bool seeks_ = true;  // the journal's end is yet to be position_
  std::optional<std::string> expected_;  // the cursor that is to come first
  std::uint64_t missed_ = 0;             // to be told

  JournalWatch watch_;
  std::optional<JournalEnd> end_;        // while seeks_
  std::optional<ProgramReader> reader_;  // after that
  std::string piece_;
  std::string_view rest_;  // of piece_
  JournalExportParser parser_;
  bool held_ = false;   // its entry is yet to be given
  bool given_ = false;  // reader_ has given an entry
  int failures_ = 0;    // since one gave an entry
  base::Timestamp launched_;
  base::Timestamp failed_;
  base::Duration pause_;            // after that
  std::optional<base::Error> why_;  // of the last failure
  std::optional<base::Error> at_begin_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_FEED_H_
