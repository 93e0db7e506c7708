// FillIn: names, sections, and what is escaped for what; FaultsOf.
#include "actions/receivers/body_template.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

constexpr char kJson[] = "application/json";

constexpr char kTold[] =
    R"({"version":1,"id":"id-1","rule":"full","time":"t","text":["a\"<","{{id}}"],)"
    R"("bindings":[{"host":"h\n","instance":"i","value":1.5},)"
    R"({"host":"h2","value":[1,"x"]}]})";

std::string FaultText(const std::string& text,
                      const std::string& type = kJson) {
  std::string told;
  for (const TemplateFault& fault : FaultsOf(text, type)) {
    told += (told.empty() ? "" : "\n") + fault.message + "; " + fault.hint;
  }
  return told;
}

std::string Filled(const std::string& text, const std::string& type) {
  EXPECT_EQ(FaultText(text, type), "") << text;
  const auto filled = FillIn(text, type, kTold);
  return filled ? *filled : filled.error().message;
}

TEST(BodyTemplate, EscapesForWhatTheBodyIs) {
  const std::string json = R"(["{{text}}", {{value}}, "{{host}}"])";
  EXPECT_EQ(Filled(json, kJson), R"(["a\"<{{id}}", 1.5, "h\n"])");
  EXPECT_EQ(Filled("{{text}}", "text/plain; charset=utf-8"), "a\"<{{id}}");
  EXPECT_EQ(Filled("{{text}}", "text/html"), "a&quot;&lt;{{id}}");
  EXPECT_EQ(Filled("t={{text}}", "application/x-www-form-urlencoded"),
            "t=a%22%3C%7B%7Bid%7D%7D");
}

TEST(BodyTemplate, SectionsGoThroughTextsAndBindings) {
  EXPECT_EQ(Filled("{{#texts}}({{{.}}}){{/texts}}", "text/plain"),
            "(a\"<)({{id}})");
  EXPECT_EQ(Filled(R"([{{#bindings}}"{{host}}={{value}}"{{#more}},{{/more}})"
                   R"({{/bindings}}])",
                   kJson),
            R"(["h\n=1.5","h2=[1,\"x\"]"])");
  EXPECT_EQ(
      Filled("{{! a comment }}{{^context}}none{{/context}}", "text/plain"),
      "none");
}

TEST(BodyTemplate, WithinBindingsTheTextIsThatOfEach) {
  constexpr char kOwn[] =
      R"({"text":["a: ","x y"],"bindings":[{"text":"a: x"},{"text":"a: y"},{}]})";
  const auto filled = [&](const std::string& text) {
    return FillIn(text, "text/plain", kOwn).value();
  };
  EXPECT_EQ(filled("{{text}}{{#bindings}};{{text}}{{/bindings}}"),
            "a: x y;a: x;a: y;a: x y");
  EXPECT_EQ(filled("{{#bindings}}{{#texts}}<{{.}}>{{/texts}};{{/bindings}}"),
            "<a: x>;<a: y>;<a: ><x y>;");
}

// Where each has its own there is nothing to be cut, however long all are.
TEST(BodyTemplate, OwnTextsAreNotCut) {
  const std::string long_text(1000, 'a');
  std::string told = R"({"text":[")" + std::string(20 << 20, 'a') + "\"],";
  told += R"("bindings":[{"text":")" + long_text + R"("})";
  for (int i = 1; i < 1000; ++i) told += R"(,{"text":")" + long_text + "\"}";
  bool cut = true;
  const auto filled = FillIn("{{#bindings}}{{text}}{{/bindings}}", "text/plain",
                             told + "]}", &cut);
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_EQ(filled->size(), 1'000'000u);
  EXPECT_FALSE(cut);
}

TEST(BodyTemplate, Faults) {
  EXPECT_EQ(FaultText("[\"{{rule}}\",\n\"{{ hots }}\"]"),
            "there is no {{hots}}; did you mean {{host}}?");
  EXPECT_EQ(FaultText("{{{text}}}").substr(0, 17), "{{{ is not escape");
  EXPECT_EQ(FaultText("{{>x}}"), "{{> is not taken; ");
  EXPECT_EQ(FaultText("{{=<% %>=}}"), "{{= is not taken; ");
  EXPECT_EQ(FaultText("{\"a\": {{text}}}").substr(0, 35),
            "the template makes what is no JSON;");
  EXPECT_EQ(FaultText("{{{text}}", "text/plain").substr(0, 8), "Unclosed");
}

TEST(BodyTemplate, NoListStandsWithinItself) {
  std::string deep = "a";
  for (int i = 0; i < 40; ++i) deep = "{{#bindings}}" + deep + "{{/bindings}}";
  for (const std::string& text :
       {deep, std::string("{{#texts}}{{#bindings}}{{# texts }}{{.}}{{/texts}}"
                          "{{/bindings}}{{/texts}}")}) {
    const std::string told = FaultText(text, "text/plain");
    EXPECT_TRUE(told.ends_with("}} stands within itself; ")) << told;
  }
  EXPECT_EQ(FaultText("{{#texts}}{{.}}{{/texts}}{{#bindings}}{{#texts}}"
                      "{{/texts}}{{/bindings}}{{#texts}}{{/texts}}",
                      "text/plain"),
            "");
}

