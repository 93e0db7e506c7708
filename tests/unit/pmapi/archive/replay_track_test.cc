// The queue of frames: what is the prior one, what is ahead, what stays put.
#include "pmapi/archive/replay_track.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

void PushAt(Track* track, double t) { track->Push().t = t; }

TEST(Tracks, BeginEmpty) {
  const Track track;
  EXPECT_EQ(track.prior(), nullptr);
  EXPECT_TRUE(track.ahead_empty());
  EXPECT_EQ(track.ahead_size(), 0u);
}

TEST(Tracks, HandFramesOutInTheirOrder) {
  Track track;
  for (int t = 1; t <= 3; ++t) PushAt(&track, t);
  EXPECT_EQ(track.ahead_size(), 3u);
  EXPECT_EQ(track.ahead(0).t, 1);
  EXPECT_EQ(track.ahead(2).t, 3);
  EXPECT_EQ(track.newest().t, 3);
  track.Advance();
  EXPECT_EQ(track.prior()->t, 1);
  EXPECT_EQ(track.ahead(0).t, 2);
  track.Advance();
  track.Advance();
  EXPECT_EQ(track.prior()->t, 3);
  EXPECT_TRUE(track.ahead_empty());
}

TEST(Tracks, ForgetTheNewest) {
  Track track;
  for (int t = 1; t <= 2; ++t) PushAt(&track, t);
  track.PopNewest();
  EXPECT_EQ(track.newest().t, 1);
  track.PopNewest();
  EXPECT_TRUE(track.ahead_empty());
  PushAt(&track, 5);
  EXPECT_EQ(track.ahead(0).t, 5);
}

TEST(Tracks, GrowWithoutMovingAFrameOrMixingThemUp) {
  Track track;
  for (int t = 0; t < 3; ++t) PushAt(&track, t);
  track.Advance();
  track.Advance();  // so that the ring begins in its middle
  const Frame* prior = track.prior();
  const Frame* first = &track.ahead(0);
  for (int t = 3; t < 100; ++t) PushAt(&track, t);
  EXPECT_EQ(track.prior(), prior);
  EXPECT_EQ(&track.ahead(0), first);
  ASSERT_EQ(track.ahead_size(), 98u);
  for (std::size_t i = 0; i < 98; ++i) {
    EXPECT_EQ(track.ahead(i).t, 2.0 + static_cast<double>(i));
  }
}

TEST(Tracks, UseFramesAgainButNotAsDecoded) {
  Track track;
  for (int t = 0; t < 20; ++t) {
    Frame& frame = track.Push();
    EXPECT_EQ(frame.decoding, Decoding::kNone) << t;
    frame.decoding = t % 2 == 0 ? Decoding::kDone : Decoding::kDamaged;
    track.Advance();
  }
}

}  // namespace
}  // namespace pmapi
