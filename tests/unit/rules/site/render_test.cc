// RenderRules: comments that say who gave a value, and rules.
#include "rules/site/render.h"

#include <gtest/gtest.h>

namespace rules::site {
namespace {

constexpr char kBusy[] = R"(---
summary: a disk
parameters:
  busy: {type: percentage, default: 85 %}
---
delta = 1 min;
x = a > $busy;
y = b > 5;
)";

std::string Rendered(const std::string& site) {
  return RenderRules(ReadTemplate("busy.rules", kBusy).read,
                     ReadSite("site.yaml", site), "db1");
}

TEST(Render, RulesStandBehindWhoGaveTheirValues) {
  EXPECT_EQ(Rendered("site: {values: {busy.busy: 90 %}}\n"),
            "// busy: a disk\n"
            "// busy: 90 % (site, site.yaml:1)\n"
            "delta = 60;\nx = a > 90;\ny = b > 5;\ndelta = 10;\n");
}

TEST(Render, WhatIsOffHasNone) {
  const std::string off = "hosts: {db1: {values: {busy.enabled: off}}}\n";
  EXPECT_EQ(Rendered(off), "");
}

}  // namespace
}  // namespace rules::site
