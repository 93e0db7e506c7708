// engine/check/fetch.h: metrics, hosts and instances looked up, and what is
// said or awaited where they are not there. pmie's lines are the oracle's;
// tests/oracle/check_test.py asks it anew.
#include "engine/check/fetch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grammar/source_text.h"
#include "tests/support/expr_dump.h"
#include "tests/support/memory_source.h"
#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

using grammar::Diagnostic;
using grammar::Severity;
using pmapi::Type;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Fetch, UnknownMetric) {
  EXPECT_THAT(
      World().Check("t.s.guage > 1;").diagnostics,
      ElementsAre(Diagnostic{
          Severity::kError,
          {0, 9},
          "no metric t.s.guage in archive archives/a (host hostA)",
          "did you mean \"t.s.gauge\"?",
          {"pmie: metric t.s.guage not in namespace for archive archives/a "
           "(host hostA)",
           "pmLookupName failed: Unknown metric name"}}));
}

/// What is said first of `text`, and the hint.
std::string Advice(const Checked& checked) {
  const Diagnostic& first = checked.diagnostics.front();
  return first.message + ": " + first.hint;
}

TEST(Fetch, ANameThatIsAMacrosOrAStatements) {
  EXPECT_EQ(Advice(World().Check("limit = \"5\"; t.s.gauge > limit;")),
            "no metric limit in archive archives/a (host hostA): did you mean "
            "$limit?");
  EXPECT_THAT(Advice(World().Check("a = t.s.gauge > 1; b = a > 1;")),
              testing::StartsWith("no metric a in archive archives/a (host "
                                  "hostA): a is the name of a statement, "));
  EXPECT_EQ(Advice(World().Check("a = a > 1;")),
            "no metric a in archive archives/a (host hostA): ");
}

TEST(Fetch, SuchANameWhereNoMetricIsKnown) {
  const Checked warned =
      World::CheckWithoutSources("limit = 5; t.s.gauge > limit;");
  EXPECT_EQ(Advice(warned),
            "limit is taken for a metric: did you mean $limit?");
  EXPECT_EQ(warned.diagnostics[0].severity, Severity::kWarning);
  EXPECT_THAT(World::CheckWithoutSources("t.x = 5; t.s.gauge > t.x; y > y;")
                  .diagnostics,
              IsEmpty());
}

TEST(Fetch, BeginningOfMetrics) {
  EXPECT_THAT(
      World().Check("t.i;").diagnostics,
      ElementsAre(Diagnostic{
          Severity::kError,
          {0, 3},
          "t.i is not a metric, only the beginning of some",
          "it is a group of metrics: t.i.cnt, t.i.gauge, t.i.str",
          {"pmie: metric t.i not in namespace for archive archives/a (host "
           "hostA)",
           "pmLookupName failed: Metric name is not a leaf in PMNS"}}));
}

TEST(Fetch, UnknownInstancesEachOnTheFirstHostThatLacksThem) {
  EXPECT_THAT(
      World().Check("t.i.gauge :hostB :hostA #read #green #x;").diagnostics,
      ElementsAre(
          Diagnostic{Severity::kError,
                     {0, 39},
                     "t.i.gauge has no instance \"read\" in archive b (host "
                     "hostB)",
                     "did you mean \"red\"?",
                     {"Error: metric t.i.gauge from archive b (host hostB) "
                      "does not (currently) have instance \"read\""}},
          Diagnostic{Severity::kError,
                     {0, 39},
                     "t.i.gauge has no instance \"x\" in archive b (host "
                     "hostB)",
                     "",
                     {"Error: metric t.i.gauge from archive b (host hostB) "
                      "does not (currently) have instance \"x\""}}));
}

TEST(Fetch, InstancesOfWhatHasNone) {
  EXPECT_EQ(PmieTextOf(World().Check("t.s.gauge #red;")),
            "pmie: metric t.s.gauge has no instances\n");
}

TEST(Fetch, TypesThatAreNoValues) {
  EXPECT_EQ(PmieTextOf(World().Check("t.s.event;")),
            "pmie: metric t.s.event has inappropriate type\n");
  EXPECT_EQ(PmieTextOf(World().Check("t.s.none > 1;")), "");
}

TEST(Fetch, NamesOfEventRecordsAreThereWithoutValues) {
  EXPECT_EQ(PmieTextOf(World().Check("event.flags; event.missed > 1;")), "");
  EXPECT_EQ(PmieTextOf(World().Check("event.flags #x;")),
            "pmie: metric event.flags has no instances\n");
  EXPECT_EQ(World().Check("event.other;").diagnostics.size(), 1u);
}

TEST(Fetch, DomainThatTheArchiveDoesNotHave) {
  EXPECT_EQ(PmieTextOf(World().Check("t.x.gauge > 1;")),
            "Metric t.x.gauge from archive archives/a (host hostA) - instance "
            "domain not available in archive\n"
            "pmGetInDomArchive failed: Instance domain identifier not defined "
            "in the PCP archive log\n");
}

