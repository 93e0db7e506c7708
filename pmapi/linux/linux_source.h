// OpenLinuxSource: this host as a source of metrics, with nothing installed:
// PCP's names and descriptors, read from /proc, /sys and statvfs.
#ifndef TOCSIN_PMAPI_LINUX_LINUX_SOURCE_H_
#define TOCSIN_PMAPI_LINUX_LINUX_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/records/journal_news.h"
#include "pmapi/records/log_feed.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// Where this host is.
struct LinuxOptions {
  /// Stands before every path that is read: a tree of fixtures, or a host's
  /// file system seen from a container. Nothing for this host's own.
  std::string root;
  /// Log files that are followed; `root` stands before their paths, too.
  std::vector<records::LogFile> logs = {};
  /// A directory of journal files, behind `root`; empty: this host's journal.
  std::string journal = {};
  /// The directory that keeps the place in the journal from which a later
  /// process goes on; empty: none, and what comes from now on is wanted.
  std::string journal_state = {};
  records::JournalNews journal_news = {};
};

/// HostName() is the node's name, ContextName() `local:`. Streams hand out one
/// tick a fetch: what is there at Ask()'s `now`, which is its stamp (without
/// Ask, the time of the grid). A metric that this kernel does not have is
/// described and has no values; what it has and cannot be read now neither, and
/// Shortfall() says so where we or the machine have run out of something, or a
/// table that is for everybody cannot be read. Once something has come that
/// Prepare() missed, the streams' Interruption() is kChanged, then always: it
/// is looked for ever less often, first after five seconds, then after twice
/// as long, up to the interval.
/// Events (kmsg.records, logger.*, systemd.journal.records) are those that come
/// after the first stream that wants them was opened; all streams share them.
/// Errors: kSystem where `root` has no /proc; kInvalid for a log file that
/// cannot be followed, a journal that is no directory, or names that are not as
/// they should be.
/// Threads: the source and its streams belong to one.
base::Result<std::unique_ptr<LiveSource>> OpenLinuxSource(
    const LinuxOptions& options);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_LINUX_LINUX_SOURCE_H_
