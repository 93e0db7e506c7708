// What a callback does once its owner is gone.
#include "base/lifetime.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

namespace base {
namespace {

TEST(Lifetime, IsOverWithItsOwner) {
  std::optional<Lifetime> owner(std::in_place);
  const Lifetime::Watch watch(*owner);
  EXPECT_FALSE(watch.over());
  owner.reset();
  EXPECT_TRUE(watch.over());
}

TEST(Lifetime, GuardedCallsEndWithIt) {
  std::optional<Lifetime> owner(std::in_place);
  std::string heard;
  const std::function<void(const std::string&)> call =
      owner->Guard([&heard](const std::string& text) { heard += text; });
  call("a");
  owner.reset();
  call("b");
  EXPECT_EQ(heard, "a");
}

TEST(Lifetime, AnotherOneInItsPlaceIsAnother) {
  Lifetime owner;
  const Lifetime::Watch watch(owner);
  Lifetime moved = std::move(owner);
  EXPECT_FALSE(watch.over());
  moved = Lifetime();
  EXPECT_TRUE(watch.over());
  EXPECT_FALSE(Lifetime::Watch(moved).over());
}

}  // namespace
}  // namespace base