TEST(Fetch, AStringOnOneHostANumberOnAnother) {
  const Checked checked = World().Check("t.mix :hostA :hostB;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].message,
            "t.mix is a string on one host and a number on another");
  EXPECT_THAT(World().Check("t.mix; t.mix :hostB > 1;").diagnostics, IsEmpty());
}

// What live sources lack and may get: a column without values, of
// Type::kUnknown, until the rules are checked again.

/// The fetch that is the only statement of `checked`.
const expr::Expr& OnlyFetch(const Checked& checked) {
  CHECK(checked.statements.size() == 1);
  return *std::get<expr::Observe>(checked.statements[0].body).expr;
}

std::vector<Type> TypesOf(const expr::Expr& fetch) {
  std::vector<Type> types;
  for (const auto& desc : std::get<expr::Fetch>(fetch.node).descs) {
    types.push_back(desc.type);
  }
  return types;
}

TEST(Awaited, AMetricIsWarnedOfAndHasALaneWithoutValues) {
  const Checked checked = World().CheckWaiting("t.s.soon;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(checked.diagnostics[0].message,
            "no metric t.s.soon in pmcd hostA (host hostA)");
  EXPECT_EQ(PmieTextOf(checked),
            "pmie: metric t.s.soon not in namespace for pmcd hostA (host "
            "hostA)\npmLookupName failed: Unknown metric name\n");
  const expr::Expr& fetch = OnlyFetch(checked);
  EXPECT_EQ(TypesOf(fetch), std::vector<Type>{Type::kUnknown});
  EXPECT_EQ(fetch.sort, expr::Sort::kNumber);
  EXPECT_EQ(expr::Dump(fetch), "t.s.soon: number 1/1/1 single h0\n");
}

TEST(Awaited, AMetricIsAnErrorWhereNothingWaits) {
  const Checked checked = World().Check("t.s.soon;");
  EXPECT_THAT(checked.statements, IsEmpty());
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].severity, Severity::kError);
}

TEST(Awaited, OneHostOfSeveralLeavesTheOthersAsTheyAre) {
  const Checked single = World().CheckWaiting("t.s.late :hostA :hostB;");
  EXPECT_EQ(single.diagnostics.size(), 1u);
  EXPECT_EQ(TypesOf(OnlyFetch(single)),
            (std::vector<Type>{Type::k32, Type::kUnknown}));
  EXPECT_EQ(expr::Dump(OnlyFetch(single).layout), "fixed h0 h1");
  const Checked open = World().CheckWaiting("t.late.i :hostB :hostA;");
  EXPECT_EQ(TypesOf(OnlyFetch(open)),
            (std::vector<Type>{Type::kUnknown, Type::k32}));
  EXPECT_EQ(OnlyFetch(open).layout.kind, expr::Layout::Kind::kOpen);
  EXPECT_EQ(OnlyFetch(open).layout.indoms.size(), 2u);
  EXPECT_EQ(OnlyFetch(open).layout.indoms[0], pmapi::kNullInDom);
}

TEST(Awaited, NamedInstancesHaveTheirLanes) {
  const Checked metric = World().CheckWaiting("t.i.soon #red #green;");
  EXPECT_EQ(metric.diagnostics.size(), 1u);
  EXPECT_EQ(expr::Dump(OnlyFetch(metric)),
            "t.i.soon: number 1/2/1 fixed h0[red] h0[green]\n");
  const Checked one = World().CheckWaiting("t.i.gauge #red #violet;");
  EXPECT_EQ(PmieTextOf(one),
            "Error: metric t.i.gauge from pmcd hostA (host hostA) does not "
            "(currently) have instance \"violet\"\n");
  EXPECT_EQ(TypesOf(OnlyFetch(one)), std::vector<Type>{Type::kUnknown});
  EXPECT_EQ(expr::Dump(OnlyFetch(one).layout), "fixed h0[red] h0[violet]");
}

TEST(Awaited, ADomainMayComeToo) {
  const Checked checked = World().CheckWaiting("t.x.gauge;");
  EXPECT_EQ(PmieTextOf(checked),
            "Instance domain for metric t.x.gauge from pmcd hostA (host "
            "hostA) not (currently) available\n"
            "pmGetIndom failed: Instance domain identifier not defined in "
            "the PCP archive log\n");
  EXPECT_EQ(TypesOf(OnlyFetch(checked)), std::vector<Type>{Type::kUnknown});
}

TEST(Awaited, WhatIsWrongForGoodStaysAnError) {
  for (const char* text :
       {"t.s.event;", "t.s.gauge #red;", "t.s.gauge :hostC;"}) {
    const Checked checked = World().CheckWaiting(text);
    EXPECT_THAT(checked.statements, IsEmpty()) << text;
    ASSERT_EQ(checked.diagnostics.size(), 1u) << text;
    EXPECT_EQ(checked.diagnostics[0].severity, Severity::kError) << text;
  }
}

