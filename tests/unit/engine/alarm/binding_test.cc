// Expand: satisfying lanes to text. Which lanes these are: tests/script,
// bindings.test.
#include "engine/alarm/binding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/alarm/observed.h"

namespace engine::alarm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Bound Lane(std::string_view host, std::string_view instance,
           std::string_view value) {
  return {host, instance, "/a", std::string(value), false};
}

std::string Text(const std::vector<std::string>& arguments,
                 const BoundLanes& lanes) {
  return Expand(arguments, lanes).text;
}

const BoundLanes kTwo = {{Lane("web1", "sda", "1"), Lane("web2", "sdb", "2")}};

TEST(Expand, AnArgumentWithASelectorStandsOnceALane) {
  EXPECT_EQ(Text({"%h:%i=%v@%c "}, kTwo), "web1:sda=1@/a web2:sdb=2@/a ");
  EXPECT_EQ(Text({"busy:", " %i", " (end)"}, kTwo), "busy: sda sdb (end)");
  EXPECT_EQ(Text({"plain"}, kTwo), "plain");
  EXPECT_EQ(Text({}, kTwo), "");
}

TEST(Expand, ShowsWhatIsKnownOfRecords) {
  Bound one = Lane("web1", "sda", "1");
  one.records = {{"%n", "3"}, {"%{a}", "x %n"}};
  Bound two = Lane("web2", "sdb", "2");
  two.records = {{"%n", "4"}, {"%{a}", ""}};
  const BoundLanes lanes = {{one, two}};
  EXPECT_EQ(Text({"%n: ", "<%{a}%i>"}, lanes), "3: 4: <x %nsda><sdb>");
  EXPECT_EQ(Text({"%{b} %{a"}, lanes), "%{b} %{a") << "known of none";
  EXPECT_EQ(Text({"%n %{a}"}, kTwo), "%n %{a}");
  EXPECT_THAT(Expand({"%{a}."}, BoundLanes({one})).values,
              ElementsAre(ByteRange{0, 4}));
  EXPECT_THAT(ExpandWords({"%{a}", "b"}, lanes), ElementsAre("x %n", "", "b"));
}

TEST(Bind, FindsWhatBelongsToTheLane) {
  program::Builder builder;
  const auto condition = Above(FetchExpr(DisksOf(1)), 1);
  const auto shown = FetchExpr(DisksOf(1));
  expr::Binding binding;
  binding.lanes = condition.get();
  binding.values = {condition.get()};
  binding.stand_ins = {nullptr};
  binding.records = {
      {"%{a}", shown.get(),
       [](double number) { return "text " + std::to_string(int(number)); }},
      {"%n", shown.get(), nullptr}};
  const auto view = builder.AddBinding(binding);
  Observed observed(&builder, {{0, 1}, {0, 2}, {0, 3}}, {"5 0 7"});
  const BoundLanes lanes = Bind(observed.results(), view, 0);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(Text({"%i %n %{a}; "}, lanes), "disk1 5 text 5; disk3 7 text 7; ");
}

TEST(Expand, WhatIsNoSelectorStays) {
  EXPECT_EQ(Text({"%x %% %H %"}, kTwo), "%x %% %H %");
  EXPECT_EQ(Text({"%%v%"}, kTwo), "%1%%2%");
}

// A name that looks like a selector is not expanded again.
TEST(Expand, ValuesAreNotLookedAt) {
  EXPECT_EQ(Text({"%i%v"}, BoundLanes({Lane("h", "%v", "%h")})), "%v%h");
}

TEST(Expand, WithoutLanesNothingIsLeftOfSuchAnArgument) {
  const BoundLanes none = std::vector<Bound>();
  EXPECT_EQ(Text({"[%i]", "x"}, none), "x");
  EXPECT_EQ(Text({"[%i]"}, none), "");
}

TEST(Expand, WhereItCannotBeToldTextStaysAsItIs) {
  EXPECT_EQ(Text({"[%h %i %v]", "x"}, std::nullopt), "[%h %i %v]x");
}

TEST(Expand, WhatIsUndefinedSaysSo) {
  EXPECT_EQ(Text({"%h %i %c %v"}, BindNothing()),
            "<%h undefined> <%i undefined> <%c undefined> true");
}

// Whoever cares which part of a text is whose can tell.
TEST(Expand, ThePlacesOfValues) {
  const Expansion two = Expand({"<", "%i=%v "}, kTwo);
  EXPECT_EQ(two.text, "<sda=1 sdb=2 ");
  EXPECT_THAT(two.values, ElementsAre(ByteRange{1, 4}, ByteRange{5, 6},
                                      ByteRange{7, 10}, ByteRange{11, 12}));
  Bound text = Lane("h", "", "\"a\"b\"");
  text.quoted = true;
  const Expansion quoted = Expand({"%i %v."}, BoundLanes({text}));
  EXPECT_EQ(quoted.text, " \"a\"b\".");
  EXPECT_THAT(quoted.values, ElementsAre(ByteRange{0, 0}, ByteRange{2, 5}));
  EXPECT_THAT(Expand({"%i"}, std::nullopt).values, IsEmpty());
}

}  // namespace
}  // namespace engine::alarm
