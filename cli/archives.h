// Archives: the sources of a run over archives and what all of them span.
#ifndef TOCSIN_CLI_ARCHIVES_H_
#define TOCSIN_CLI_ARCHIVES_H_

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "cli/archives_ahead.h"
#include "engine/check/metrics.h"
#include "pmapi/archive/archive_reading_options.h"
#include "pmapi/archive/archive_source.h"
#include "pmapi/derived/derived_source.h"
#include "pmapi/notation/derived_config.h"

namespace cli {

/// What keeps archives from being opened: which, and why.
struct ArchiveFailure {
  std::string name;
  base::Error error;
  /// The one opened before that is of the same host, where that is the reason.
  std::string rival;
  std::string host;
};

class Archives {
 public:
  /// Opens every archive of `names`. Archives that one name lists with commas
  /// are joined where they are of the same host; a host that comes again in
  /// another name is refused, as pmie does. Nothing if all went well.
  std::unique_ptr<ArchiveFailure> Open(
      const std::vector<std::string>& names,
      const pmapi::ArchiveReadingOptions& options);
  /// Open() will be called with each of `lists`, in turn: where there are many
  /// archives the next ones are opened meanwhile.
  void Expect(const std::vector<std::string>& lists,
              const pmapi::ArchiveReadingOptions& options);
  /// The same of a list whose archives must all be of one host.
  std::unique_ptr<ArchiveFailure> OpenContext(
      const std::string& list, const pmapi::ArchiveReadingOptions& options);
  /// From now on every archive's metrics are called what `names` says.
  void UseNames(const pmapi::NameTable& names);
  /// From now on every archive has these derived metrics too.
  /// REQUIRES: UseNames() has been called, if it will be.
  /// Lifetime: borrows `derived`.
  void UseDerived(const pmapi::notation::DerivedConfig& derived);

  bool empty() const { return sources_.empty(); }
  /// The leftmost: what rules mean without ":host". REQUIRES: !empty().
  const pmapi::Archive& front() const { return sources_.front()->archive(); }
  /// The earliest label. REQUIRES: !empty().
  base::Timestamp start() const;
  /// The latest end; no time where ends_later(). REQUIRES: !empty().
  base::Timestamp end() const;
  /// The end of some is not known before it has been read to there.
  bool ends_later() const;
  /// There is but one, and it ends_later().
  bool one_ends_later() const { return sources_.size() == 1 && ends_later(); }
  /// Waits for all ends. What keeps one from being read to there is told as
  /// Open() does.
  std::unique_ptr<ArchiveFailure> ReadToEnd();
  /// As pmapi::Archive. REQUIRES: one_ends_later().
  bool HasRecordFrom(base::Timestamp time) {
    return sources_.front()->archive().HasRecordFrom(time);
  }
  /// What they lack, as far as is known so far.
  std::vector<pmapi::Loss> Losses() const;

  /// What the checker sees of the sources. Lifetime: this object's.
  std::vector<engine::check::SourceView> Views() const;
  std::vector<pmapi::Source*> Sources() const;

 private:
  using Failure = std::unique_ptr<ArchiveFailure>;
  Failure OpenList(const std::string& list,
                   const pmapi::ArchiveReadingOptions& options);
  Failure Add(std::unique_ptr<pmapi::Archive> archive,
              const pmapi::ArchiveReadingOptions& options);
  ArchivesAhead::Opened OpenOne(const std::string& list,
                                const pmapi::ArchiveReadingOptions& options);
  ArchivesAhead::Opened OpenNow(const std::string& list);
  void NeedUnpackThreads(const pmapi::ArchiveReadingOptions& options);

  bool expected_ = false;
  pmapi::ArchiveFolders folders_;  // looked at once, by `ahead_`'s threads too
  std::unique_ptr<pmapi::UnpackThreads> unpack_threads_;  // null: see OpenNow
  std::unique_ptr<ArchivesAhead> ahead_;
  std::vector<std::unique_ptr<pmapi::ArchiveSource>> sources_;
  std::unordered_map<std::string, std::size_t> hosts_;          // in sources_
  std::vector<std::unique_ptr<pmapi::DerivedSource>> derived_;  // if used
};

}  // namespace cli

#endif  // TOCSIN_CLI_ARCHIVES_H_
