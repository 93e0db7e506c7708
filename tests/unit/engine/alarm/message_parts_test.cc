// PartsOf: texts and bindings apart, with values as they are.
#include "engine/alarm/message_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/alarm/observed.h"

namespace engine::alarm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MessageParts, AreTextsAndBindings) {
  const MessageParts parts =
      PartsOf({"full:", "%i ", "%h"},
              BoundLanes({Bound{"web1", "sda", "/a", "1", false},
                          Bound{"web1", "sdb", "/a", "2", false}}));
  EXPECT_THAT(parts.texts, ElementsAre("full:", "sda sdb ", "web1web1"));
  EXPECT_THAT(parts.words,
              ElementsAre("full:", "sda ", "sdb ", "web1", "web1"));
  EXPECT_EQ(parts.bindings[1].value, "2");
  ASSERT_EQ(parts.bindings.size(), 2u);
  EXPECT_EQ(parts.bindings[1].host, "web1");
  EXPECT_EQ(parts.bindings[1].instance, "sdb");
  EXPECT_EQ(parts.bindings[1].context, "/a");
  EXPECT_EQ(parts.bindings[0].text, "full:sda web1");
  EXPECT_EQ(parts.bindings[1].text, "full:sdb web1");
}

TEST(MessageParts, WhatIsTheSameOfAllIsNotRepeated) {
  const Bound one{"web1", "sda", "/a", "1", false};
  EXPECT_EQ(PartsOf({"full"}, BoundLanes({one, one})).bindings[1].text,
            std::nullopt);
  EXPECT_EQ(PartsOf({"full: %i"}, BoundLanes({one})).bindings[0].text,
            std::nullopt);
}

TEST(MessageParts, AStringInAWordHasNoQuotes) {
  const MessageParts parts =
      PartsOf({"%v%v", "%h"}, BoundLanes({Bound{{}, {}, {}, "\"a \"b\"", true},
                                          Bound{{}, {}, {}, "\"\"", true}}));
  EXPECT_THAT(parts.texts, ElementsAre("\"a \"b\"\"a \"b\"\"\"\"\"",
                                       "<%h undefined><%h undefined>"));
  EXPECT_THAT(parts.words, ElementsAre("a \"ba \"b", "", "<%h undefined>",
                                       "<%h undefined>"));
  EXPECT_EQ(parts.bindings[0].value, "a \"b");
  EXPECT_EQ(parts.bindings[1].value, "");
}

// What is the same in all of them would be in each: a text of 60 kB told of
// 2,000 instances takes 120 MB.
TEST(MessageParts, OwnTextsAreLeftOutWhereTheyAreLarge) {
  const Bound one{"web1", "sda", {}, "1", false};
  const BoundLanes both({one, one});
  const std::string half(std::size_t{4} << 20, 'x');
  EXPECT_EQ(PartsOf({half + "%i"}, both).bindings[1].text, std::nullopt);
  EXPECT_NE(PartsOf({half.substr(2) + "%i"}, both).bindings[1].text,
            std::nullopt);
}

TEST(MessageParts, OfNoMemberAWordIsEmpty) {
  const MessageParts parts =
      PartsOf({"host", "%h", "end"}, BoundLanes(std::vector<Bound>()));
  EXPECT_THAT(parts.texts, ElementsAre("host", "", "end"));
  EXPECT_THAT(parts.words, ElementsAre("host", "", "end"));
  EXPECT_THAT(parts.bindings, IsEmpty());
}

TEST(MessageParts, WithoutMetricsItIsTrue) {
  const MessageParts parts = PartsOf({"x"}, BindNothing());
  ASSERT_EQ(parts.bindings.size(), 1u);
  EXPECT_EQ(parts.bindings[0].host, std::nullopt);
  EXPECT_EQ(parts.bindings[0].instance, std::nullopt);
  EXPECT_EQ(parts.bindings[0].context, std::nullopt);
  EXPECT_THAT(parts.bindings[0].samples, ElementsAre(Datum(true)));
}

TEST(MessageParts, WhatCannotBeToldHasNoBindings) {
  const MessageParts parts = PartsOf({"%i"}, std::nullopt);
  EXPECT_THAT(parts.texts, ElementsAre("%i"));
  EXPECT_THAT(parts.words, ElementsAre("%i"));
  EXPECT_THAT(parts.bindings, IsEmpty());
}

// %v has six digits.
TEST(MessageParts, ValuesAreWhole) {
  const expr::ExprPtr disks = FetchExpr(DisksOf(1), 2);
  program::Builder builder;
  const program::View view = builder.AddView(*disks);
  const Observed run(&builder, {{0, 1}}, {"?", "1234567.25"});
  const Reading reading(run.results(), view, 1);
  Bound bound{"web0", "disk1", {}, "1.23457e+06 ?", false};
  bound.reading.emplace(reading);
  std::vector<Bound> lanes;
  lanes.push_back(bound);
  const MessageParts parts = PartsOf({"%v"}, BoundLanes(std::move(lanes)));
  EXPECT_THAT(parts.texts, ElementsAre("1.23457e+06 ?"));
  EXPECT_THAT(parts.bindings.at(0).samples,
              ElementsAre(Datum(1234567.25), Datum()));
}

}  // namespace
}  // namespace engine::alarm
