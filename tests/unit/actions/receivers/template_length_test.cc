// LengthOf: what a template comes to.
#include "actions/receivers/template_length.h"

#include <gtest/gtest.h>

#include <string>

namespace actions {
namespace {

FilledLengths Lengths() {
  FilledLengths lengths;
  lengths.members = 1000;
  lengths.texts = 2;
  lengths.text = 5000;
  lengths.all["text"] = 100'000;
  lengths.all["instance"] = 7000;
  return lengths;
}

TEST(TemplateLength, CountsHowOftenEachIsSaid) {
  for (const auto& [text, length] :
       {std::pair<std::string, double>{"", 0},
        {"abc", 3},
        {"{{! a }}abc", 3},
        {"a{{text}}{{&text}}", 1 + 2 * 5000.},
        {"{{instance}}", 7},
        {"{{#bindings}}a{{instance}}{{/bindings}}b", 8001},
        {"{{#bindings}}{{text}}{{/bindings}}{{text}}", 100'000 + 5000.},
        {"{{#texts}}{{.}}{{/texts}}", 5000},
        {"{{#bindings}}{{#texts}}{{.}}{{/texts}}{{/bindings}}", 100'000},
        {"{{#host}}a{{/host}}{{^bindings}}b{{/bindings}}", 2},
        {"{{rule}}", 64}}) {
    EXPECT_EQ(LengthOf(text, Lengths()), length) << text;
  }
}

// FaultOf() refuses them; nothing is read beyond.
TEST(TemplateLength, OfWhatIsNoTemplate) {
  for (const char* text :
       {"{{", "a{{b", "{{/a}}{{/b}}", "{{}}", "{{ }}", "}}"}) {
    EXPECT_GE(LengthOf(text, Lengths()), 0) << text;
  }
}

TEST(TemplateLength, TagsAreWithoutBlanks) {
  EXPECT_EQ(TagAt("x{{ a }}", 1), "a");
  EXPECT_EQ(TagAt("{{#a}}", 0), "#a");
  EXPECT_EQ(TagAt("{{", 0), "");
}

}  // namespace
}  // namespace actions
