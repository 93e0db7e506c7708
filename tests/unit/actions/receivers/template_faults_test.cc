// TagFaultsOf: each mistake, with its line; sections.
#include "actions/receivers/template_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace actions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Faults(std::string_view text, bool escaped = false) {
  std::vector<std::string> messages;
  for (const TemplateFault& fault : TagFaultsOf(text, escaped)) {
    const auto line = std::count(
        text.begin(), text.begin() + static_cast<int>(fault.begin), '\n');
    messages.push_back("line " + std::to_string(line + 1) + ": " +
                       fault.message);
  }
  return messages;
}

TEST(TagFaults, AllAreTold) {
  EXPECT_THAT(
      Faults("{{hots}} {{>x}}\n{{{text}}} {{#bindings}}\n{{vlaue}}", true),
      ElementsAre("line 1: there is no {{hots}}", "line 1: {{> is not taken",
                  "line 2: {{{ is not escaped",
                  "line 2: the section bindings has no end",
                  "line 3: there is no {{vlaue}}"));
}

TEST(TagFaults, WhatMayBeAKeyIsNotShown) {
  EXPECT_THAT(Faults("{{text}\", \"key\": \"SESAME\", \"i\": \"{{id}}"),
              ElementsAre("line 1: there is no {{...}}"));
  EXPECT_THAT(Faults("{{#a b}}{{/c d}}"),
              ElementsAre("line 1: there is no {{...}}",
                          "line 1: the section ... has no end",
                          "line 1: there is no {{...}}",
                          "line 1: there is no section that {{/...}} ends"));
}

TEST(TagFaults, EachHasItsTag) {
  const std::string_view text = "a {{# hots }} {{>key: SESAME}}{{";
  const auto faults = TagFaultsOf(text, true);
  ASSERT_EQ(faults.size(), 4u);
  const auto part = [&](const TemplateFault& fault, std::size_t end) {
    return text.substr(fault.begin, end - fault.begin);
  };
  EXPECT_EQ(part(faults[0], faults[0].end), "{{# hots }}");
  EXPECT_EQ(faults[0].shown, faults[0].end - faults[0].begin);
  EXPECT_EQ(faults[1].begin, faults[0].begin) << "it has no end";
  EXPECT_EQ(part(faults[2], faults[2].end), "{{>key: SESAME}}");
  EXPECT_EQ(part(faults[2], faults[2].begin + faults[2].shown), "{{");
  EXPECT_EQ(part(faults[3], faults[3].end), "{{");
}

TEST(TagFaults, SectionsEndAsTheyBegan) {
  EXPECT_THAT(Faults("{{#texts}}{{.}}{{/ texts }}{{^host}}{{/host}}"),
              IsEmpty());
  EXPECT_THAT(Faults("\n{{/texts}}"),
              ElementsAre("line 2: there is no section that {{/texts}} ends"));
  EXPECT_THAT(
      Faults("{{#bindings}}\n{{#more}}\n{{/bindings}}"),
      ElementsAre("line 3: {{/bindings}} ends a section within which {{#more}} "
                  "is open"));
}

TEST(TagFaults, ASectionIsNoValue) {
  EXPECT_THAT(Faults("{{bindings}}{{texts}}\n{{more}}"),
              ElementsAre("line 1: {{bindings}} is no value",
                          "line 1: {{texts}} is no value",
                          "line 2: {{more}} is no value"));
  EXPECT_THAT(Faults("{{#texts}}{{#more}},{{/more}}{{/texts}}"),
              ElementsAre("line 1: {{#more}} stands in no {{#bindings}}"));
  EXPECT_THAT(Faults("{{#bindings}}{{^more}}.{{/more}}{{/bindings}}"),
              IsEmpty());
}

TEST(TagFaults, ATagHasAnEnd) {
  EXPECT_THAT(Faults("{{host}}\n{{"), ElementsAre("line 2: {{ without }}"));
  EXPECT_THAT(Faults("{{}}"), ElementsAre("line 1: there is no {{}}"));
  EXPECT_THAT(Faults("{{! {{host }} {{/"),
              ElementsAre("line 1: {{ without }}"));
}

TEST(TagFaults, AnUnknownSectionIsToldOnceAtEachEnd) {
  EXPECT_THAT(Faults("{{#bindngs}}{{/bindngs}}"),
              ElementsAre("line 1: there is no {{bindngs}}",
                          "line 1: there is no {{bindngs}}"));
}

TEST(TagFaults, AHintSaysWhatIsMeant) {
  EXPECT_EQ(TagFaultsOf("{{hots}}", false).at(0).hint,
            "did you mean {{host}}?");
  EXPECT_TRUE(TagFaultsOf("{{xyzzyx}}", false).at(0).hint.starts_with("there"));
}

TEST(TagFaults, ManyAreToldInTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "{{x}}\n{{#host}}{{/rule}}";
  EXPECT_EQ(TagFaultsOf(text, true).size(), 300'000u + 1);
}

TEST(TagFaults, SectionsAreNotEndlesslyDeep) {
  std::string text = "a";
  for (int i = 0; i < 64; ++i) text = "{{#host}}" + text + "{{/host}}";
  EXPECT_THAT(Faults(text), IsEmpty());
  EXPECT_THAT(Faults("{{^rule}}" + text + "{{/rule}}"),
              ElementsAre("line 1: more than 64 sections within each other"));
}

}  // namespace
}  // namespace actions
