// Ranges: the columns of one group, fetched and precomputed ahead, a range of
// ticks at a time, so that several threads can do so while one evaluates. Who
// does it when is crew.h's.
#ifndef TOCSIN_ENGINE_SCHEDULE_RANGES_H_
#define TOCSIN_ENGINE_SCHEDULE_RANGES_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "engine/eval/state.h"
#include "pmapi/fetch/fetcher.h"

namespace engine::schedule {

/// What was fetched of some ticks, and what they have come to already.
struct Piece {
  pmapi::Columns columns;
  eval::Precomputed precomputed;
};

/// What a thread fetches and precomputes with.
struct Worker {
  std::unique_ptr<pmapi::Fetcher> fetcher;
  /// None: it only fetches.
  std::unique_ptr<eval::State> state = nullptr;
  const eval::Stateless* nodes = nullptr;
};

/// Some ticks that follow one another.
struct Range {
  std::int64_t first = 0;
  std::int64_t ticks = 0;
  /// All remaining ticks, which cannot be divided: fetched as they are taken.
  bool rest = false;
  int longest = 1;            // no piece has more ticks
  int thread = 0;             // which fetches them
  bool fetched = false;       // of the rest: the tick before it
  std::vector<Piece> pieces;  // in order
  std::size_t taken = 0;
  std::optional<base::Error> failure;  // behind the pieces
};

struct RangesOptions {
  pmapi::TickGrid grid = {};
  std::int64_t ticks = 0;
  int threads = 1;
  /// So many ranges are there at once. Memory: theirs.
  std::size_t most = 1;
  /// A range has no fewer ticks, but for the first and the last one: each has
  /// the one before it fetched, too.
  int shortest = 4;
  /// Else it is of about so many bytes of the sources: of more, what was passed
  /// over has left the cache when it is fetched.
  std::size_t bytes = std::size_t{2} << 20;
};

/// Threads: one at a time, but for PassOver(), which is one range's at a time,
/// and Fetch(), which is any thread's, each of another range.
class Ranges {
 public:
  using Open = std::function<base::Result<Worker>()>;

  /// `lead` passes ticks over to fetchers that `open` opens in the same way;
  /// nothing was asked of it. REQUIRES: lead->CanPassOver().
  Ranges(std::unique_ptr<pmapi::Fetcher> lead, Open open,
         const RangesOptions& options);

  /// How many ticks a range should have, now that it is known.
  /// The first time `together` is false where it is not worth while: what
  /// remains is fetched as it is taken then.
  void Advise(int ticks, bool together) {
    if (!length_) together_ = together;
    length_ = ticks;
  }

  /// A further range can be begun.
  bool CanBegin() const;
  /// When the next one begins.
  base::Timestamp NextStart() const { return options_.grid.At(next_); }

  /// A range from beginning to end; first, by thread number `thread` of all:
  /// REQUIRES: CanBegin(), and the thread has no other.
  Range* Begin(int thread);
  pmapi::Fetcher::Passed PassOver(Range* range);
  /// The next one can be begun. `passed`: what PassOver() said.
  void Passed(Range* range, const pmapi::Fetcher::Passed& passed);
  void Fetch(Range* range, const std::atomic<bool>& stop);
  /// Can be taken.
  void Finish(Range* range);

  /// Whether Take() can be called.
  bool CanTake() const {
    return !ranges_.empty() && ranges_.front().fetched && !CanTakeRest();
  }
  /// The next ticks, in order.
  /// Errors: those of Fetcher::Next and Fetcher::Open. Lifetime: until
  /// Release(), or the next of these.
  base::Result<Piece*> Take();
  /// As these, of the rest; other ranges there are none then, so that it needs
  /// no more care than one thread does.
  bool CanTakeRest() const { return !ranges_.empty() && ranges_.front().rest; }
  base::Result<Piece*> TakeRest();
  /// What was taken is needed no more: the thread that has fetched it does so
  /// into the same memory again.
  void Release();

 private:
  /// What a thread works with, and memory for it to fetch into: what was in
  /// another one's cache would first have to come from there.
  struct Own {
    Worker worker;
    std::vector<std::vector<Piece>> spare;
  };

  int NextLength() const;

  RangesOptions options_;
  std::unique_ptr<pmapi::Fetcher> lead_;
  Open open_;
  std::optional<int> length_;
  std::int64_t length_by_bytes_ = INT32_MAX;
  std::int64_t next_ = 0;
  bool together_ = true;
  bool passing_ = false;
  bool ended_ = false;  // no range will be begun any more
  std::deque<Range> ranges_;
  Piece rest_;            // the last one of the rest
  std::vector<Own> own_;  // by thread
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_RANGES_H_
