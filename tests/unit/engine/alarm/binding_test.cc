// Expand: satisfying lanes to text. Which lanes these are: tests/script,
// bindings.test.
#include "engine/alarm/binding.h"

#include <gtest/gtest.h>

namespace engine::alarm {
namespace {

Bound Lane(std::string_view host, std::string_view instance,
           std::string_view value) {
  return {host, instance, "/a", std::string(value)};
}

const BoundLanes kTwo = {{Lane("web1", "sda", "1"), Lane("web2", "sdb", "2")}};

TEST(Expand, AnArgumentWithASelectorStandsOnceALane) {
  EXPECT_EQ(Expand({"%h:%i=%v@%c "}, kTwo), "web1:sda=1@/a web2:sdb=2@/a ");
  EXPECT_EQ(Expand({"busy:", " %i", " (end)"}, kTwo), "busy: sda sdb (end)");
  EXPECT_EQ(Expand({"plain"}, kTwo), "plain");
  EXPECT_EQ(Expand({}, kTwo), "");
}

TEST(Expand, WhatIsNoSelectorStays) {
  EXPECT_EQ(Expand({"%x %% %H %"}, kTwo), "%x %% %H %");
  EXPECT_EQ(Expand({"%%v%"}, kTwo), "%1%%2%");
}

// A name that looks like a selector is not expanded again.
TEST(Expand, ValuesAreNotLookedAt) {
  EXPECT_EQ(Expand({"%i%v"}, BoundLanes({Lane("h", "%v", "%h")})), "%v%h");
}

TEST(Expand, WithoutLanesNothingIsLeftOfSuchAnArgument) {
  const BoundLanes none = std::vector<Bound>();
  EXPECT_EQ(Expand({"[%i]", "x"}, none), "x");
  EXPECT_EQ(Expand({"[%i]"}, none), "");
}

TEST(Expand, WhereItCannotBeToldTextStaysAsItIs) {
  EXPECT_EQ(Expand({"[%h %i %v]", "x"}, std::nullopt), "[%h %i %v]x");
}

TEST(Expand, WhatIsUndefinedSaysSo) {
  EXPECT_EQ(Expand({"%h %i %c %v"}, BindNothing()),
            "<%h undefined> <%i undefined> <%c undefined> true");
}

}  // namespace
}  // namespace engine::alarm
