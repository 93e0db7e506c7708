// Values: bits of every type, sentinels, time that is still running.
#include "pmapi/mmv/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>

namespace pmapi::mmv {
namespace {

using testing::Eq;
using testing::Optional;

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

struct Entry {
  std::uint64_t atom = 0;
  std::int64_t extra = 0;
  std::uint64_t metric = 0;
  std::uint64_t instance = 0;
};

std::optional<std::uint64_t> Number(Type type, const Entry& entry,
                                    std::uint32_t flags = 0,
                                    std::int64_t now = 0) {
  std::array<std::uint8_t, sizeof entry> bytes;
  std::memcpy(bytes.data(), &entry, sizeof entry);
  return NumberAt(bytes, 0, static_cast<std::int32_t>(type), flags, {now});
}

constexpr Type kElapsedType{kElapsed};

TEST(MmvValue, NarrowNumbersAreTheLowHalf) {
  EXPECT_THAT(Number(Type::k32, {0x11111111'fffffffe}), Optional(kOnes - 1));
  EXPECT_THAT(Number(Type::kU32, {0x11111111'fffffffe}), Optional(0xfffffffeu));
  EXPECT_THAT(Number(Type::kFloat, {0x11111111'3f800000}),
              Optional(std::bit_cast<std::uint32_t>(1.0f)));
}

TEST(MmvValue, WideNumbersAreAllOfIt) {
  EXPECT_THAT(Number(Type::k64, {kOnes}), Optional(kOnes));
  EXPECT_THAT(Number(Type::kU64, {1ull << 40}), Optional(1ull << 40));
  EXPECT_THAT(Number(Type::kDouble, {std::bit_cast<std::uint64_t>(0.5)}),
              Optional(std::bit_cast<std::uint64_t>(0.5)));
}

TEST(MmvValue, AllOnesAreNoValueWhereSentinelsAreMeant) {
  EXPECT_THAT(Number(Type::kU64, {kOnes}, kSentinel), Eq(std::nullopt));
  EXPECT_THAT(Number(Type::k32, {kOnes}, kSentinel), Eq(std::nullopt));
  EXPECT_THAT(Number(Type::k32, {0xffffffff}, kSentinel), Optional(kOnes));
  EXPECT_THAT(Number(kElapsedType, {kOnes}, kSentinel), Eq(std::nullopt));
  EXPECT_THAT(Number(Type::kU64, {kOnes}, kNoPrefix | kProcess),
              Optional(kOnes));
  EXPECT_THAT(Number(Type::kDouble, {kOnes}, kSentinel), Optional(kOnes));
}

TEST(MmvValue, ElapsedTimeRunsOnUntilNow) {
  EXPECT_THAT(Number(kElapsedType, {1000, 0}, 0, 9'999'000), Optional(1000u));
  EXPECT_THAT(Number(kElapsedType, {1000, -500}, 0, 700'999), Optional(1200u));
  // A clock that was set back, or nonsense: what the agent computes.
  EXPECT_THAT(Number(kElapsedType, {1000, -5000}, 0, 0),
              Optional(static_cast<std::uint64_t>(-4000)));
}

TEST(MmvValue, NoNumberOfATypeThatIsNone) {
  EXPECT_THAT(Number(Type::kNoSupport, {5}), Eq(std::nullopt));
  EXPECT_THAT(Number(Type::kString, {5}), Eq(std::nullopt));
  EXPECT_THAT(Number(Type{99}, {5}), Eq(std::nullopt));
  EXPECT_EQ(TypeOf(99), Type::kNoSupport);
  EXPECT_EQ(TypeOf(7), Type::kNoSupport);
  EXPECT_EQ(TypeOf(kElapsed), Type::k64);
}

TEST(MmvValue, AStringIsWhereTheValueSays) {
  std::array<std::uint8_t, 80> bytes = {};
  std::memcpy(bytes.data() + 70, "hello", 6);
  const auto text = [&bytes](std::uint64_t at, std::uint32_t flags) {
    std::memcpy(bytes.data() + 8, &at, sizeof at);
    return StringAt(bytes, 0, flags);
  };
  EXPECT_THAT(text(70, 0), Optional(Eq("hello")));
  EXPECT_THAT(text(60, 0), Optional(Eq("")));
  EXPECT_THAT(text(60, kSentinel), Eq(std::nullopt));
  EXPECT_THAT(text(80, 0), Eq(std::nullopt));
  EXPECT_THAT(text(kOnes, 0), Eq(std::nullopt));
  bytes[75] = bytes[76] = bytes[77] = bytes[78] = bytes[79] = 'z';
  EXPECT_THAT(text(70, 0), Optional(Eq("hellozzzzz")));
}

}  // namespace
}  // namespace pmapi::mmv
