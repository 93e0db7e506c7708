// engine/check/report.h: which mistakes count for whom, and pmie's words.
#include "engine/check/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::check {
namespace {

using grammar::Diagnostic;
using grammar::Severity;
using testing::ElementsAre;
using testing::IsEmpty;

class ReportTest : public testing::Test {
 protected:
  /// "counted by us, by pmie".
  std::string Counts() const {
    return std::to_string(report_.errors()) + ", " +
           std::to_string(report_.pmie_errors());
  }

  const grammar::SourceText source_{"r", "a;\nb > c\n;\nd;\n"};
  std::vector<Diagnostic> diagnostics_;
  Report report_{source_, &diagnostics_};
};

TEST_F(ReportTest, BeginsEmpty) {
  EXPECT_EQ(Counts(), "0, 0");
  EXPECT_FALSE(report_.unknown_host());
  EXPECT_THAT(diagnostics_, IsEmpty());
}

TEST_F(ReportTest, AnErrorCountsForBoth) {
  report_.Error({3, 8}, "no", "try", {"pmie: no"});
  EXPECT_EQ(Counts(), "1, 1");
  EXPECT_THAT(diagnostics_,
              ElementsAre(Diagnostic{
                  Severity::kError, {3, 8}, "no", "try", {"pmie: no"}}));
}

TEST_F(ReportTest, OursAloneDoesNotKeepPmieFromLookingUp) {
  report_.OursAlone({3, 8}, "no", "", std::vector<std::string>{"line"});
  EXPECT_EQ(Counts(), "1, 0");
  EXPECT_THAT(diagnostics_, ElementsAre(Diagnostic{
                                Severity::kError, {3, 8}, "no", "", {"line"}}));
}

TEST_F(ReportTest, WhatIsAwaitedAndWarnedOfCountsForNobody) {
  report_.Awaited({0, 1}, "not yet", "wait", {"pmie: not yet"});
  report_.Warning({3, 4}, "odd", "write it otherwise");
  EXPECT_EQ(Counts(), "0, 0");
  EXPECT_THAT(
      diagnostics_,
      ElementsAre(
          Diagnostic{
              Severity::kWarning, {0, 1}, "not yet", "wait", {"pmie: not yet"}},
          Diagnostic{
              Severity::kWarning, {3, 4}, "odd", "write it otherwise", {}}));
}

TEST_F(ReportTest, AnUnknownHostEndsPmie) {
  report_.UnknownHost({0, 1}, "web1", "the hosts are: web2");
  EXPECT_TRUE(report_.unknown_host());
  EXPECT_EQ(Counts(), "1, 1");
  EXPECT_THAT(diagnostics_, ElementsAre(Diagnostic{
                                Severity::kError,
                                {0, 1},
                                "no archive of host \"web1\" is open",
                                "the hosts are: web2",
                                {"pmie: cannot open archive unknown archive",
                                 "pmNewContext: No such file or directory"}}));
}

// The statement `b > c` is on line 2; pmie has read up to the `;` of line 3.
TEST_F(ReportTest, AMistakeBehindASpanHasTheLineThatPmieReadUpTo) {
  report_.LocatedBehind({3, 8}, "no", "", "what pmie says");
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(Counts(), "1, 1");
  EXPECT_EQ(diagnostics_[0].span, (grammar::Span{3, 8}));
  ASSERT_EQ(diagnostics_[0].pmie.size(), 2u);
  EXPECT_THAT(diagnostics_[0].pmie[0],
              testing::StartsWith("pmie: syntax error - near line "));
  EXPECT_EQ(diagnostics_[0].pmie[1], "what pmie says");
}

TEST_F(ReportTest, AStringNeedsNoFurtherWord) {
  grammar::ast::Expr text;
  text.node = grammar::ast::String{"x"};
  text.span = {3, 4};
  report_.Located(text, "no", "", "what pmie says");
  report_.OursAlone(text, "no", "", "what pmie says");
  EXPECT_EQ(Counts(), "2, 1");
  ASSERT_EQ(diagnostics_.size(), 2u);
  for (const Diagnostic& diagnostic : diagnostics_) {
    EXPECT_THAT(diagnostic.pmie,
                ElementsAre("pmie: syntax error - near line 2 of file r",
                            "what pmie says"));
  }
}

}  // namespace
}  // namespace engine::check
