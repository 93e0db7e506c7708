// Ranges begun, passed over, fetched and taken.
#include "engine/schedule/ranges.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace engine::schedule {
namespace {

/// Before anything was fetched nothing is known of the lanes.
constexpr int kFirstTicks = 4;
/// By so many a range may be longer, so that the next one can begin.
constexpr int kSearch = 64;
/// Of so many ranges a thread keeps the memory: it seldom has more in hand, and
/// with many threads what each ever had would grow with the replay.
constexpr std::size_t kMostSpare = 3;

/// The tick before a range, with which its first is compared. It is fetched
/// into `columns`, which keep but their memory.
base::Result<void> Warm(const Range& range, pmapi::Fetcher* part,
                        pmapi::Columns* columns) {
  if (range.first == 0) return {};
  return part->Next(1, columns);
}

/// By another thread than that which evaluates all else: there is the less to
/// evaluate in order, and columns of numbers stay in the cache they are in.
void Precompute(const Worker& worker, Piece* piece) {
  if (worker.state == nullptr) return;
  worker.state->Precompute(
      *worker.nodes,
      {piece->columns.stamps, piece->columns.columns, piece->columns.fetched},
      &piece->precomputed);
}

/// The next ticks, `ticks` at most.
base::Result<void> FetchInto(pmapi::Columns* columns, int ticks,
                             pmapi::Fetcher* fetcher) {
  auto done = fetcher->Next(ticks, columns);
  // They view what is fetched next; that of archives was due then.
  columns->fetched.clear();
  return done;
}

int AtMost(std::int64_t ticks, int most) {
  return static_cast<int>(std::min<std::int64_t>(ticks, most));
}

}  // namespace

Ranges::Ranges(std::unique_ptr<pmapi::Fetcher> lead, Open open,
               const RangesOptions& options)
    : options_(options),
      lead_(std::move(lead)),
      open_(std::move(open)),
      own_(static_cast<std::size_t>(options.threads)) {
  CHECK(lead_->CanPassOver());
}

bool Ranges::CanBegin() const {
  if (passing_ || ended_ || next_ == options_.ticks) return false;
  if (!length_) return next_ == 0;
  return ranges_.size() < (together_ ? options_.most : 1);
}

/// Towards the end ranges are shorter, so that all have something to do.
int Ranges::NextLength() const {
  const std::int64_t left = options_.ticks - next_;
  const std::int64_t share = left / (2 * options_.threads);
  if (!length_) return AtMost(left, kFirstTicks);
  const std::int64_t good =
      std::min<std::int64_t>({share, length_by_bytes_, std::int64_t{*length_}});
  return AtMost(
      left, static_cast<int>(std::max<std::int64_t>(good, options_.shortest)));
}

Range* Ranges::Begin(int thread) {
  passing_ = true;
  Range& range = ranges_.emplace_back();
  range.first = next_;
  range.ticks = NextLength();
  range.longest = length_.value_or(kFirstTicks);
  range.thread = thread;
  auto& spare = own_[thread].spare;
  if (!spare.empty()) {
    range.pieces = std::move(spare.back());
    spare.pop_back();
  }
  return &range;
}

pmapi::Fetcher::Passed Ranges::PassOver(Range* range) {
  Worker& worker = own_[range->thread].worker;
  if (worker.fetcher == nullptr) {
    auto opened = open_();
    if (!opened) {
      range->failure = opened.error();
      return {range->ticks};
    }
    worker = *std::move(opened);
  }
  pmapi::Fetcher* part = worker.fetcher.get();
  const std::int64_t left = options_.ticks - range->first;
  if (!together_ && range->first > 0) {
    auto passed = lead_->PassOver(0, 0, part);
    passed.all = true;
    return passed;
  }
  const auto length = static_cast<int>(range->ticks);
  return lead_->PassOver(length, AtMost(left, length + kSearch), part);
}

void Ranges::Passed(Range* range, const pmapi::Fetcher::Passed& passed) {
  range->rest = passed.all;
  range->ticks = passed.all ? options_.ticks - range->first : passed.ticks;
  if (passed.bytes > 0) {
    length_by_bytes_ = static_cast<std::int64_t>(options_.bytes) *
                       passed.ticks / static_cast<std::int64_t>(passed.bytes);
  }
  next_ = range->first + range->ticks;
  passing_ = false;
  ended_ |= range->failure.has_value();
}

void Ranges::Fetch(Range* range, const std::atomic<bool>& stop) {
  if (range->rest || range->failure) return;
  if (range->pieces.empty()) range->pieces.emplace_back();
  const Worker& worker = own_[range->thread].worker;
  auto done =
      Warm(*range, worker.fetcher.get(), &range->pieces.front().columns);
  std::int64_t left = range->ticks;
  std::size_t count = 0;
  for (; done && left > 0 && !stop.load(); ++count) {
    if (count == range->pieces.size()) range->pieces.emplace_back();
    Piece& piece = range->pieces[count];
    done = FetchInto(&piece.columns, AtMost(left, range->longest),
                     worker.fetcher.get());
    if (!done) break;
    Precompute(worker, &piece);
    left -= static_cast<std::int64_t>(piece.columns.stamps.size());
  }
  range->pieces.resize(count);
  if (!done) range->failure = done.error();
}

void Ranges::Finish(Range* range) {
  if (range->rest) return;
  range->fetched = true;
  ended_ |= range->failure.has_value();
}

base::Result<Piece*> Ranges::Take() {
  CHECK(CanTake());
  Range& range = ranges_.front();
  if (range.taken == range.pieces.size()) {
    CHECK(range.failure);
    return *range.failure;
  }
  return &range.pieces[range.taken++];
}

base::Result<Piece*> Ranges::TakeRest() {
  Range& range = ranges_.front();
  pmapi::Fetcher* part = own_[range.thread].worker.fetcher.get();
  pmapi::Columns* columns = &rest_.columns;
  if (!std::exchange(range.fetched, true)) {
    if (auto warm = Warm(range, part, columns); !warm) return warm.error();
  }
  const int ticks = AtMost(range.ticks, length_.value_or(kFirstTicks));
  auto fetched = FetchInto(columns, ticks, part);
  if (!fetched) return fetched.error();
  range.ticks -= static_cast<std::int64_t>(columns->stamps.size());
  return &rest_;
}

void Ranges::Release() {
  if (!CanTake()) return;
  Range& range = ranges_.front();
  if (range.taken < range.pieces.size() || range.failure) return;
  auto& spare = own_[range.thread].spare;
  if (spare.size() < kMostSpare) spare.push_back(std::move(range.pieces));
  ranges_.pop_front();
}

}  // namespace engine::schedule
