// TemplateReader: where what is wrong with a template is told, and what of it
// is shown there.
#include "actions/receivers/template_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "actions/receivers/receivers_file.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// "LINE:COLUMN MESSAGE" of each, and the line as it is shown.
std::vector<std::string> Told(const std::vector<grammar::Diagnostic>& all,
                              const grammar::SourceText& shown) {
  std::vector<std::string> told;
  for (const grammar::Diagnostic& one : all) {
    const auto at = shown.PositionAt(one.span.begin);
    told.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) +
                   " " + one.message);
    told.emplace_back(shown.LineText(at.line));
  }
  return told;
}

ReceiversFile Read(const std::string& settings,
                   const std::string& folder = "/etc/site") {
  return ReadReceivers(folder + "/r.yaml",
                       "receivers:\n  ops:\n    url: http://a\n" + settings);
}

std::vector<std::string> ToldOf(const std::string& settings) {
  const ReceiversFile file = Read(settings);
  EXPECT_THAT(file.receivers, IsEmpty());
  EXPECT_THAT(file.templates, IsEmpty());
  return Told(file.diagnostics, file.shown);
}

TEST(TemplateReader, TagsHaveTheirPlacesInWhateverLines) {
  EXPECT_THAT(ToldOf("    template: |\n"
                     "      {\"key\": \"SESAME\",\n"
                     "       \"text\": \"{{text}}\", \"a\": \"{{hots}}\"}\n"
                     "    interval: 1 s\n"),
              ElementsAre("6:34 there is no {{hots}}",
                          "*********************************{{hots}}**"));
}

TEST(TemplateReader, TagsHaveTheirPlacesInFoldedLinesAndInQuotes) {
  EXPECT_THAT(ToldOf("    template: >-\n      [\"{{rule}}\",\n"
                     "       \"{{a}}\"]\n"),
              ElementsAre("6:9 there is no {{a}}", "********{{a}}**"));
  EXPECT_THAT(ToldOf("    template: \"[\\\"{{a}}\\\", \\\"SESAME\\\"]\"\n"),
              ElementsAre("4:19 there is no {{a}}",
                          "    template: ****{{a}}****************"));
  EXPECT_THAT(ToldOf("    template: '{{b}} {{key: SESAME}}'\n"),
              ElementsAre("4:16 there is no {{b}}",
                          "    template: *{{b}}*{{**************",
                          "4:22 there is no {{...}}",
                          "    template: *{{b}}*{{**************"));
}

TEST(TemplateReader, WhatIsWrittenInAnotherWayHasItsLine) {
  EXPECT_THAT(ToldOf("    template: \"\\n{\\x7ba}}\"\n"),
              ElementsAre("4:15 the template: line 2: there is no {{a}}",
                          "    template: ************"));
}

TEST(TemplateReader, AFileOfItsOwnIsPointedInto) {
  const tests::FileTree tree;
  tree.Write("/t", "{\"key\": \"SESAME\",\n \"a\": \"{{hots}}\"}\n");
  const ReceiversFile file = Read(
      "    template_file: t\n"
      "  twice: {url: http://a, template_file: t}\n",
      tree.root());
  EXPECT_THAT(file.receivers, IsEmpty());
  EXPECT_THAT(file.diagnostics, IsEmpty());
  ASSERT_THAT(file.templates, SizeIs(1)) << "told once";
  EXPECT_EQ(file.templates[0].shown.name(), tree.root() + "/t");
  EXPECT_THAT(Told(file.templates[0].diagnostics, file.templates[0].shown),
              ElementsAre("2:8 there is no {{hots}}", "*******{{hots}}**"));
}

TEST(TemplateReader, WhatIsOfNoTagIsToldWhereTheTemplateIsNamed) {
  const tests::FileTree tree;
  tree.Write("/t", "{\"a\": {{text}}}");
  const ReceiversFile file = Read("    template_file: t\n", tree.root());
  EXPECT_THAT(file.templates, IsEmpty());
  EXPECT_THAT(Told(file.diagnostics, file.shown),
              ElementsAre("4:20 t: the template makes what is no JSON",
                          "    template_file: t"));
}

}  // namespace
}  // namespace actions
