// Derived metrics of a run: what they need, and what is said of their files.
#include "cli/derived_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::ElementsAre;

/// "metric #instance", "?" where rules do without it, and what it is made of
/// where it is not a host's own.
std::vector<std::string> Needs(const pmapi::notation::DerivedConfig& config,
                               const MetricNeeds& needs) {
  std::vector<std::string> texts;
  for (const pmapi::Need& need : WithOperands(config, needs)) {
    texts.push_back(need.metric);
    for (const std::string& one : need.instances) texts.back() += " #" + one;
    if (need.optional) texts.back() += '?';
    for (const std::string& one : need.operands) texts.back() += " <" + one;
  }
  return texts;
}

TEST(DerivedMetrics, NeedTheirOperands) {
  pmapi::notation::DerivedConfig config;
  config.Read("d",
              "one = a + rate(two)\ntwo = b[x] + defined(c)\nother = d\n"
              "p = q\nq = p\n");
  EXPECT_THAT(Needs(config, {{"one", {"i"}}, {"e", {}}}),
              ElementsAre("a", "b", "c?", "e", "one #i? <a <b <c", "two?"));
  EXPECT_THAT(Needs(config, {{"p", {}}}), ElementsAre("p?", "q?"));
}

TEST(DerivedMetrics, WhatRulesAskForThemselvesIsNotOptional) {
  pmapi::notation::DerivedConfig config;
  config.Read("d", "one = defined(c) ? c : d\n");
  EXPECT_THAT(Needs(config, {{"one", {}}}), ElementsAre("c?", "d", "one?"));
  EXPECT_THAT(Needs(config, {{"one", {}}, {"c", {}}}),
              ElementsAre("c", "d", "one?"));
}

TEST(DerivedMetrics, WhatOneDefinitionDoesWithoutAnotherMayNeed) {
  pmapi::notation::DerivedConfig config;
  config.Read("d", "one = defined(c) ? c : d\ntwo = c\n");
  EXPECT_THAT(Needs(config, {{"one", {}}, {"two", {}}}),
              ElementsAre("c", "d", "one?", "two?"));
}

TEST(DerivedMetrics, ComplaintsOfPmieAndOurs) {
  pmapi::notation::DerivedConfig config;
  config.Read("d", "a = 1 +\nb\n");
  EXPECT_EQ(DerivedComplaints(config, false),
            "d:1:7: error: Arithmetic expression expected to follow PLUS\n"
            "   1 +\n"
            "     ^\n"
            "d:2: error: missing ``='' after derived metric name\n"
            "  b\n");
  EXPECT_TRUE(DerivedComplaints(config, true)
                  .starts_with("[d:1] Error: pmRegisterDerived(a, ...) "));
  pmapi::notation::DerivedConfig strange;
  strange.Read("d\ne", "b\n");
  EXPECT_TRUE(DerivedComplaints(strange, false).starts_with("d?e:1: error: "));
}

TEST(DerivedMetrics, OfALongDefinitionTheMarkedPartIsShown) {
  pmapi::notation::DerivedConfig config;
  std::string sum = "1";
  for (int i = 0; i < 10'000; ++i) sum += "+1";
  config.Read("d", "a = " + sum + "\033 + ;" + sum + "\n");
  const std::string told = DerivedComplaints(config, false);
  EXPECT_LT(told.size(), 500u);
  EXPECT_THAT(told, ::testing::HasSubstr("+1?"));
  const std::size_t line = told.find("\n  ") + 1;
  const std::size_t marks = told.find('\n', line) + 1;
  EXPECT_EQ(told[line + told.find('^', marks) - marks], '?') << told;
}

TEST(DerivedMetrics, OnlyPmiesComplaintsHaveNoEnd) {
  pmapi::notation::DerivedConfig config;
  std::string text;
  for (int i = 0; i < 150; ++i) text += "b\n";
  config.Read("d", text);
  EXPECT_THAT(DerivedComplaints(config, false),
              ::testing::EndsWith("\nand 50 more\n"));
  EXPECT_THAT(DerivedComplaints(config, true),
              ::testing::HasSubstr("[d:150] "));
}

TEST(DerivedMetrics, WhereTheyAre) {
  const tests::FileTree tree;
  tree.Write("/config/derived/file", "a = 1\n");
  tree.Write("/other", "b = 1\nc = 2\n");
  const auto count = [](std::optional<std::string> config,
                        const std::string& var) {
    Output err(STDERR_FILENO);
    return LoadDerivedMetrics(
               [&](const std::string& name) {
                 return name == "PCP_DERIVED_CONFIG" ? config
                        : name == "PCP_VAR_DIR"
                            ? std::optional<std::string>(var)
                            : std::nullopt;
               },
               true, &err)
        .definitions()
        .size();
  };
  EXPECT_EQ(count({}, tree.root()), 1u);
  EXPECT_EQ(count("", tree.root()), 0u);
  EXPECT_EQ(count(tree.root() + "/other", tree.root()), 2u);
}

TEST(DerivedMetrics, WhatIsNamedAndCannotBeRead) {
  const tests::FileTree tree;
  ASSERT_EQ(::mkfifo((tree.root() + "/fifo").c_str(), 0600), 0);
  const auto said = [&](const std::string& config, bool as_pmie) {
    testing::internal::CaptureStderr();
    {
      Output err(STDERR_FILENO);
      (void)LoadDerivedMetrics(
          [&](const std::string& name) {
            return name == "PCP_DERIVED_CONFIG" ? std::optional(config)
                                                : std::nullopt;
          },
          as_pmie, &err);
    }
    return testing::internal::GetCapturedStderr();
  };
  const std::string both = "/nosuch:" + tree.root() + "/fifo";
  EXPECT_EQ(said(both, false),
            "tocsin: warning - PCP_DERIVED_CONFIG: /nosuch: No such file or "
            "directory\n"
            "tocsin: warning - PCP_DERIVED_CONFIG: " +
                tree.root() + "/fifo: not a regular file\n");
  EXPECT_EQ(said(both, true), "");
  EXPECT_EQ(said("/no\nsuch", false),
            "tocsin: warning - PCP_DERIVED_CONFIG: /no?such: No such file or "
            "directory\n");
}

}  // namespace
}  // namespace cli
