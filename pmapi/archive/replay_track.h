// Track: the frames of one metric around the current tick: the last one at or
// before it and those that have been read ahead.
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_TRACK_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_TRACK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pmapi/archive/replay_frame.h"

namespace pmapi {

/// A queue of frames that keeps its frames' memory. A frame's address holds
/// until it is dropped.
class Track {
 public:
  /// Null before the first.
  Frame* prior() const { return has_prior_ ? prior_ : nullptr; }
  bool ahead_empty() const { return begin_ == end_; }
  std::size_t ahead_size() const { return end_ - begin_; }
  Frame& ahead(std::size_t i) const { return *ring_[Slot(begin_ + i)]; }
  Frame& newest() const { return *ring_[Slot(end_ - 1)]; }

  /// A frame to be filled in, behind all others.
  Frame& Push() {
    if (ahead_size() == ring_.size()) Grow();
    Frame& frame = *ring_[Slot(end_++)];
    frame.decoding = Decoding::kNone;
    return frame;
  }
  /// The newest, to be filled in again.
  Frame& Renew() {
    newest().decoding = Decoding::kNone;
    return newest();
  }
  void PopNewest() { --end_; }

  /// The first frame ahead becomes the prior one. REQUIRES: !ahead_empty().
  void Advance() {
    std::swap(prior_, ring_[Slot(begin_++)]);
    has_prior_ = true;
  }

  /// Becomes as `other`, with the layouts that `own` gives for its own.
  template <typename F>
  void StartFrom(const Track& other, F own) {
    begin_ = end_ = 0;
    for (std::size_t i = 0; i < other.ahead_size(); ++i) {
      Copy(other.ahead(i), own, &Push());
    }
    has_prior_ = other.has_prior_;
    if (has_prior_) {
      if (ring_.empty()) Grow();
      Copy(*other.prior_, own, prior_);
    }
    hint = own(other.hint);
    pairs = {};
    in_row = other.in_row;
    format_known = other.format_known;
    in_situ = other.in_situ;
  }

  /// The layout that the next frame most likely has.
  LayoutRef hint;
  /// The pairs of the newest set whose values are in blocks, while its volume
  /// is open, and whether those blocks lie in a row: the next set most likely
  /// has the same bytes, and then needs no look at each.
  std::span<const std::uint8_t> pairs;
  bool in_row = false;
  /// Of FLOAT: whether its sets are in situ; all must be as the first.
  bool format_known = false;
  bool in_situ = false;

 private:
  template <typename F>
  static void Copy(const Frame& from, F own, Frame* to) {
    *to = from;
    to->layout = own(from.layout);
  }
  std::size_t Slot(std::size_t i) const { return i & (ring_.size() - 1); }
  void Grow();
  void AddFrames(std::size_t count);

  std::vector<std::unique_ptr<Frame[]>> frames_;  // of each growth
  Frame* prior_ = nullptr;                        // there once the ring is
  bool has_prior_ = false;
  std::vector<Frame*> ring_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_TRACK_H_
