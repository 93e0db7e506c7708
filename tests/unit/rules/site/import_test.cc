// ImportModifications: what pmieconf's settings become.
#include "rules/site/import.h"

#include <gtest/gtest.h>

#include "rules/site/site_file.h"

namespace rules::site {
namespace {

using pmieconf::Object;
using pmieconf::ObjectType;

Object Changed(const std::string& name, const std::string& value,
               std::size_t line = 2) {
  Object object;
  object.type = ObjectType::kString;
  object.name = name;
  object.value = value;
  object.changed = true;
  object.line = line;
  return object;
}

pmieconf::Catalog Settings() {
  pmieconf::Catalog catalog;
  pmieconf::Rule busy;
  busy.self.name = "perdisk.iops";
  busy.variables = {Changed("threshold", "90"), Changed("delta", "5 min", 3),
                    Changed("holdoff", "high", 4)};
  pmieconf::Rule other;
  other.self.name = "cpu.other";
  other.self.changed = true;
  other.self.enabled = false;
  other.self.line = 5;
  catalog.rules = {other, busy};
  catalog.global.variables.push_back(Changed("holdoff", "20 min"));
  catalog.global.variables.push_back(Changed("shell_action", "no", 6));
  return catalog;
}

std::vector<Template> Templates() {
  return {ReadTemplate(
              "busy.rules",
              "---\nreplaces: perdisk.iops\nparameters:\n"
              "  busy: {type: percentage, default: 5 %, replaces: threshold}\n"
              "  again: {type: duration, default: 1 hour}\n---\n")
              .read,
          ReadTemplate("own.rules",
                       "---\nparameters: {again: {type: duration, default: 1 "
                       "hour}}\n---\n")
              .read};
}

TEST(Import, WhatTemplatesAreThereForIsSet) {
  const std::string text =
      ImportModifications(Settings(), Templates(), "config.pmie",
                          {{7, "a.b.t = 5", "there is no rule of this name"}});
  EXPECT_EQ(text,
            "# What is set in config.pmie\n"
            "site:\n"
            "  values:\n"
            "    busy.busy: 90  # perdisk.iops.threshold = 90\n"
            "    busy.again: 20 min  # global.holdoff = 20 min\n"
            "# Not set here:\n"
            "#   config.pmie:5: cpu.other.enabled = no: no template is there "
            "for this rule; one of your own has in its head replaces: "
            "cpu.other\n"
            "#   config.pmie:3: perdisk.iops.delta = 5 min: no parameter of "
            "busy is there for it; those that it has: tocsin conf why HOST "
            "busy\n"
            "#   config.pmie:4: perdisk.iops.holdoff = high: of busy.again it "
            "is no duration; such as 30 sec or 10 min\n"
            "#   config.pmie:6: global.shell_action = no: no template has a "
            "parameter for it; one of a template of your own has replaces: "
            "shell_action\n"
            "#   config.pmie:7: a.b.t = 5: there is no rule of this name\n");
  EXPECT_TRUE(ReadSite("site.yaml", text).diagnostics.empty());
  EXPECT_EQ(ReadSite("site.yaml", text).levels.at(0).settings.size(), 2u);
}

pmieconf::Rule RuleWith(const std::string& name, bool enabled,
                        std::vector<Object> variables) {
  pmieconf::Rule rule;
  rule.self.name = name;
  rule.self.enabled = enabled;
  rule.self.changed = true;
  rule.self.line = 2;
  rule.variables = std::move(variables);
  return rule;
}

std::string ImportedOfTwo(bool first, bool second) {
  pmieconf::Catalog catalog;
  catalog.rules = {
      RuleWith("d.bytes", first,
               {Changed("holdoff", "10 min"), Changed("threshold", "10"),
                Changed("part", "3")}),
      RuleWith("d.iops", second,
               {Changed("holdoff", "2 hour"), Changed("threshold", "20"),
                Changed("part", "3")})};
  return ImportModifications(
      catalog,
      {ReadTemplate("two.rules",
                    "---\nreplaces: d.iops, d.bytes\nparameters:\n"
                    "  busy: {default: 5, replaces: threshold}\n"
                    "  part: {default: 5, replaces: part}\n"
                    "  again: {type: duration, default: 1 hour}\n---\n")
           .read},
      "f", {});
}

TEST(Import, ATemplateMayReplaceSeveralRules) {
  EXPECT_EQ(ImportedOfTwo(false, false),
            "# What is set in f\n"
            "site:\n"
            "  values:\n"
            "    two.enabled: no  # d.bytes.enabled = no\n"
            "    two.again: 2 hour  # d.iops.holdoff = 2 hour\n"
            "    two.busy: 10  # d.bytes.threshold = 10\n"
            "    two.part: 3  # d.bytes.part = 3\n"
            "# Not set here:\n"
            "#   f:2: d.bytes.holdoff = 10 min: two.again is that of d.iops\n"
            "#   f:2: d.iops.threshold = 20: two.busy is that of d.bytes\n");
}

TEST(Import, ATemplateIsOffIfAllThatItReplacesIs) {
  const std::string text = ImportedOfTwo(true, false);
  EXPECT_NE(text.find("two.enabled: yes  # d.bytes.enabled = yes\n"),
            text.npos);
  EXPECT_NE(
      text.find("#   f:2: d.iops.enabled = no: two replaces it together with "
                "d.bytes, which is enabled\n"),
      text.npos)
      << text;
  EXPECT_EQ(text.find("two.enabled: no"), text.npos);
}

TEST(Import, NothingIsAFileToo) {
  EXPECT_EQ(ImportModifications({}, {}, "a\nb", {}), "# What is set in a?b\n");
}

}  // namespace
}  // namespace rules::site
