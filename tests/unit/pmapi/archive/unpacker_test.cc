// One file unpacked piece by piece: how far, and what keeps it from more.
#include "pmapi/archive/unpacker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>
#include <limits>

#include "tests/support/archive_image.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/stored_gzip.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::HasSubstr;

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

class UnpackerTest : public testing::Test {
 protected:
  std::unique_ptr<Unpacker> Open(const std::string& packed,
                                 std::uint64_t most = kAny) {
    std::ofstream(path_, std::ios::binary) << packed;
    auto unpacker = Unpacker::Open(path_, most);
    EXPECT_TRUE(unpacker) << unpacker.error().message;
    return unpacker ? *std::move(unpacker) : nullptr;
  }
  /// What keeps it from its end, if something does.
  static base::Result<void> ToItsEnd(Unpacker* unpacker) {
    while (!unpacker->ended()) {
      if (auto step = unpacker->Step(); !step) return step;
    }
    return {};
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "x.gz";
};

TEST_F(UnpackerTest, AppendsPieceByPiece) {
  const auto unpacker = Open(tests::StoredGzip(std::string(1 << 20, 'a')));
  ASSERT_NE(unpacker, nullptr);
  EXPECT_EQ(unpacker->size(), 0u);
  ASSERT_TRUE(unpacker->Step());
  EXPECT_GT(unpacker->size(), 0u);
  EXPECT_LT(unpacker->size(), 1u << 20);
  ASSERT_TRUE(ToItsEnd(&*unpacker));
  EXPECT_EQ(unpacker->size(), 1u << 20);
}

TEST_F(UnpackerTest, KeepsWhatStandsBeforeDamage) {
  const std::string block(tests::kMostStored, 'a');
  const auto unpacker =
      Open(tests::GzipHeader() + tests::StoredBlock(block, false) +
           tests::StoredBlock(block, false) + std::string(16, '\xff'));
  ASSERT_NE(unpacker, nullptr);
  const auto done = ToItsEnd(&*unpacker);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(done.error().message, HasSubstr(path_ + ": cannot be unpacked"));
  EXPECT_GT(unpacker->size(), 0u);
}

TEST_F(UnpackerTest, StopsAtTheMost) {
  const auto unpacker = Open(tests::StoredGzip("aaa"), 2);
  ASSERT_NE(unpacker, nullptr);
  const auto done = ToItsEnd(&*unpacker);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("unpacks to more than 2 bytes"));
  EXPECT_EQ(unpacker->size(), 0u);
}

TEST_F(UnpackerTest, TellsOfADiskThatIsFull) {
  const auto unpacker = Open(tests::StoredGzip(std::string(1 << 20, 'a')));
  ASSERT_NE(unpacker, nullptr);
  const tests::FileSizeLimit full(1 << 18);
  const auto done = ToItsEnd(&*unpacker);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kSystem);
  EXPECT_EQ(done.error().system_errno, EFBIG);
}

TEST(MostUnpackedTest, IsWhatArchivesCanBe) {
  constexpr std::uint64_t kMib = 1 << 20;
  EXPECT_EQ(MostUnpacked(0), 512 * kMib);
  EXPECT_EQ(MostUnpacked(360'000), 512 * kMib);
  EXPECT_EQ(MostUnpacked(kMib), 1000 * kMib);
  EXPECT_EQ(MostUnpacked(10 * kMib), 2048 * kMib);
  EXPECT_EQ(MostUnpacked(50 * kMib), 5000 * kMib);
}

}  // namespace
}  // namespace pmapi
