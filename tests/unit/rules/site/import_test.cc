// ImportModifications: what pmieconf's settings become.
#include "rules/site/import.h"

#include <gtest/gtest.h>

#include "rules/site/site_file.h"

namespace rules::site {
namespace {

using pmieconf::Object;
using pmieconf::ObjectType;

Object Changed(const std::string& name, const std::string& value) {
  Object object;
  object.type = ObjectType::kString;
  object.name = name;
  object.value = value;
  object.changed = true;
  return object;
}

pmieconf::Catalog Settings() {
  pmieconf::Catalog catalog;
  pmieconf::Rule busy;
  busy.self.name = "perdisk.iops";
  busy.variables = {Changed("threshold", "90"), Changed("delta", "5 min"),
                    Changed("holdoff", "high")};
  pmieconf::Rule other;
  other.self.name = "cpu.other";
  other.self.changed = true;
  other.self.enabled = false;
  catalog.rules = {other, busy};
  catalog.global.variables.push_back(Changed("holdoff", "20 min"));
  catalog.global.variables.push_back(Changed("shell_action", "no"));
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
      ImportModifications(Settings(), Templates(), "config.pmie");
  EXPECT_EQ(text,
            "# What is set in config.pmie\n"
            "site:\n"
            "  values:\n"
            "    busy.busy: 90  # perdisk.iops.threshold = 90\n"
            "    busy.again: 20 min  # global.holdoff = 20 min\n"
            "# Not set here:\n"
            "#   cpu.other.enabled = no: no template is there for this rule\n"
            "#   perdisk.iops.delta = 5 min: no parameter of busy is there for "
            "it\n"
            "#   perdisk.iops.holdoff = high: of busy.again it is no duration\n"
            "#   global.shell_action = no: no template has a parameter for "
            "it\n");
  EXPECT_TRUE(ReadSite("site.yaml", text).diagnostics.empty());
  EXPECT_EQ(ReadSite("site.yaml", text).levels.at(0).settings.size(), 2u);
}

TEST(Import, NothingIsAFileToo) {
  EXPECT_EQ(ImportModifications({}, {}, "a\nb"), "# What is set in a?b\n");
}

}  // namespace
}  // namespace rules::site