TEST(BodyTemplate, WhatIsSeldomTriedMayMakeNoJson) {
  const auto doubt = [](const std::string& text, const char* type = kJson) {
    EXPECT_EQ(FaultText(text, type), "") << text;
    const auto found = DoubtOf(text, type);
    return found ? found->message : "";
  };
  EXPECT_EQ(doubt(R"({"v": {{value}}})"),
            "it makes no JSON of a value that is a text");
  EXPECT_EQ(doubt("[{{#texts}}\"{{.}}\"{{/texts}}]"),
            "it makes no JSON of two texts");
  EXPECT_EQ(doubt(R"({"v":{{version}},"of":"{{rule}}","text":"{{text}}"})"),
            "");
  EXPECT_EQ(doubt(R"([{{#bindings}}1{{#more}},{{/more}}{{/bindings}}])"), "");
  EXPECT_EQ(doubt(R"(["{{text}}", "{{value}}", "{{instance}}"])"), "");
  EXPECT_EQ(doubt("{{value}}", "text/plain"), "");
}

TEST(BodyTemplate, ManyBindings) {
  std::string told = R"({"text":["a"],"bindings":[{"value":0})";
  for (int i = 1; i < 20'000; ++i) {
    told += ",{\"value\":" + std::to_string(i) + "}";
  }
  const auto filled =
      FillIn("[{{#bindings}}{{value}}{{#more}},{{/more}}{{/bindings}}]", kJson,
             told + "]}");
  ASSERT_TRUE(filled);
  EXPECT_TRUE(filled->ends_with(",19998,19999]"));
}

TEST(BodyTemplate, ManyBindingsOfManyTexts) {
  std::string told = R"({"text":["a")";
  for (int i = 1; i < 5'000; ++i) told += R"(,"a")";
  told += R"(],"bindings":[{"value":0})";
  for (int i = 1; i < 5'000; ++i) told += R"(,{"value":1})";
  const auto filled = FillIn(
      R"(["{{text}}"{{#bindings}},"{{#texts}}{{.}}{{/texts}}"{{/bindings}}])",
      kJson, told + "]}");
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_TRUE(filled->starts_with("[\"aaaa"));
}

// Empty ones make no body longer, but lists of them are work.
TEST(BodyTemplate, ManyBindingsOfManyEmptyTexts) {
  std::string texts = "\"\"", bindings = "{}";
  for (int i = 1; i < 20'000; ++i) {
    texts += ",\"\"";
    bindings += ",{}";
  }
  const std::string told =
      "{\"text\":[" + texts + "],\"bindings\":[" + bindings + "]}";
  const auto filled =
      FillIn("{{#bindings}}{{#texts}}{{.}}{{/texts}}.{{/bindings}}",
             "text/plain", told);
  ASSERT_TRUE(filled);
  EXPECT_EQ(*filled, std::string(20'000, '.'));
}

TEST(BodyTemplate, OfVeryManyFaultsTheFirstAreTold) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{{hots}}";
  EXPECT_EQ(FaultsOf(text, kJson).size(), 100u);
}

TEST(BodyTemplate, WhatIsSaidOfEachBindingIsSaidInShort) {
  std::string told = R"({"bindings":[{})";
  for (int i = 1; i < 64; ++i) told += ",{}";
  told += R"(],"text":[")" + std::string(1 << 20, 'x') + "\"]}";
  for (const char* text :
       {"{{#bindings}}{{text}}{{/bindings}}",
        "{{#bindings}}{{#texts}}{{.}}{{/texts}}{{/bindings}}"}) {
    EXPECT_EQ(FillIn(text, "text/plain", told)->size(), 16u << 20) << text;
  }
}

TEST(BodyTemplate, OutsideOfBindingsATextIsWhole) {
  std::string told = R"({"bindings":[{})";
  for (int i = 1; i < 64; ++i) told += ",{}";
  told += R"(],"text":[")" + std::string(1 << 20, 'x') + "\"]}";
  EXPECT_EQ(*FillIn("{{text}}", "text/plain", told), std::string(1 << 20, 'x'));
  const auto within =
      FillIn("{{#bindings}}{{text}}|{{/bindings}}", "text/plain", told);
  EXPECT_NE(within->find("xxx...|xxx"), std::string::npos);
}

TEST(BodyTemplate, WhatBecomesTooLongIsAnError) {
  std::string told = R"({"text":["a"],"bindings":[{"instance":"sda"})";
  for (int i = 1; i < 1000; ++i) told += R"(,{"instance":"sda"})";
  told += "]}";
  std::string text = "{{#bindings}}";
  for (int i = 0; i < 12000; ++i) text += "{{instance}}";
  const auto filled = FillIn(text + "{{/bindings}}", "text/plain", told);
  ASSERT_FALSE(filled);
  EXPECT_EQ(filled.error().message, "the template makes more than 32 MiB");
}

TEST(BodyTemplate, WhatMakesNoJsonIsAnError) {
  const auto filled =
      FillIn("{{value}}", kJson, R"({"bindings":[{"value":"nan"}]})");
  ASSERT_FALSE(filled);
  EXPECT_EQ(filled.error().message, "the template makes what is no JSON");
  EXPECT_FALSE(FillIn("x", kJson, "[]"));
}

TEST(BodyTemplate, WhatAnotherHasPutIntoTheOutboxDoesNoHarm) {
  EXPECT_EQ(*FillIn("[{{#bindings}}{{value}}{{/bindings}}{{text}}]",
                    "text/plain", R"({"text":{"a":1},"bindings":5})"),
            "[]");
  EXPECT_EQ(*FillIn("[{{#bindings}}{{value}}{{/bindings}}]", "text/plain",
                    R"({"text":[],"bindings":[5,"x",null]})"),
            "[]");
  const std::string deep =
      std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_FALSE(FillIn("x", kJson, R"({"text":)" + deep + "}"));
}

TEST(BodyTemplate, WhereItIsKnownHowToEscape) {
  EXPECT_TRUE(CanEscapeFor("Application/vnd.x+JSON"));
  EXPECT_FALSE(CanEscapeFor("text/csv"));
  EXPECT_FALSE(CanEscapeFor(""));
}

}  // namespace
}  // namespace actions
