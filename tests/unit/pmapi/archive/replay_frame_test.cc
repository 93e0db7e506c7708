// Value sets decoded: every type, the order of lanes, and damage with its byte.
#include "pmapi/archive/replay_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <optional>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using tests::At;
using tests::FileBytes;
using tests::InstanceValue;

constexpr InDom kDisks{0x0f000001};
constexpr std::size_t kLabel = 808;
/// In the record: values after its header and the set's, 8 bytes each.
constexpr std::size_t kValues = 20 + 12;

/// A metric's set in the only record of an archive, which may be wounded.
class Decoded {
 public:
  Decoded(Type type, const std::vector<InstanceValue>& values) : type_(type) {
    tests::ArchiveWriter writer;
    writer.Metric("d", {Pmid{1}, type, kDisks, Semantics::kInstant, {}});
    writer.Record(At(1'000'000'000), {{"d", values}});
    const FileBytes volume = writer.Image().files.at("0");
    bytes_ = tests::Cut(volume, 0, kLabel);
  }
  void Patch(std::size_t at, std::initializer_list<std::uint32_t> words) {
    bytes_ = tests::Patch(bytes_, at, words);
  }

  /// Decodes what candidates 1, 2 and 3 have.
  bool Decode() {
    frame_ = {};
    frame_.record.bytes = bytes_;
    frame_.record.header_size = 20;
    frame_.record.metric_count = 1;
    CHECK(ValueSets(frame_.record).Next(&frame_.set));
    LayoutTable table({1, 2, 3});
    frame_.layout = table.Find(frame_.set, nullptr);
    return DecodeFrame(type_, &frame_);
  }
  const Frame& frame() const { return frame_; }
  const std::vector<std::uint64_t>& bits() {
    EXPECT_TRUE(Decode());
    EXPECT_EQ(frame_.decoding, Decoding::kDone);
    return frame_.bits;
  }

  Type type_;
  FileBytes bytes_;
  Frame frame_;
};

std::uint64_t Bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

TEST(FormatFits, OnlyTheFormatsInWhichATypeIsWritten) {
  struct Line {
    Type type;
    bool in_situ, block;
  };
  for (const Line& line : {Line{Type::k32, true, false},
                           {Type::kU32, true, false},
                           {Type::kFloat, true, true},
                           {Type::k64, false, true},
                           {Type::kU64, false, true},
                           {Type::kDouble, false, true},
                           {Type::kString, false, true},
                           {Type::kAggregate, false, true},
                           {Type::kAggregateStatic, false, true},
                           {Type::kEvent, false, true},
                           {Type::kHighresEvent, false, true},
                           {Type::kNoSupport, false, false},
                           {Type::kUnknown, false, false}}) {
    EXPECT_EQ(FormatFits(line.type, ValueFormat::kInSitu), line.in_situ);
    EXPECT_EQ(FormatFits(line.type, ValueFormat::kBlock), line.block);
    EXPECT_EQ(FormatFits(line.type, ValueFormat::kStatic), line.block);
  }
}

TEST(Frames, ExtendTheSignOf32Bits) {
  Decoded of32(Type::k32, {{1, -7}, {2, 7}});
  EXPECT_THAT(of32.bits(), ElementsAre(Bits(-7), 7));
  Decoded of_u32(Type::kU32, {{1, std::int64_t{4294967289}}});
  EXPECT_THAT(of_u32.bits(), ElementsAre(4294967289u));
}

TEST(Frames, TakeBlocksOf64Bits) {
  Decoded of64(Type::k64, {{1, std::int64_t{-7}}, {2, std::int64_t{7}}});
  EXPECT_THAT(of64.bits(), ElementsAre(Bits(-7), 7));
  Decoded of_double(Type::kDouble, {{1, 0.5}});
  EXPECT_THAT(of_double.bits(), ElementsAre(0x3fe0000000000000u));
}

TEST(Frames, HaveFloatsInTheLowHalf) {
  Decoded blocks(Type::kFloat, {{1, 0.5}, {2, -2.0}});
  EXPECT_THAT(blocks.bits(), ElementsAre(0x3f000000u, 0xc0000000u));
  Decoded in_situ(Type::kU32, {{1, std::int64_t{0xc0000000}}});
  in_situ.type_ = Type::kFloat;
  EXPECT_THAT(in_situ.bits(), ElementsAre(0xc0000000u));
}

TEST(Frames, AreInTheOrderOfLanesWhateverTheSetsIs) {
  for (const Type type : {Type::kU32, Type::kU64}) {
    Decoded frame(type, {{3, 30}, {9, 90}, {1, 10}});
    EXPECT_THAT(frame.bits(), ElementsAre(10, 30));
    EXPECT_THAT(frame.frame().layout->ids, ElementsAre(1, 3));
  }
  Decoded texts(Type::kString, {{2, "b"}, {1, "a"}});
  EXPECT_TRUE(texts.Decode());
  EXPECT_EQ(texts.frame().texts[texts.frame().bits[0]], "a");
  EXPECT_EQ(texts.frame().texts[texts.frame().bits[1]], "b");
}

TEST(Frames, MayHaveTheirBlocksInAnyOrder) {
  Decoded frame(Type::kU64, {{1, 10}, {2, 20}});
  // The blocks begin after two values: at byte 48, 12 bytes each; words are
  // counted from two before the record.
  frame.Patch(kValues + 4, {60 / 4 + 2});
  frame.Patch(kValues + 12, {48 / 4 + 2});
  EXPECT_THAT(frame.bits(), ElementsAre(20, 10));
  frame.Patch(kValues + 4, {48 / 4 + 2});
  EXPECT_THAT(frame.bits(), ElementsAre(10, 10)) << "one block for both";
}

TEST(Frames, HaveTextsUpToTheFirstNul) {
  Decoded frame(Type::kString, {{1, "ab"}, {2, "ab"}, {3, ""}});
  EXPECT_TRUE(frame.Decode());
  EXPECT_THAT(frame.frame().texts, ElementsAre("ab", ""));
  EXPECT_THAT(frame.frame().bits, ElementsAre(0, 0, 1));
  Decoded cut(Type::kString, {{1, std::string("a\0b", 3)}});
  EXPECT_TRUE(cut.Decode());
  EXPECT_THAT(cut.frame().texts, ElementsAre("a"));
}

TEST(Frames, AreDamagedByABlockOfAnotherTypeOrSize) {
  // Of the second value: its block's head is at byte 60.
  const auto good = [](std::uint32_t head) {
    Decoded frame(Type::kU64, {{1, 10}, {2, 20}});
    frame.Patch(60, {head});
    const bool decoded = frame.Decode();
    EXPECT_EQ(frame.frame().decoding,
              decoded ? Decoding::kDone : Decoding::kDamaged);
    if (!decoded) {
      EXPECT_EQ(frame.frame().damage, kValues + 8 + 4);
    }
    return decoded;
  };
  EXPECT_TRUE(good(3u << 24 | 12));
  EXPECT_TRUE(good(12)) << "old writers leave the type out";
  EXPECT_FALSE(good(2u << 24 | 12));
  EXPECT_FALSE(good(3u << 24 | 11));
  EXPECT_FALSE(good(3u << 24 | 13)) << "and it would be beyond the record";
  EXPECT_FALSE(good(3u << 24 | 8));
}

TEST(Frames, AreDamagedByABlockElsewhere) {
  for (const Type type : {Type::kDouble, Type::kString}) {
    for (const std::uint32_t word : {0u, 1u, 1000u, 0xffffffffu}) {
      Decoded frame(type, type == Type::kString
                              ? std::vector<InstanceValue>{{1, "a"}}
                              : std::vector<InstanceValue>{{1, 1.5}});
      frame.Patch(kValues + 4, {word});
      EXPECT_FALSE(frame.Decode()) << word;
      EXPECT_EQ(frame.frame().damage, kValues + 4);
    }
  }
}

TEST(Frames, AreNotDamagedByWhatNobodyAsksFor) {
  Decoded frame(Type::kU64, {{1, 10}, {9, 90}});
  frame.Patch(kValues + 8 + 4, {1});
  EXPECT_THAT(frame.bits(), ElementsAre(10));
}

TEST(Frames, AreDecodedOnce) {
  Decoded decoded(Type::kU32, {{1, 10}});
  EXPECT_TRUE(decoded.Decode());
  Frame frame = decoded.frame();
  frame.bits[0] = 99;
  EXPECT_TRUE(DecodeFrame(Type::kU32, &frame));
  EXPECT_THAT(frame.bits, ElementsAre(99));
  frame.decoding = Decoding::kDamaged;
  EXPECT_FALSE(DecodeFrame(Type::kU32, &frame));
}

TEST(Frames, MayHaveNoLaneThatAnyoneWants) {
  for (const Type type : {Type::kU32, Type::kU64, Type::kFloat}) {
    Decoded frame(type, {{9, 90}});
    EXPECT_TRUE(frame.bits().empty());
  }
}

}  // namespace
}  // namespace pmapi
