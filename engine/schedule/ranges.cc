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

/// The tick before a range, with which its first is compared. It is fetched
/// into `columns`, which keep but their memory.
base::Result<void> Warm(const Range& range, pmapi::Fetcher* part,
                        pmapi::Columns* columns) {
  if (range.first == 0) return {};
  return part->Next(1, columns);
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
  auto& part = own_[range->thread].part;
  if (part == nullptr) {
    auto opened = open_();
    if (!opened) {
      range->failure = opened.error();
      return {range->ticks};
    }
    part = *std::move(opened);
  }
  const std::int64_t left = options_.ticks - range->first;
  if (!together_ && range->first > 0) {
    auto passed = lead_->PassOver(0, 0, part.get());
    passed.all = true;
    return passed;
  }
  const auto length = static_cast<int>(range->ticks);
  return lead_->PassOver(length, AtMost(left, length + kSearch), part.get());
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
  pmapi::Fetcher* part = own_[range->thread].part.get();
  auto done = Warm(*range, part, &range->pieces.front());
  std::int64_t left = range->ticks;
  std::size_t piece = 0;
  for (; done && left > 0 && !stop.load(); ++piece) {
    if (piece == range->pieces.size()) range->pieces.emplace_back();
    pmapi::Columns& columns = range->pieces[piece];
    done = part->Next(AtMost(left, range->longest), &columns);
    // They view what the part fetches next; that of archives was due then.
    columns.fetched.clear();
    if (!done) break;
    left -= static_cast<std::int64_t>(columns.stamps.size());
  }
  range->pieces.resize(piece);
  if (!done) range->failure = done.error();
}

void Ranges::Finish(Range* range) {
  if (range->rest) return;
  range->fetched = true;
  ended_ |= range->failure.has_value();
}

base::Result<void> Ranges::Take(pmapi::Columns* columns) {
  CHECK(CanTake());
  Range& range = ranges_.front();
  if (range.taken == range.pieces.size()) {
    CHECK(range.failure);
    return *range.failure;
  }
  std::swap(*columns, range.pieces[range.taken++]);
  if (range.taken == range.pieces.size() && !range.failure) Drop(&range);
  return {};
}

base::Result<void> Ranges::TakeRest(pmapi::Columns* columns) {
  Range& range = ranges_.front();
  pmapi::Fetcher* part = own_[range.thread].part.get();
  if (!std::exchange(range.fetched, true)) {
    if (auto warm = Warm(range, part, columns); !warm) return warm;
  }
  const int ticks = AtMost(range.ticks, length_.value_or(kFirstTicks));
  auto fetched = part->Next(ticks, columns);
  if (!fetched) return fetched;
  columns->fetched.clear();
  range.ticks -= static_cast<std::int64_t>(columns->stamps.size());
  return {};
}

/// Its blocks are filled again, and so keep their memory.
void Ranges::Drop(Range* range) {
  own_[range->thread].spare.push_back(std::move(range->pieces));
  ranges_.pop_front();
}

}  // namespace engine::schedule
