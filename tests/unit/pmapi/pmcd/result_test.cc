// Values in results that a real pmcd has sent, and in some that none would.
#include "pmapi/pmcd/result.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/support/archive_writer.h"
#include "tests/support/pmcd_recording.h"

namespace pmapi::pmcd {
namespace {

using base::ErrorCode;
using tests::FromHex;
using tests::PduOf;

const std::vector<Pmid> kAsked = {
    Pmid{0x07400006}, Pmid{0x0740001f}, Pmid{0x07400010}, Pmid{0x07400015},
    Pmid{0x0740001a}, Pmid{0x007fffff}, Pmid{0x07400014}};

class Results : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    bytes_ = FromHex(GetParam());
    const auto decoded = result_.Decode(PduOf(bytes_), kAsked);
    ASSERT_TRUE(decoded) << decoded.error().message;
  }
  Value Load(std::size_t set, std::int32_t i, Type type) {
    Value value;
    EXPECT_TRUE(result_.Load(result_.sets()[set], i, type, &value));
    return value;
  }
  bool Loads(std::size_t set, Type type) {
    Value value;
    return result_.Load(result_.sets()[set], 0, type, &value);
  }

  Message bytes_;
  FetchResult result_;
};

TEST_P(Results, HaveTheirTime) {
  const bool fine = GetParam() == tests::kHighresResult;
  EXPECT_EQ(result_.stamp(), fine ? tests::At(0x6b018f58, 0x3503a76c)
                                  : tests::At(0x6b018f58, 0xd81f9 * 1000));
}

TEST_P(Results, HaveValuesOfEveryType) {
  const ValueSet& bin = result_.sets()[0];
  ASSERT_EQ(bin.count, 2);
  EXPECT_EQ(bin.instance(0), 200);
  EXPECT_EQ(bin.instance(1), 400);
  EXPECT_EQ(Load(0, 0, Type::k32).bits, 200u);
  EXPECT_EQ(Load(0, 1, Type::k32).bits, 400u);
  EXPECT_EQ(result_.sets()[1].instance(0), kNullInstance);
  EXPECT_EQ(Load(1, 0, Type::kString).text, "hullo world!");
  EXPECT_EQ(Load(2, 0, Type::kFloat).bits, std::bit_cast<std::uint32_t>(10.f));
  EXPECT_EQ(Load(3, 0, Type::k64).bits, 10u);
  EXPECT_EQ(Load(4, 0, Type::kDouble).bits, std::bit_cast<std::uint64_t>(10.));
}

TEST_P(Results, SayWhyThereIsNoValue) {
  EXPECT_EQ(result_.sets()[5].count, -12386);
}

TEST_P(Results, DoNotTakeOneTypeForAnother) {
  EXPECT_FALSE(Loads(0, Type::kU64)) << "in situ";
  EXPECT_FALSE(Loads(1, Type::kU64)) << "a string";
  EXPECT_FALSE(Loads(2, Type::kU64)) << "a float";
  EXPECT_FALSE(Loads(3, Type::kDouble)) << "a 64";
  EXPECT_FALSE(Loads(4, Type::kFloat)) << "a double";
  EXPECT_FALSE(Loads(3, Type::kEvent));
}

TEST_P(Results, NumbersComeAllAtOnce) {
  std::uint64_t bits[2] = {};
  const auto all = [&](std::size_t set, Type type) {
    return result_.LoadNumbers(result_.sets()[set], type, bits);
  };
  ASSERT_TRUE(all(0, Type::k32));
  EXPECT_EQ(bits[0], 200u);
  EXPECT_EQ(bits[1], 400u);
  ASSERT_TRUE(all(3, Type::k64));
  EXPECT_EQ(bits[0], 10u);
  ASSERT_TRUE(all(4, Type::kDouble));
  EXPECT_EQ(bits[0], std::bit_cast<std::uint64_t>(10.));
  EXPECT_FALSE(all(0, Type::kU64)) << "in situ";
  EXPECT_FALSE(all(1, Type::kU64)) << "a string";
  EXPECT_FALSE(all(1, Type::kString));
  EXPECT_FALSE(all(2, Type::kFloat)) << "left to Load()";
  EXPECT_FALSE(all(3, Type::kDouble)) << "a 64";
}

INSTANTIATE_TEST_SUITE_P(Both, Results,
                         testing::Values(tests::kResult,
                                         tests::kHighresResult));

ErrorCode CodeOf(std::string_view hex, const std::vector<Pmid>& asked) {
  FetchResult result;
  const Message bytes = FromHex(hex);
  const auto decoded = result.Decode(PduOf(bytes), asked);
  return decoded ? ErrorCode::kInvalid : decoded.error().code;
}

constexpr std::string_view kHead =
    "00000000 00007001 00000000 6b018f58 000d81f9 00000001";

TEST(BadResults, AreRefused) {
  const std::vector<Pmid> one = {Pmid{0x07400006}};
  const auto code = [&one](std::string_view rest) {
    return CodeOf(std::string(kHead) + std::string(rest), one);
  };
  EXPECT_EQ(code("07400006 00000001 00000000 ffffffff 00000005"),
            ErrorCode::kInvalid)
      << "this one is good";
  EXPECT_EQ(code("07400006 00000001 00000003 ffffffff 00000005"),
            ErrorCode::kProtocol)
      << "a format that nobody knows";
  EXPECT_EQ(code("07400007 00000001 00000000 ffffffff 00000005"),
            ErrorCode::kProtocol)
      << "not the metric that was asked for";
  EXPECT_EQ(code("07400006 7fffffff 00000000 ffffffff 00000005"),
            ErrorCode::kProtocol)
      << "more values than there are bytes";
  EXPECT_EQ(code("07400006 00000001 00000001 ffffffff 0000000b"),
            ErrorCode::kProtocol)
      << "a block after the end";
  EXPECT_EQ(code("07400006 00000001 00000001 ffffffff 00000002"),
            ErrorCode::kProtocol)
      << "a block within the header";
  EXPECT_EQ(code("07400006 00000001 00000001 ffffffff 0000000b 05000003"),
            ErrorCode::kProtocol)
      << "a block smaller than its head";
  EXPECT_EQ(code("07400006 00000001 00000001 ffffffff 0000000b 0500000c"),
            ErrorCode::kProtocol)
      << "a block that does not end";
  EXPECT_EQ(code("07400006"), ErrorCode::kProtocol);
}

TEST(BadResults, HaveNoOtherNumberOfMetrics) {
  EXPECT_EQ(CodeOf(tests::kResult, {Pmid{0x07400006}}), ErrorCode::kProtocol);
}

TEST(BadResults, HaveNoTimeThatCannotBe) {
  EXPECT_EQ(CodeOf("00000000 00007015 00000000 00000000 7fffffff ffffffff"
                   "00000000 00000000",
                   {}),
            ErrorCode::kProtocol);
  EXPECT_EQ(CodeOf("00000000 00007001 00000000 00000000 000f4240 00000000", {}),
            ErrorCode::kProtocol)
      << "a million microseconds";
}

TEST(SmallBlocks, OfTheWrongSizeAreNoNumber) {
  const Message bytes = FromHex(std::string(kHead) +
                                "07400006 00000001 00000001 ffffffff 0000000b"
                                "05000008 40240000");
  FetchResult result;
  ASSERT_TRUE(result.Decode(PduOf(bytes), {Pmid{0x07400006}}));
  Value value;
  EXPECT_FALSE(result.Load(result.sets()[0], 0, Type::kDouble, &value));
}

}  // namespace
}  // namespace pmapi::pmcd
