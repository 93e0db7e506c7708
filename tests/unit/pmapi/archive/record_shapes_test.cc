// RecordShapes: only records with the very headers of one before are found.
#include "pmapi/archive/record_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace pmapi {
namespace {

using ::testing::IsNull;
using ::testing::NotNull;
using ::testing::SizeIs;

/// A record of version 2 with `sets` of metric, count and format, all values
/// zero.
class MadeRecord {
 public:
  struct Set {
    std::uint32_t metric;
    std::int32_t count;
    std::uint32_t format = 0;
  };

  explicit MadeRecord(const std::vector<Set>& sets) {
    const std::size_t header = DataHeaderSize(ArchiveVersion::k2);
    bytes_.resize(header);
    for (const Set& set : sets) {
      Append(set.metric);
      Append(static_cast<std::uint32_t>(set.count));
      if (set.count <= 0) continue;
      Append(set.format);
      bytes_.resize(bytes_.size() + 8 * static_cast<std::size_t>(set.count));
    }
    Append(0);  // the closing length, which nobody looks at here
    record_.bytes = base::Bytes(bytes_.data(), bytes_.size());
    record_.header_size = static_cast<std::int32_t>(header);
    record_.metric_count = static_cast<std::int32_t>(sets.size());
  }

  const Record& operator*() const { return record_; }

 private:
  void Append(std::uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }

