// What is inside a record, good and damaged.
#include "pmapi/archive/record.h"

#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using tests::ArchiveWriter;
using tests::At;
using tests::FileBytes;

constexpr InDom kDisks{0x0f000001};

class Records : public testing::TestWithParam<ArchiveVersion> {
 protected:
  Records() : writer_({.version = GetParam()}) {
    const auto metric = [&](const char* name, std::uint32_t pmid, Type type,
                            InDom indom) {
      writer_.Metric(name, {Pmid{pmid}, type, indom, Semantics::kInstant, {}});
    };
    metric("i32", 1, Type::k32, kNullInDom);
    metric("u32", 2, Type::kU32, kDisks);
    metric("i64", 3, Type::k64, kNullInDom);
    metric("u64", 4, Type::kU64, kDisks);
    metric("float", 5, Type::kFloat, kNullInDom);
    metric("double", 6, Type::kDouble, kNullInDom);
    metric("string", 7, Type::kString, kNullInDom);
  }

  /// A record with `sets`, its bytes changed by `wound`.
  template <typename Wound>
  void Load(const std::vector<tests::ValuesOf>& sets, Wound wound) {
    const std::size_t start = writer_.Image().files.at("0").size();
    writer_.Record(At(1'000'000'001), sets);
    bytes_ = wound(tests::Cut(writer_.Image().files.at("0"), 0, start));
    record_.bytes = bytes_;
    record_.header_size = static_cast<std::int32_t>(DataHeaderSize(GetParam()));
    record_.metric_count = static_cast<std::int32_t>(
        base::LoadBig32(bytes_.data() + record_.header_size - 4));
  }
  void Load(const std::vector<tests::ValuesOf>& sets) {
    Load(sets, [](FileBytes bytes) { return bytes; });
  }
  /// Where the value sets begin.
  std::size_t sets() const { return DataHeaderSize(GetParam()); }
  bool Good() const { return CheckRecord(record_, "x").has_value(); }

  ArchiveWriter writer_;
  FileBytes bytes_;
  Record record_;
};

TEST_P(Records, HaveSetsInOrder) {
  Load({{"i32", -7},
        tests::Absent("string", -12351),
        {"u32", {{3, 30}, {-4, 4'000'000'000}}},
        tests::Absent("double")});
  EXPECT_TRUE(Good());
  ValueSets sets(record_);
  ValueSet set;
  ASSERT_TRUE(sets.Next(&set));
  EXPECT_EQ(set.pmid, Pmid{1});
  EXPECT_EQ(set.count, 1);
  EXPECT_EQ(set.format, ValueFormat::kInSitu);
  EXPECT_EQ(set.instance(0), kNullInstance);
  EXPECT_EQ(static_cast<std::int32_t>(set.word(0)), -7);
  ASSERT_TRUE(sets.Next(&set));
  EXPECT_EQ(set.count, -12351);
  ASSERT_TRUE(sets.Next(&set));
  EXPECT_EQ(set.count, 2);
  EXPECT_EQ(set.instance(1), -4);
  EXPECT_EQ(set.word(1), 4'000'000'000u);
  ASSERT_TRUE(sets.Next(&set));
  EXPECT_EQ(set.count, 0);
  EXPECT_FALSE(sets.Next(&set));
  EXPECT_FALSE(sets.damaged());
}

TEST_P(Records, HaveBlocks) {
  Load({{"i64", std::int64_t{-5}}, {"double", 0.5}, {"string", "hello"}});
  EXPECT_TRUE(Good());
  ValueSets sets(record_);
  ValueSet set;
  ValueBlock block;
  ASSERT_TRUE(sets.Next(&set));
  ASSERT_TRUE(LoadBlock(record_, set.word(0), &block));
  EXPECT_EQ(block.type, 2);
  ASSERT_EQ(block.payload.size(), 8u);
  EXPECT_EQ(static_cast<std::int64_t>(base::LoadBig64(block.payload.data())),
            -5);
  ASSERT_TRUE(sets.Next(&set));
  ASSERT_TRUE(LoadBlock(record_, set.word(0), &block));
  EXPECT_EQ(block.type, 5);
  EXPECT_EQ(base::LoadBig64(block.payload.data()), 0x3fe0000000000000u);
  ASSERT_TRUE(sets.Next(&set));
  ASSERT_TRUE(LoadBlock(record_, set.word(0), &block));
  EXPECT_EQ(block.type, 6);
  EXPECT_EQ(std::string(block.payload.begin(), block.payload.end()),
            std::string("hello\0", 6));
}

TEST_P(Records, RefuseBlocksOutsideThem) {
  Load({{"i64", 1}});
  ValueBlock block;
  const auto size = static_cast<std::uint32_t>(bytes_.size());
  const std::uint32_t word = (size - 16) / 4 + 2;
  EXPECT_TRUE(LoadBlock(record_, word, &block));
  for (const std::uint32_t outside :
       {0u, 1u, word + 3, word + 4, 0x3fffffffu, 0x80000000u, 0xffffffffu}) {
    EXPECT_FALSE(LoadBlock(record_, outside, &block)) << outside;
  }
}

TEST_P(Records, ThatCountTooManyInstancesAreDamaged) {
  for (const std::uint32_t count : {3u, 0x10000000u, 0x7fffffffu}) {
    Load({{"u32", {{3, 30}, {4, 40}}}}, [&](FileBytes bytes) {
      return tests::Patch(bytes, sets() + 4, {count});
    });
    EXPECT_FALSE(Good()) << count;
  }
}

TEST_P(Records, ThatCountTooFewAreDamaged) {
  Load({{"u32", {{3, 30}, {4, 40}}}},
       [&](FileBytes bytes) { return tests::Patch(bytes, sets() + 4, {1}); });
  EXPECT_FALSE(Good()) << "8 bytes belong to nothing";
}

TEST_P(Records, OfAnUnknownValueFormatAreDamaged) {
  for (const std::uint32_t format : {0u, 1u, 2u, 3u}) {
    Load({{"i64", 1}}, [&](FileBytes bytes) {
      return tests::Patch(bytes, sets() + 8, {format});
    });
    EXPECT_EQ(Good(), format == 1 || format == 2) << format;
  }
}

// All as pmdumplog judges them: the padded sizes of all blocks must add up.
TEST_P(Records, MustBeAsLongAsTheirBlocks) {
  const auto with_block_size = [&](std::uint32_t size) {
    Load({{"string", "hello"}, {"string", "world"}}, [&](FileBytes bytes) {
      return tests::Patch(bytes, sets() + 40, {6u << 24 | size});
    });
    return Good();
  };
  EXPECT_TRUE(with_block_size(10));
  EXPECT_TRUE(with_block_size(9)) << "both take 12 bytes";
  EXPECT_FALSE(with_block_size(8));
  EXPECT_FALSE(with_block_size(13));
  EXPECT_FALSE(with_block_size(3)) << "less than its own head";
}

INSTANTIATE_TEST_SUITE_P(Versions, Records,
                         testing::Values(ArchiveVersion::k2,
                                         ArchiveVersion::k3));

}  // namespace
}  // namespace pmapi
