// ReplayReader: the forward walk of a replay. It decodes nothing but value-set
// headers, and hands each wanted metric its frames in file order. What stands
// far ahead is survey.h's, what a tick's value is replay_metric.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_READER_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_READER_H_

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "pmapi/archive/archive.h"
#include "pmapi/archive/archive_reading_options.h"
#include "pmapi/archive/record_shapes.h"
#include "pmapi/archive/replay_frame.h"
#include "pmapi/archive/replay_track.h"
#include "pmapi/archive/trail.h"

namespace pmapi {

class EventFold;

/// PMAPI's time axis: seconds from the first label's start, in double.
class ReplayClock {
 public:
  explicit ReplayClock(base::Timestamp start) : start_(start) {}

  /// Rounded as libpcp rounds: pmapi/archive/REPLAY.md, "The time axis".
  double At(base::Timestamp time) const;

 private:
  base::Timestamp start_;
};

/// A metric that is wanted from the records.
struct Subscription {
  Pmid pmid = kNullPmid;
  /// False for a metric that has no values whatever the records hold.
  bool served = true;
  Type type = Type::kNoSupport;
  bool singular = false;
  /// Shared by all metrics that have the same candidates.
  std::shared_ptr<LayoutTable> layouts;
};

/// From a metric to the subscriptions for it. One look-up costs a
/// multiplication and, nearly always, one comparison.
class PmidTable {
 public:
  explicit PmidTable(const std::vector<Subscription>& wanted);

  /// The first subscription for `pmid`, or -1.
  std::int32_t Find(Pmid pmid) const {
    std::size_t slot = Hash(pmid);
    while (slots_[slot].subscription >= 0) {
      if (slots_[slot].pmid == pmid) return slots_[slot].subscription;
      slot = (slot + 1) & mask_;
    }
    return -1;
  }
  /// The next one for the same metric, or -1.
  std::int32_t Next(std::int32_t subscription) const {
    return next_[subscription];
  }

 private:
  struct Slot {
    Pmid pmid = kNullPmid;
    std::int32_t subscription = -1;
  };
  std::size_t Hash(Pmid pmid) const {
    return (static_cast<std::uint32_t>(pmid) *
                std::uint64_t{0x9e3779b97f4a7c15} >>
            32) &
           mask_;
  }

  std::size_t mask_;
  std::vector<Slot> slots_;
  std::vector<std::int32_t> next_;
};

/// True if the mark at which `walker` stands counts under `options`; `before`
/// is the time of the last record before it, if there is one.
bool MarkCounts(const RecordWalker& walker,
                const ArchiveReadingOptions& options,
                std::optional<base::Timestamp> before);

/// One walk, from the first record on.
class ReplayReader {
 public:
  /// Lifetime: the archive must outlive the reader.
  ReplayReader(const Archive& archive, const ArchiveReadingOptions& options,
               std::vector<Subscription> wanted);

  const ReplayClock& clock() const { return clock_; }
  const ArchiveReadingOptions& options() const { return options_; }
  const std::vector<Subscription>& wanted() const { return wanted_; }
  const PmidTable& pmids() const { return pmids_; }
  Track& track(std::int32_t subscription) { return tracks_[subscription]; }
  const Track& track(std::int32_t subscription) const {
    return tracks_[subscription];
  }

  /// Reads one record more. False at the end and at damage (failure()).
  bool Step();

  /// No record will come any more.
  bool ended() const { return at_.ended; }
  /// Why it ended, if not in peace. Errors: kCorrupt, kOverlap, kSystem.
  const std::optional<base::Error>& failure() const { return at_.failure; }
  /// The time of the last record read, if it is in a file; that of the record
  /// behind a mark which is later than that.
  double last_t() const { return at_.last_t; }
  std::optional<base::Timestamp> last_time() const { return at_.last_time; }
  /// How many marks have been read.
  std::int32_t segment() const { return at_.segment; }
  std::uint64_t bytes_read() const { return at_.bytes_read; }
  /// Stands at the last record read.
  RecordWalker walker() const;

