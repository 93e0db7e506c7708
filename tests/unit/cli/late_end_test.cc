// Which ticks are in a window whose end is not known yet.
#include "cli/late_end.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using tests::At;

class LateEndTest : public testing::Test {
 protected:
  void Open(const tests::ArchiveImage& image, double part) {
    WritePacked(image, folder_ / "x", part);
    pmapi::ArchiveReadingOptions options;
    options.threads = 2;
    options.damaged_volumes = true;
    ASSERT_EQ(archives_.Open({folder_ / "x"}, options), nullptr);
    ASSERT_TRUE(archives_.one_ends_later());
    window_.first = archives_.start();
  }

  tests::TemporaryFolder folder_;
  Archives archives_;
  pmapi::notation::TimeWindow window_{{}, pmapi::notation::kNoEnd, {}, ""};
};

TEST_F(LateEndTest, IncludesWhatIsNotAfterTheLastRecord) {
  Open(SmallImage(), 1);
  LateEnd end(&archives_, &window_, base::Duration{base::kNanosPerSecond});
  EXPECT_TRUE(end.Includes(At(kSmallStart)));
  EXPECT_EQ(window_.end, pmapi::notation::kNoEnd);
  EXPECT_TRUE(end.Includes(At(kSmallStart + 20)));
  EXPECT_EQ(window_.end, At(kSmallStart + 20)) << "a tick is close to it";
  EXPECT_FALSE(end.Includes(At(kSmallStart + 21)));
  EXPECT_EQ(end.failure(), nullptr);
  EXPECT_FALSE(archives_.ends_later());
}

TEST_F(LateEndTest, EndsWithTheLastRecordBeforeDamage) {
  Open(LongImage(), 0.5);
  LateEnd end(&archives_, &window_, base::Duration{base::kNanosPerSecond});
  EXPECT_TRUE(end.Includes(At(kSmallStart + 100)));
  EXPECT_FALSE(end.Includes(At(kSmallStart + 400)));
  ASSERT_NE(end.failure(), nullptr);
  EXPECT_NE(end.failure()->error.message.find("cannot be unpacked"),
            std::string::npos);
  EXPECT_LT(window_.end, At(kSmallStart + 300));
  EXPECT_TRUE(end.Includes(window_.end));
}

}  // namespace
}  // namespace cli
