// BoundRules: values in rules, elements one by one, and instances apart.
#include "rules/site/bound_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "rules/site/render.h"

namespace rules::site {
namespace {

using ::testing::HasSubstr;

/// The rules of a template on the host db1, or what is wrong with them.
std::string Rules(const std::string& text, const std::string& yaml = "") {
  const TemplateFile file = ReadTemplate("x.rules", text);
  if (!file.diagnostics.empty()) return file.diagnostics[0].message;
  const SiteFile site = ReadSite("site.yaml", yaml);
  if (!site.diagnostics.empty()) return site.diagnostics[0].message;
  const auto parts = BoundRules(file.read, site, "db1");
  std::string wrong;
  for (const BoundPart& part : parts) {
    for (const auto& one : part.parsed.diagnostics) {
      wrong += Render(one, *part.source);
    }
  }
  return wrong.empty() ? StatementsText(parts) : wrong;
}

TEST(BoundRules, ValuesAreOperandsWhateverTheyHold) {
  constexpr char kBusy[] = R"(---
parameters:
  busy: {type: percentage, default: 85 %}
  again: {type: duration, default: 10 min}
  disk: {type: text, default: sda}
---
x = disk.dev.total #$disk > $busy -> print $again "above $busy, $disk";
)";
  EXPECT_EQ(Rules(kBusy,
                  "site: {values: {x.busy: 97 %, x.disk: 'x\" ; shell "
                  "\"y', x.again: 1 hour}}"),
            "x = disk.dev.total #'x\" ; shell \"y' > 97 -> print 3600 "
            "\"above 97, x\\\" ; shell \\\"y\";\n");
}

TEST(BoundRules, AParameterIsNoConstantOfTheTemplate) {
  EXPECT_THAT(Rules("---\nparameters: {a: {default: 5}}\n---\na = 6;\nx > $a;"),
              HasSubstr("a is a parameter of this template"));
}

TEST(BoundRules, BothFilesAreTold) {
  const std::string told = Rules(
      "---\nparameters: {a: {type: text, default: b}}\n---\n"
      "x > 5 -> shell \"df $a\";",
      "site:\n  values: {x.a: a;b}\n");
  EXPECT_THAT(told, HasSubstr("x.rules:4:16: error: the value of $a is no"));
  EXPECT_THAT(told, HasSubstr("$a, defined at site.yaml:2"));
}

TEST(BoundRules, SamplesAreWholeNumbers) {
  constexpr char kRules[] =
      "---\nparameters: {n: {default: 5}}\n---\nsome_sample a @0..$n > 1;\n";
  const std::string told = Rules(kRules, "site:\n  values: {x.n: 2.5}\n");
  EXPECT_THAT(told, HasSubstr("x.rules:4:19: error: "));
  EXPECT_THAT(told, HasSubstr("the value of $n is no whole number of samples"));
  EXPECT_THAT(told, HasSubstr("$n, defined at site.yaml:2"));
  EXPECT_THAT(Rules(kRules, "site:\n  values: {x.n: -1}\n"),
              HasSubstr("$n, defined at site.yaml:2"));
  EXPECT_EQ(Rules(kRules, "site: {values: {x.n: 3.0}}"),
            "some_sample (a @0..3 > 1);\n");
}

TEST(BoundRules, PatternsMatchInstances) {
  EXPECT_EQ(Rules("---\nparameters: {a: {type: list, of: glob, default: [sd*, "
                  "x]}}\n---\n"
                  "some_inst match_inst $a (b > 5) -> print \"$a\";"),
            "some_inst (match_inst \"(^sd.*\\$)|(^x\\$)\" (b > 5)) -> "
            "print \"sd*, x\";\n");
}

TEST(BoundRules, ForEachMakesRulesAnew) {
  EXPECT_EQ(Rules(R"(---
parameters:
  mounts:
    type: table
    columns: {dir: {type: text}, full: {type: percentage, default: 90 %}}
    default: [{dir: /}, {dir: /var, full: 80 %}]
---
--- for each fs in mounts
full = filesys.full #$fs_dir > $fs_full -> print "$fs_dir $fs_full";
--- end
y = b > 1;
)"),
            "full = filesys.full #'/' > 90 -> print \"/ 90\";\n"
            "full_var = filesys.full #'/var' > 80 -> print \"/var 80\";\n"
            "y = b > 1;\n");
  EXPECT_EQ(Rules("---\nparameters: {hs: {type: list, of: host, default: [a, "
                  "b]}}\n---\n"
                  "--- for each h in hs\nx :$h > 1;\n--- end\n"),
            "x :a > 1;\nx :b > 1;\n");
  EXPECT_EQ(Rules("---\nparameters: {hs: {type: list, of: host, default: [a, "
                  "b]}}\n---\n"
                  "--- for each h in hs\nx :$h > 1;\n--- end\n",
                  "site: {values: {x.hs: []}}"),
            "");
}

/// What a rule for each of `mounts` is named.
std::string Names(const std::string& mounts) {
  const std::string rules = Rules(
      "---\nparameters: {mounts: {type: list, of: text, default: [" + mounts +
      "]}}\n---\n--- for each fs in mounts\nx = filesys.full #$fs > "
      "1;\n--- end\nx_b = b > 1;\n");
  std::string names;
  std::istringstream lines(rules);
  for (std::string line; std::getline(lines, line);) {
    names += line.substr(0, line.find(' ')) + ' ';
  }
  return names;
}

TEST(BoundRules, NamesSayWhatARuleIsFor) {
  EXPECT_EQ(Names("/var, /srv/\u00e9-2"), "x_var x_srv_2 x_b ");
  EXPECT_EQ(Names("/new, /var"), "x_new x_var x_b ");
  EXPECT_EQ(Names("/, +, a+b, a/b, b"), "x x_2 x_a_b x_a_b_2 x_b x_b_2 ");
  EXPECT_EQ(Names(std::string(100, 'a')),
            "x_" + std::string(40, 'a') + " x_b ");
}

TEST(BoundRules, SectionsAreMadeSoOftenAndNoMore) {
  std::string elements = "0";
  for (int i = 1; i < 1000; ++i) elements += ", " + std::to_string(i);
  std::string rules =
      "---\nparameters: {n: {type: list, of: number, default: [" + elements +
      "]}}\n---\n";
  for (int i = 0; i < 12; ++i) {
    rules += "--- for each i in n\nx > $i;\n--- end\n";
  }
  const std::string told = Rules(rules);
  EXPECT_THAT(told, HasSubstr("x.rules:34:1: error: rules for each would be "
                              "made more than 10000 times"));
  EXPECT_THAT(told, HasSubstr("x.rules:37:1: error: "));
}

TEST(BoundRules, SectionsOfALongFileAreMadeLessOften) {
  std::string elements = "0";
  for (int i = 1; i < 1000; ++i) elements += ", " + std::to_string(i);
  std::string rules =
      "---\nparameters: {n: {type: list, of: number, default: [" + elements +
      "]}}\n---\n// " + std::string(kMostRead / 1000, 'c') + '\n';
  for (int i = 0; i < 2; ++i) {
    rules += "--- for each i in n\nx > $i;\n--- end\n";
  }
  const std::string told = Rules(rules);
  EXPECT_THAT(told, HasSubstr("x.rules:5:1: error: from here on this template "
                              "is too long for so many rules for each"));
  EXPECT_EQ(told.find("error"), told.rfind("error"));
  EXPECT_EQ(Rules(rules, "site: {values: {x.n: [1]}}"), "x > 1;\nx > 1;\n");
}

TEST(BoundRules, WhatIsTooMuchIsToldBeforeAnythingIsMade) {
  std::string rules =
      "---\nparameters: {n: {type: list, of: number, default: [1]}}\n---\n"
      "x > ;\n";
  for (int i = 0; i < 10'001; ++i) rules += "--- for each i in n\n--- end\n";
  EXPECT_THAT(Rules(rules), testing::Not(HasSubstr("x.rules:4:")));
}

TEST(BoundRules, WhatIsWrongIsToldOnce) {
  const std::string told = Rules(
      "---\nparameters: {n: {type: list, of: number, default: [1, 2, 3]}}\n"
      "---\n--- for each i in n\nx > ;\n--- end\n");
  EXPECT_EQ(told.find("error"), told.rfind("error"));
  EXPECT_THAT(told, HasSubstr("x.rules:5:4: error"));
}

TEST(BoundRules, AListIsNoOperand) {
  EXPECT_THAT(Rules("---\nparameters: {n: {type: list, of: number, default: "
                    "[1]}}\n---\nx > $n;\n"),
              HasSubstr("parameter $n has several values"));
}

constexpr char kDisk[] = R"(---
parameters: {busy: {type: percentage, default: 85 %}}
---
d = some_inst (b > $busy) -> print "%i";
)";

TEST(BoundRules, InstancesHaveRulesOfTheirOwn) {
  EXPECT_EQ(Rules(kDisk,
                  "hosts: {db1: {instances: {sd*: {x.busy: 90 %}, "
                  "sda: {x.enabled: no}}}}"),
            "d = some_inst (nomatch_inst \"^sd.*\\$|^sda\\$\" (b > 85)) -> "
            "print \"%i\";\n"
            "d_sd = some_inst (nomatch_inst \"^sda\\$\" (match_inst "
            "\"^sd.*\\$\" (b > 90))) -> print \"%i\";\n");
  EXPECT_EQ(Rules(kDisk,
                  "hosts: {db1: {instances: {1 minute: {x.busy: 95 %}, "
                  "'eth[01]': {x.busy: 90 %}}}}"),
            "d = some_inst (nomatch_inst \"^1 minute\\$|^eth[01]\\$\" (b > "
            "85)) -> print \"%i\";\n"
            "d_eth_01 = some_inst (match_inst \"^eth[01]\\$\" (b > 90)) -> "
            "print \"%i\";\n"
            "d_1_minute = some_inst (match_inst \"^1 minute\\$\" (b > 95)) -> "
            "print \"%i\";\n");
  EXPECT_EQ(Rules(kDisk, "hosts: {db2: {instances: {sd*: {x.busy: 90 %}}}}"),
            "d = some_inst (b > 85) -> print \"%i\";\n");
}

TEST(BoundRules, RulesThatAreNotOfEachInstanceAreTold) {
  const std::string told = Rules(
      "---\nparameters: {n: {default: 5}}\n---\nx = count_inst (b > 1) > $n;\n",
      "site:\n  instances: {sd*: {x.n: 6}}\n");
  EXPECT_THAT(told, HasSubstr("site.yaml:2:15: error: instances cannot have "
                              "values of their own of x: x.rules:4"));
}

}  // namespace
}  // namespace rules::site
