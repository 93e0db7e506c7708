// Parts are walked in any order and joined in that of the records.
#include "pmapi/archive/survey_parts.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "base/quiet_thread.h"

namespace pmapi {
namespace {

/// More wait for memory only.
constexpr int kMostThreads = 8;

class Parts {
 public:
  /// `bounds`: where each part begins in the volume, and the last one ends.
  Parts(std::vector<std::uint64_t> bounds, SurveyWalk* whole)
      : whole_(*whole),
        walker_(whole->walker()),
        bounds_(std::move(bounds)),
        walked_(bounds_.size() - 1) {}

  std::size_t size() const { return walked_.size(); }

  /// Walks parts that nobody has begun until there are none.
  void Work() {
    for (std::size_t i = 0; !stop_ && (i = next_++) < size();) {
      auto part = std::make_unique<SurveyWalk>(&whole_);
      part->WalkPart(walker_, bounds_[i], bounds_[i + 1]);
      const std::lock_guard lock(mutex_);
      walked_[i] = std::move(part);
      Join();
    }
  }

 private:
  /// What has been walked without a gap.
  void Join() {
    while (!stop_ && joined_ < size() && walked_[joined_] != nullptr) {
      const auto part = std::move(walked_[joined_++]);
      stop_ = !whole_.Join(part.get()) || whole_.ended();
    }
  }

  SurveyWalk& whole_;
  const RecordWalker walker_;
  const std::vector<std::uint64_t> bounds_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // of the whole, too
  std::vector<std::unique_ptr<SurveyWalk>> walked_;
  std::size_t joined_ = 0;
};

}  // namespace

void WalkTogether(const SurveyOptions& options, SurveyWalk* walk) {
  if (walk->walker().rest().size() < 2 * options.part_bytes) return;
  Parts parts(walk->walker().Waypoints(options.part_bytes), walk);
  const std::size_t threads = std::min<std::size_t>(
      {parts.size(), kMostThreads, static_cast<std::size_t>(options.threads)});
  if (threads < 2) return;
  std::deque<base::QuietThread> others;
  for (std::size_t i = 1; i < threads; ++i) {
    if (others.emplace_back().Begin([&parts] { parts.Work(); }) != 0) break;
  }
  parts.Work();
}

}  // namespace pmapi
