// A reader that follows what another one has noted, and goes on by itself.
#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

using tests::ArchiveImage;

/// Ten records, in two volumes, and a mark before the sixth.
ArchiveImage Image() {
  tests::ArchiveWriter writer = StageWriter();
  for (int t = 0; t < 10; ++t) {
    if (t == 5) writer.Mark(StageTime(t) + base::Duration{-1});
    if (t == 7) writer.NextVolume();
    writer.Record(StageTime(t),
                  {{"i", t}, {"dc", {{t % 3, t}, {3 + t % 3, 2 * t}}}});
  }
  return writer.Image();
}

/// Where the reader is, and what each of its metrics has ahead.
std::string Text(ReplayReader* reader) {
  std::string text = std::to_string(reader->last_t()) + " " +
                     std::to_string(reader->segment()) + " " +
                     std::to_string(reader->bytes_read()) + " " +
                     std::to_string(reader->ended());
  for (std::int32_t m = 0; m < 2; ++m) {
    const Track& track = reader->track(m);
    for (std::size_t k = 0; k < track.ahead_size(); ++k) {
      const Frame& frame = track.ahead(k);
      text += " " + std::to_string(frame.t) + ":";
      for (const InstanceId id : frame.layout->ids) {
        text += std::to_string(id) + ",";
      }
    }
  }
  if (reader->failure()) text += " " + reader->failure()->message;
  return text;
}

class TrailTest : public testing::Test {
 protected:
  void Open(const ArchiveImage& image) {
    for (auto* stage : {&lead_, &part_, &alone_}) {
      stage->emplace(image, std::vector<std::string>{"i", "dc"});
    }
  }
  void Step(std::optional<ReplayStage>* stage, int times) {
    for (int k = 0; k < times; ++k) (*stage)->reader().Step();
  }

  Trail trail_;
  std::optional<ReplayStage> lead_;
  std::optional<ReplayStage> part_;
  std::optional<ReplayStage> alone_;
};

TEST_F(TrailTest, HasWhatOneThatReadsAlone) {
  for (int before = 0; before < 11; ++before) {
    for (int noted = 0; noted < 11; ++noted) {
      Open(Image());
      Step(&lead_, before);
      Step(&alone_, before);
      part_->reader().StartFrom(lead_->reader());
      lead_->reader().Note(&trail_);
      Step(&lead_, noted);
      lead_->reader().Note(nullptr);
      part_->reader().Follow(&trail_, lead_->reader());
      for (int k = 0; k < 13; ++k) {
        EXPECT_EQ(Text(&part_->reader()), Text(&alone_->reader()))
            << before << " before, " << noted << " noted, step " << k;
        EXPECT_EQ(part_->reader().Step(), alone_->reader().Step());
      }
    }
  }
}

TEST_F(TrailTest, StandsAtTheRecordThatWasFollowedLast) {
  Open(Image());
  part_->reader().StartFrom(lead_->reader());
  lead_->reader().Note(&trail_);
  Step(&lead_, 11);
  part_->reader().Follow(&trail_, lead_->reader());
  for (int k = 0; k < 11; ++k) {
    Step(&part_, 1);
    Step(&alone_, 1);
    EXPECT_EQ(part_->reader().walker().record().place,
              alone_->reader().walker().record().place);
  }
}

TEST_F(TrailTest, EndsWithTheDamageThatTheOtherFound) {
  const ArchiveImage image = Image();
  const auto& volume = image.files.at("0");
  Open(With(image, "0", tests::Patch(volume, volume.size() - 4, {0xdeadbeef})));
  part_->reader().StartFrom(lead_->reader());
  lead_->reader().Note(&trail_);
  Step(&lead_, 20);
  part_->reader().Follow(&trail_, lead_->reader());
  Step(&part_, 20);
  Step(&alone_, 20);
  EXPECT_EQ(Text(&part_->reader()), Text(&alone_->reader()));
  EXPECT_TRUE(part_->reader().failure().has_value());
}

}  // namespace
}  // namespace pmapi
