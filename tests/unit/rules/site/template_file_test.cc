// ReadTemplate: heads, and what is wrong with them.
#include "rules/site/template_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

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

TEST(TemplateFile, WithoutAHeadItIsRulesAlone) {
  const Template read = ReadTemplate("x.rules", "a > 1;\n").read;
  EXPECT_EQ(read.source.text(), "a > 1;\n");
  ASSERT_EQ(read.texts.size(), 1u);
  EXPECT_EQ(read.texts[0].sections.size(), 1u);
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

/// Files by their paths, and what is wrong with those that are included.
class Including : public testing::Test {
 protected:
  TemplateFile Read(const std::string& path) {
    return ReadTemplate(path, files_.at(path), [&](const std::string& other) {
      const auto found = files_.find(other);
      if (found != files_.end()) {
        return base::Result<std::string>(found->second);
      }
      return base::Result<std::string>(
          base::Error{base::ErrorCode::kNotFound, "no such file"});
    });
  }

  std::map<std::string, std::string> files_;
};

TEST_F(Including, ParametersAndRulesStandBeforeItsOwn) {
  files_["a/x.rules"] =
      "---\nsummary: own\ninclude: [../_b.rules, _c.rules]\n"
      "parameters: {n: {default: 1}}\n---\na > $m;\n";
  files_["_b.rules"] =
      "---\nsummary: other\ninclude: a/_c.rules\n"
      "parameters: {m: {default: 2}}\n---\nb > $m;\n";
  files_["a/_c.rules"] = "c = 5;\n";
  const TemplateFile file = Read("a/x.rules");
  EXPECT_TRUE(file.diagnostics.empty());
  EXPECT_TRUE(file.included.empty());
  EXPECT_EQ(file.read.summary, "own");
  ASSERT_EQ(file.read.texts.size(), 3u);
  EXPECT_EQ(file.read.texts[0].source.name(), "a/_c.rules");
  EXPECT_EQ(file.read.texts[1].source.name(), "_b.rules");
  EXPECT_EQ(file.read.Find("m")->Origin(), "_b.rules:4");
  EXPECT_EQ(file.read.Find("n")->Origin(), "a/x.rules:4");
}

TEST_F(Including, CirclesAndMissingFilesAreTold) {
  files_["x.rules"] = "---\ninclude: y.rules\n---\n";
  files_["y.rules"] = "---\ninclude: [./x.rules, none.rules]\n---\n";
  const TemplateFile file = Read("x.rules");
  EXPECT_TRUE(file.diagnostics.empty());
  ASSERT_EQ(file.included.size(), 1u);
  const auto& told = file.included[0].diagnostics;
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].message, "these include one another");
  EXPECT_EQ(told[0].hint, "x.rules includes y.rules includes x.rules");
  EXPECT_EQ(told[1].message, "this is not included: no such file");
}

TEST_F(Including, ARowOfFilesIsBounded) {
  const auto name = [](std::size_t i) {
    return "_" + std::to_string(i) + ".rules";
  };
  constexpr std::size_t kFiles = 20'000;
  for (std::size_t i = 0; i < kFiles; ++i) {
    files_[name(i)] = "---\ninclude: " + name(i + 1) + "\n---\n";
  }
  files_[name(kFiles)] = "a > 1;\n";
  EXPECT_TRUE(Read(name(kFiles + 1 - kMostOpen)).included.empty());
  const TemplateFile file = Read(name(0));
  ASSERT_EQ(file.included.size(), 1u);
  EXPECT_EQ(file.included[0].source.name(), name(kMostOpen - 1));
  ASSERT_EQ(file.included[0].diagnostics.size(), 1u);
  EXPECT_EQ(Render(file.included[0].diagnostics[0], file.included[0].source),
            "_63.rules:2:10: error: more than 64 files would include one "
            "another in a row\n"
            "  include: _64.rules\n"
            "           ^~~~~~~~~\n"
            "  hint: one file may include several: include: [_a.rules, "
            "_b.rules]\n");
}

TEST_F(Including, OneNameIsOfOneParameter) {
  files_["x.rules"] =
      "---\ninclude: y.rules\nparameters: {n: {default: 1}}\n---\n";
  files_["y.rules"] = "---\nparameters: {n: {default: 1}}\n---\n";
  ASSERT_EQ(Read("x.rules").diagnostics.size(), 1u);
  EXPECT_EQ(Read("x.rules").diagnostics[0].message,
            "n is a parameter already, of y.rules:2");
}

}  // namespace
}  // namespace rules::site