  /// True if a file from which frames came has been cut short meanwhile: then
  /// it has ended with a failure, and its frames are not to be believed.
  bool CheckFiles();

  /// Takes the marks up to `t` from those that have been read, so that
  /// passed() counts them. True if there was one.
  bool PassMarks(double t);
  std::int32_t passed() const { return at_.passed; }

  /// Stands where `other`, of the same archive, options and subscriptions,
  /// stands, with what it has in hand.
  void StartFrom(const ReplayReader& other);
  /// Notes in `trail` what is read from now on; null: no longer.
  /// Lifetime: borrows `trail`.
  void Note(Trail* trail);
  /// No tick before that at `t` is asked for: while records are noted, of
  /// frames that are followed by one of the same lanes up to then, which
  /// takes their place, nothing is kept.
  void PassTo(double t) { passed_to_ = t; }
  /// Reads what `other`, from which it has started, has noted since, and goes
  /// on from there by itself. Lifetime: borrows `trail`, which others may not
  /// touch, until the next Follow() or StartFrom().
  void Follow(const Trail* trail, const ReplayReader& other);

  const std::string& PathOf(const Record& record) const;
  /// kCorrupt: `frame` is damaged, at `offset` of its record.
  base::Error DamageOf(const Record& record, std::size_t offset) const;

 private:
  /// Where the reader is, but for the frames in hand.
  struct Position {
    explicit Position(const Archive& archive)
        : walker(archive.Walk()), pin(archive.Walk()) {}

    RecordWalker walker;
    /// Keeps the volume of undecoded frames while the walker moves on.
    RecordWalker pin;
    RecordPlace place{-1, -1, 0};
    bool ended = false;
    bool cut = false;
    std::optional<base::Error> failure;
    double last_t = -std::numeric_limits<double>::infinity();
    std::optional<base::Timestamp> last_time;
    std::uint64_t bytes_read = 0;
    std::int32_t segment = 0;
    std::int32_t passed = 0;
    /// Those not passed yet; none is later than the record after it.
    std::deque<double> marks;
  };

  /// Where a trail ends.
  struct TrailEnd {
    RecordWalker walker;
    bool ended = false;
    std::optional<base::Error> failure;
  };

  bool Stop(std::optional<base::Error> failure);
  bool following() const { return trail_ != nullptr; }
  bool FollowStep();
  void PushNoted(const TrailRecord& from, const TrailSet& noted);
  LayoutRef OwnLayout(std::int32_t subscription, const LayoutRef& theirs);
  void EnterVolume();
  void TakeMark(double t);
  double NextT() const;
  void TakeRecord(const TrailRecord& read);
  bool ReadMark(double t);
  bool ReadSets(double t);
  bool AcceptAll(std::int32_t subscription, double t, const ValueSet& set,
                 std::size_t end);
  bool Accept(std::int32_t subscription, double t, const ValueSet& set);
  bool Replaces(const Track& track, double t) const;
  void Push(Track* track, double t, const Record& record, const ValueSet& set);
  void Retract(RecordPlace place);

  const Archive& archive_;
  ArchiveReadingOptions options_;
  ReplayClock clock_;
  std::vector<Subscription> wanted_;
  PmidTable pmids_;
  LayoutRef singular_ = SingularLayout();
  std::vector<Track> tracks_;
  Position at_;
  RecordShapes shapes_;
  Trail* noted_ = nullptr;
  double passed_to_ = -std::numeric_limits<double>::infinity();
  /// What is followed, how far, and where that ends.
  const Trail* trail_ = nullptr;
  std::size_t followed_ = 0;
  std::size_t followed_sets_ = 0;
  std::size_t walkers_ = 0;  // of the trail, that were passed
  std::optional<TrailEnd> trail_end_;
  /// The trail's, as this reader's tables have them: what threads share, each
  /// count of its users is a wait for the others.
  std::vector<LayoutRef> own_layouts_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_READER_H_
