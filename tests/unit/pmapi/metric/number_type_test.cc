// The C++ type of each type that is a number.
#include "pmapi/metric/number_type.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace pmapi {
namespace {

template <typename T>
bool IsOf(Type type) {
  return WithNumberType(
      type, [](auto zero) { return std::is_same_v<decltype(zero), T>; });
}

TEST(WithNumberType, CallsWithTheTypeOfTheValues) {
  EXPECT_TRUE(IsOf<std::int32_t>(Type::k32));
  EXPECT_TRUE(IsOf<std::uint32_t>(Type::kU32));
  EXPECT_TRUE(IsOf<std::int64_t>(Type::k64));
  EXPECT_TRUE(IsOf<std::uint64_t>(Type::kU64));
  EXPECT_TRUE(IsOf<float>(Type::kFloat));
  EXPECT_TRUE(IsOf<double>(Type::kDouble));
}

TEST(WithNumberTypeDeathTest, ATypeThatIsNoNumberIsABug) {
  EXPECT_DEATH(IsOf<double>(Type::kString), "IsNumeric");
}

}  // namespace
}  // namespace pmapi
