// ReadTemplate: heads, and what is wrong with them.
#include "rules/site/template_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::HasSubstr;

std::string Told(const std::string& text) {
  const TemplateFile file = ReadTemplate("sets/x.rules", text);
  std::string told;
  for (const auto& one : file.diagnostics) {
    told += Render(one, file.read.source);
  }
  return told;
}

constexpr char kRight[] = R"(---
summary: a disk
severity: critical
enabled: no
parameters:
  busy: {type: percentage, default: 85 %, from: 50 %, help: of the time}
  left: {default: 2 Kbyte, to: 4 Kbyte}
---
x = a > $busy -> print "x";
)";

TEST(TemplateFile, ReadsTheHead) {
  const Template read = ReadTemplate("sets/disk/disk_busy.rules", kRight).read;
  EXPECT_EQ(Told(kRight), "");
  EXPECT_EQ(read.name, "disk_busy");
  EXPECT_EQ(read.summary, "a disk");
  EXPECT_EQ(read.severity, "critical");
  ASSERT_EQ(read.parameters.size(), 3u);
  EXPECT_EQ(std::get<bool>(read.Find("enabled")->initial.value), false);
  const Parameter& busy = *read.Find("busy");
  EXPECT_EQ(std::get<double>(busy.initial.value), 85);
  EXPECT_EQ(busy.from, 50);
  EXPECT_EQ(busy.to, 100);
  EXPECT_EQ(busy.help, "of the time");
  EXPECT_EQ(read.Find("left")->to, 4096);
  EXPECT_EQ(read.Find("left")->units.space, 1);
  EXPECT_EQ(read.Find("none"), nullptr);
}

TEST(TemplateFile, RulesStayWhereTheyWere) {
  const Template read = ReadTemplate("x.rules", kRight).read;
  EXPECT_EQ(read.rules.text().size(), read.source.text().size());
  EXPECT_EQ(read.rules.LineText(8).find_first_not_of(' '), std::string::npos);
  EXPECT_EQ(read.rules.LineText(9), "x = a > $busy -> print \"x\";");
  EXPECT_EQ(read.rules.LineText(3).find_first_not_of(' '), std::string::npos);
}

TEST(TemplateFile, WithoutAHeadItIsRulesAlone) {
  const Template read = ReadTemplate("x.rules", "a > 1;\n").read;
  EXPECT_EQ(read.rules.text(), "a > 1;\n");
  ASSERT_EQ(read.parameters.size(), 1u);
  EXPECT_EQ(read.parameters[0].name, "enabled");
  EXPECT_EQ(ReadTemplate("x.rules", "---\n---\n").read.parameters.size(), 1u);
}

TEST(TemplateFile, WhatIsWrongIsTold) {
  EXPECT_THAT(Told("---\nparameters:\n"),
              HasSubstr("x.rules:1:1: error: this head has no end"));
  EXPECT_THAT(Told("---\nparameters: {a: {default: 5, min: 3}}\n---\n"),
              HasSubstr("x.rules:2:30: error: parameter a has no setting min"));
  EXPECT_THAT(Told("---\nparameters: {a: {help: x}}\n---\n"),
              HasSubstr("there is no default"));
  EXPECT_THAT(Told("---\nparameters: {a: {default: 5, to: 4}}\n---\n"),
              HasSubstr("the default is above 4"));
  EXPECT_THAT(Told("---\nparameters: {a: {default: 5, to: 4 sec}}\n---\n"),
              HasSubstr("to has other units than its default"));
  EXPECT_THAT(Told("---\nparameters: {a: {default: 5, from: 7, to: 4}}\n---\n"),
              HasSubstr("from is above to"));
  EXPECT_THAT(Told("---\nparameters: {a-b: {default: 5}}\n---\n"),
              HasSubstr("this is no name of a parameter"));
  EXPECT_THAT(Told("---\nparameters: {enabled: {default: no}}\n---\n"),
              HasSubstr("each template has a parameter of this name"));
  EXPECT_THAT(Told("---\nparameters: {a: {type: choice, default: x}}\n---\n"),
              HasSubstr("the default is none of"));
  EXPECT_THAT(Told("---\nparameters: {a: {type: numbr, default: 5}}\n---\n"),
              HasSubstr("did you mean number?"));
  EXPECT_THAT(Told("---\nenabled: maybe\n---\n"),
              HasSubstr("enabled is neither yes nor no"));
  EXPECT_THAT(Told("---\nparameters: [a]\n---\n"),
              HasSubstr("parameters is no map of names"));
}

}  // namespace
}  // namespace rules::site
