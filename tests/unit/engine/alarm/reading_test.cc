// What a view says at a tick: members, names, values as text.
#include "engine/alarm/reading.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/alarm/observed.h"

namespace engine::alarm {
namespace {

/// "host:instance source" of lane `i`.
std::string NameAt(const Reading& reading, int i) {
  const LaneName name = reading.NameOf(i);
  return std::string(name.host) + ":" + std::string(name.instance) + " " +
         std::to_string(name.source);
}

std::string ValueAt(const Reading& reading, int i) {
  std::string text = "=";
  reading.AppendValue(i, &text);
  return text;
}

TEST(Readings, GiveCellsByLane) {
  const expr::ExprPtr disks = FetchExpr(DisksOf(1));
  program::Builder builder;
  const program::View view = builder.AddView(*disks);
  const Observed run(&builder, {{0, 1}, {0, 3}}, {"1 2", "0.5 ?", "- +"});
  const Reading first(run.results(), view, 0);
  EXPECT_EQ(first.width(), 2);
  EXPECT_EQ(first.samples(), 1);
  EXPECT_EQ(first.lane(1), (pmapi::Lane{0, 3}));
  EXPECT_EQ(first.value(0), 1);
  EXPECT_EQ(first.value(1), 2);
  EXPECT_EQ(first.layout().kind, expr::Layout::Kind::kOpen);
  const Reading second(run.results(), view, 1);
  EXPECT_EQ(second.value(0), 0.5);
  EXPECT_TRUE(second.member(1)) << "unknown, but there";
  EXPECT_EQ(second.cell(1), pmapi::kMember);
  const Reading third(run.results(), view, 2);
  EXPECT_FALSE(third.present(0));
  EXPECT_FALSE(third.member(0));
  EXPECT_TRUE(third.present(1));
  EXPECT_FALSE(third.member(1)) << "there, but no member yet";
}

TEST(Readings, NameLanesByHostAndInstance) {
  const expr::ExprPtr disks = FetchExpr(DisksOf(2));
  const expr::ExprPtr named = FetchExpr(Named({"as written", "other"}));
  const expr::ExprPtr number =
      MakeExpr(expr::Number{5}, PlainLayout(), expr::Sort::kNumber);
  {
    program::Builder builder;
    const program::View view = builder.AddView(*disks);
    const Observed run(&builder, {{0, 1}, {1, 3}}, {"1 2"});
    const Reading reading(run.results(), view, 0);
    EXPECT_EQ(NameAt(reading, 0), "web0:disk1 0");
    EXPECT_EQ(NameAt(reading, 1), "web1:disk3 1");
  }
  {
    program::Builder builder;
    const program::View view = builder.AddView(*named);
    const Observed run(&builder, {{0, 0}, {0, 1}}, {"1 2"});
    const Reading reading(run.results(), view, 0);
    EXPECT_EQ(NameAt(reading, 0), "web0:as written 0");
    EXPECT_EQ(NameAt(reading, 1), "web0:other 0");
  }
  program::Builder builder;
  const program::View view = builder.AddView(*number);
  const Observed run(&builder, {}, {""});
  EXPECT_EQ(NameAt(Reading(run.results(), view, 0), 0), ": -1");
}

TEST(Readings, NameAnExtremeAfterTheLaneItIsOf) {
  expr::Reduce most;
  most.reduction.reducer = expr::ast::Reducer::kMax;
  most.domain = expr::ast::Domain::kInst;
  most.operand = FetchExpr(DisksOf(1));
  expr::Layout host;
  host.sources = {0};
  host.labels = {{0, pmapi::kNullInstance, {}}};
  expr::ExprPtr max = MakeExpr(std::move(most), host, expr::Sort::kNumber);
  max->has_metrics = true;
  program::Builder builder;
  const program::View view = builder.AddView(*max);
  const Observed run(&builder, {{0, 1}, {0, 2}, {0, 3}},
                     {"1 7 7", "9 7 8", "- ? -"});
  EXPECT_EQ(NameAt(Reading(run.results(), view, 0), 0), "web0:disk2 0")
      << "the first of equals";
  EXPECT_EQ(NameAt(Reading(run.results(), view, 1), 0), "web0:disk1 0");
  EXPECT_EQ(NameAt(Reading(run.results(), view, 2), 0), "web0: 0")
      << "unknown: its own name";
}

TEST(Readings, ShowNumbers) {
  const expr::ExprPtr disks = FetchExpr(DisksOf(1));
  program::Builder builder;
  const program::View view = builder.AddView(*disks);
  const Observed run(&builder, {{0, 1}, {0, 2}}, {"10 0.25", "? -"});
  EXPECT_EQ(ValueAt(Reading(run.results(), view, 0), 0), "=10");
  EXPECT_EQ(ValueAt(Reading(run.results(), view, 0), 1), "=0.25");
  EXPECT_EQ(ValueAt(Reading(run.results(), view, 1), 0), "=?");
}

TEST(Readings, ShowTruths) {
  const expr::ExprPtr truth = Above(FetchExpr(DisksOf(1)), 5);
  program::Builder builder;
  const program::View view = builder.AddView(*truth);
  const Observed run(&builder, {{0, 1}, {0, 2}, {0, 3}}, {"6 5 ?"});
  const Reading reading(run.results(), view, 0);
  EXPECT_EQ(ValueAt(reading, 0), "=true");
  EXPECT_EQ(ValueAt(reading, 1), "=false");
  EXPECT_EQ(ValueAt(reading, 2), "=unknown");
}

TEST(Readings, ShowStringsInQuotes) {
  const expr::ExprPtr text = FetchExpr(DisksOf(1), 1, expr::Sort::kString);
  program::Builder builder;
  const program::View view = builder.AddView(*text);
  Observed run(&builder, {{0, 1}, {0, 2}}, {"0 ?"});
  ASSERT_EQ(run.strings().Intern("idle"), 0);
  const Reading reading(run.results(), view, 0);
  EXPECT_EQ(ValueAt(reading, 0), "=\"idle\"");
  EXPECT_EQ(ValueAt(reading, 1), "=?");
}

TEST(Readings, ShowWindowsNewestFirst) {
  const expr::ExprPtr window = FetchExpr(Named({"sda"}), 3);
  program::Builder builder;
  const program::View view = builder.AddView(*window);
  const Observed run(&builder, {{0, 0}}, {"1", "2", "3", "?", "5"});
  const Reading reading(run.results(), view, 4);
  EXPECT_EQ(reading.samples(), 3);
  EXPECT_EQ(ValueAt(reading, 0), "=5 ? 3");
  EXPECT_EQ(reading.value(0, 2), 3);
  EXPECT_EQ(reading.cell(0, 1), pmapi::kMember);
  EXPECT_EQ(ValueAt(Reading(run.results(), view, 0), 0), "=1 ? ?")
      << "before the first tick nothing is known";
}

}  // namespace
}  // namespace engine::alarm