TEST(Fetch, SetsOfLiveHostsGrow) {
  const auto grows = [](const Checked& checked) {
    return std::get<expr::Observe>(checked.statements.at(0).body)
        .expr->layout.grows;
  };
  EXPECT_TRUE(grows(World().CheckWaiting("t.i.gauge;")));
  EXPECT_FALSE(grows(World().CheckWaiting("t.i.gauge #red;")));
  EXPECT_FALSE(grows(World().CheckWaiting("t.s.gauge;")));
  EXPECT_FALSE(grows(World().Check("t.i.gauge;")));
}

TEST(Awaited, AHostIsNoNumberBesideAnothersString) {
  tests::MemoryCatalog strings;
  pmapi::MetricDesc desc;
  desc.type = Type::kString;
  strings.AddMetric("s", desc);
  const tests::MemoryCatalog none;
  Metrics metrics({SourceView{"a", "a", &strings, true, true},
                   SourceView{"b", "b", &none, true, true}});
  const grammar::SourceText source("rules", "s :a :b");
  std::vector<Diagnostic> diagnostics;
  Report report(source, &diagnostics);
  expr::ast::Fetch fetch;
  fetch.metric = "s";
  fetch.hosts = {"b", "a"};
  const expr::ExprPtr checked_fetch =
      CheckFetch(fetch, {0, 7}, false, &metrics, &report);
  ASSERT_NE(checked_fetch, nullptr);
  EXPECT_EQ(checked_fetch->sort, expr::Sort::kString);
  EXPECT_EQ(report.errors(), 0);
  EXPECT_EQ(diagnostics.size(), 1u);
}

TEST(Awaited, AMetricFitsEveryOperator) {
  for (const char* text :
       {"t.s.soon > 1 -> print \"%v\";", "sum_inst t.i.soon > 1;",
        "avg_host t.s.soon > 1;", "count_inst (t.i.soon > 1) > 2;",
        "rate t.s.soon > 1;",
        "some_inst t.i.soon > t.s.gauge -> print \"x\";"}) {
    const Checked checked = World().CheckWaiting(text);
    EXPECT_EQ(checked.statements.size(), 1u) << text;
    for (const Diagnostic& diagnostic : checked.diagnostics) {
      EXPECT_EQ(diagnostic.severity, Severity::kWarning)
          << text << ": " << diagnostic.message;
    }
  }
}

// As pmie has it: what is not known yet is no string.
TEST(Awaited, AMetricIsANumberUntilItIsKnown) {
  EXPECT_EQ(PmieTextOf(World().CheckWaiting("t.s.soon == \"idle\";\n")),
            "pmie: metric t.s.soon not in namespace for pmcd hostA (host "
            "hostA)\npmLookupName failed: Unknown metric name\n"
            "pmie: syntax error - near line 1 of standard input\n"
            "operands have mixed string and arithmetic types\n");
}

/// A host that does not answer.
class Down : public pmapi::MetricCatalog {
 public:
  base::Result<pmapi::MetricDesc> Describe(std::string_view) const override {
    return base::Error{base::ErrorCode::kNotConnected, "down"};
  }
  base::Result<std::vector<pmapi::Instance>> Instances(
      pmapi::InDom) const override {
    return base::Error{base::ErrorCode::kNotConnected, "down"};
  }
  std::vector<std::string> MetricNames() const override { return {}; }
};

TEST(Awaited, OfAHostThatIsDownNothingIsSaid) {
  const Down down;
  Metrics metrics({SourceView{"a", "a", &down, true, true}});
  const grammar::SourceText source("rules", "m");
  std::vector<Diagnostic> diagnostics;
  Report report(source, &diagnostics);
  expr::ast::Fetch fetch;
  fetch.metric = "m";
  const expr::ExprPtr result =
      CheckFetch(fetch, {0, 1}, false, &metrics, &report);
  ASSERT_NE(result, nullptr);
  EXPECT_THAT(TypesOf(*result), ElementsAre(Type::kUnknown));
  EXPECT_THAT(diagnostics, IsEmpty());
}

// As libpcp matches names: up to the first blank of either.
TEST(Instances, WarnsWhereTheFirstWordAloneDecides) {
  const auto said = World().Check("t.i.gauge #'blue sea' > 1;").diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].severity, grammar::Severity::kWarning);
  EXPECT_EQ(said[0].message,
            "\"blue sea\" is the instance \"blue sky\": the first word alone "
            "decides");
  EXPECT_EQ(said[0].pmie, std::vector<std::string>());
  for (const char* right : {"#'blue sky'", "#blue", "#red"}) {
    EXPECT_TRUE(World()
                    .Check(std::string("t.i.gauge ") + right + " > 1;")
                    .diagnostics.empty())
        << right;
  }
}

}  // namespace
}  // namespace engine::check