  std::vector<std::uint8_t> bytes_;
  Record record_;
};

/// Three records as a volume has them, of which all have `size` as their
/// length.
std::vector<std::uint8_t> ThreeOf(const Record& record, std::uint32_t size) {
  std::vector<std::uint8_t> volume;
  for (int k = 0; k < 3; ++k) {
    volume.insert(volume.end(), record.bytes.begin(), record.bytes.end());
    for (std::size_t byte = 0; byte < 4; ++byte) {
      volume[volume.size() - record.bytes.size() + byte] =
          static_cast<std::uint8_t>(size >> (24 - 8 * byte));
    }
  }
  return volume;
}

/// Metric 2 is wanted, and nothing else.
std::int32_t Wanted(Pmid pmid) { return pmid == Pmid{2} ? 7 : -1; }

TEST(RecordShapes, NothingIsReadAheadThatIsNotThere) {
  RecordShapes shapes;
  const MadeRecord made({{1, 1}, {2, 40, 1}, {2, 3}});
  const auto size = static_cast<std::uint32_t>((*made).bytes.size());
  shapes.Learn(*made, Wanted);
  for (const std::uint32_t length :
       {0U, 1U, 4U, size - 1, size, size + 1, 2 * size, UINT32_MAX}) {
    const std::vector<std::uint8_t> volume = ThreeOf(*made, length);
    for (std::size_t end = 0; end <= volume.size(); ++end) {
      // So that what is behind it is nobody's.
      const std::vector<std::uint8_t> rest(volume.begin(),
                                           volume.begin() + end);
      shapes.FetchAhead(base::Bytes(rest.data(), rest.size()), true);
      shapes.FetchAhead(base::Bytes(rest.data(), rest.size()), false);
    }
  }
  EXPECT_THAT(shapes.Find(*made), NotNull()) << "it is known as before";
}

TEST(RecordShapes, LikelyBlocksAreWithinTheRecord) {
  const MadeRecord made({{2, 3, 1}});
  const Record& record = *made;
  std::array<std::uint8_t, 24> pairs{};
  ValueSet set;
  set.count = 3;
  set.values = pairs.data();
  EXPECT_TRUE(LikelyBlocks(record, set).empty()) << "before its beginning";
  pairs.fill(0xff);
  EXPECT_TRUE(LikelyBlocks(record, set).empty()) << "behind its end";
  pairs.fill(0);
  pairs[7] = 2;
  EXPECT_EQ(LikelyBlocks(record, set).data(), record.bytes.data());
  EXPECT_EQ(LikelyBlocks(record, set).size(), 36u);
  pairs[7] = 7;
  const base::Bytes blocks = LikelyBlocks(record, set);
  EXPECT_EQ(blocks.data(), record.bytes.data() + 20);
  EXPECT_EQ(blocks.size(), record.bytes.size() - 20) << "no further";
}

TEST(RecordShapes, AKnownShapeGivesItsWantedSets) {
  RecordShapes shapes;
  const MadeRecord first({{1, 1}, {2, 3, 1}, {3, -5}, {2, 0}, {4, 1}});
  EXPECT_THAT(shapes.Find(*first), IsNull());
  shapes.Learn(*first, Wanted);
  const MadeRecord again({{1, 1}, {2, 3, 1}, {3, -5}, {2, 0}, {4, 1}});
  const auto* found = shapes.Find(*again);
  ASSERT_THAT(found, NotNull());
  ASSERT_THAT(*found, SizeIs(1));
  const WantedSet& one = found->front();
  EXPECT_EQ(one.subscription, 7);
  EXPECT_EQ(one.set.count, 3);
  EXPECT_EQ(one.set.format, ValueFormat::kBlock);
  const std::size_t header = DataHeaderSize(ArchiveVersion::k2);
  EXPECT_EQ(one.start, header + 20);
  EXPECT_EQ(one.end, header + 20 + kSetHeaderSize + 24);
}

TEST(RecordShapes, EveryHeaderCounts) {
  RecordShapes shapes;
  shapes.Learn(*MadeRecord({{1, 1}, {2, 2, 1}, {3, -5}}), Wanted);
  const MadeRecord other_metric({{9, 1}, {2, 2, 1}, {3, -5}});
  const MadeRecord other_format({{1, 1}, {2, 2, 0}, {3, -5}});
  const MadeRecord other_error({{1, 1}, {2, 2, 1}, {3, -6}});
  const MadeRecord other_counts({{1, 2}, {2, 1, 1}, {3, -5}});
  const MadeRecord one_more({{1, 1}, {2, 2, 1}, {3, -5}, {4, 0}});
  for (const MadeRecord* other :
       {&other_metric, &other_format, &other_error, &other_counts, &one_more}) {
    EXPECT_THAT(shapes.Find(**other), IsNull());
  }
  EXPECT_THAT(shapes.Find(*MadeRecord({{1, 1}, {2, 2, 1}, {3, -5}})),
              NotNull());
}

TEST(RecordShapes, TheLatestOfShapesThatLookAlikeIsKept) {
  RecordShapes shapes;
  const MadeRecord a({{1, 1}, {2, 2}});
  const MadeRecord b({{1, 2}, {2, 1}});
  shapes.Learn(*a, Wanted);
  shapes.Learn(*b, Wanted);
  EXPECT_THAT(shapes.Find(*a), IsNull());
  EXPECT_THAT(shapes.Find(*b), NotNull());
}

TEST(RecordShapes, LoggersThatTakeTurnsAreAllKnown) {
  RecordShapes shapes;
  for (int round = 0; round < 2; ++round) {
    for (int i = 1; i <= 8; ++i) {
      const MadeRecord one({{1, i}});
      const auto* found = shapes.Find(*one);
      if (round == 1) {
        EXPECT_THAT(found, NotNull()) << i;
      } else {
        EXPECT_THAT(found, IsNull()) << i;
        shapes.Learn(*one, Wanted);
      }
    }
  }
}

TEST(RecordShapes, RecordsThatNeverRepeatAreGivenUp) {
  RecordShapes shapes;
  for (int i = 1; i <= 100; ++i) {
    const MadeRecord one({{1, i}});
    EXPECT_THAT(shapes.Find(*one), IsNull());
    shapes.Learn(*one, Wanted);
  }
  const MadeRecord last({{1, 100}});
  EXPECT_THAT(shapes.Find(*last), IsNull());
}

}  // namespace
}  // namespace pmapi
