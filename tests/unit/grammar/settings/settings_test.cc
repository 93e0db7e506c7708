// Settings: texts, times and choices, and what is told of others.
#include "grammar/settings/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grammar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SettingsTest : public ::testing::Test {
 protected:
  Settings Of(const std::string& text) {
    tree_ = base::yaml::Parse(text);
    EXPECT_THAT(tree_.faults, IsEmpty());
    findings_ = {};
    return Settings(tree_.root, "it", tree_.root.place, &findings_);
  }
  std::vector<std::string> Told() const {
    std::vector<std::string> told;
    for (const auto& one : findings_.diagnostics) {
      told.push_back(std::to_string(one.span.begin) + " " + one.message +
                     (one.hint.empty() ? "" : "; " + one.hint));
    }
    return told;
  }

  base::yaml::Tree tree_;
  FileFindings findings_;
};

TEST_F(SettingsTest, Texts) {
  Settings settings = Of("a: no\nb: ''\nc: [d]\ne:\n");
  EXPECT_EQ(settings.FindText("a")->text, "no");
  EXPECT_FALSE(settings.FindText("x"));
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_FALSE(settings.FindText("b"));
  EXPECT_FALSE(settings.FindText("c"));
  EXPECT_FALSE(settings.FindText("e"));
  EXPECT_THAT(
      Told(),
      ElementsAre("9 b is empty; give it a value, or leave it out",
                  "15 c is one text; one that begins with { or [ stands in "
                  "quotes",
                  "19 e has no value; give it one, or leave it out"));
}

TEST_F(SettingsTest, Times) {
  Settings settings =
      Of("a: 1.5 min\nb: 010\nc: soon\nd: -1\ne: 0\nf: 1e18 s\ng: 3601\nh: 1 "
         "hour\ni: 200 ms\n");
  base::Duration time{7};
  settings.ReadTime("x", kOneHour, &time);
  EXPECT_EQ(time.ns, 7);
  for (const char* key : {"b", "c", "d", "e", "f", "g", "i"})
    settings.ReadTime(key, kOneHour, &time);
  EXPECT_EQ(time.ns, 7);
  EXPECT_THAT(
      Told(),
      ElementsAre("14 b begins with a 0; to some readers of YAML that is "
                  "another number: leave the 0 out",
                  "21 c is no time above 0; such as 10 s, 500 msec or 1 min",
                  "29 d is no time above 0; such as 10 s, 500 msec or 1 min",
                  "35 e is no time above 0; such as 10 s, 500 msec or 1 min",
                  "40 f is more than 1 hour; such as 10 s, 500 msec or 1 min",
                  "50 g is more than 1 hour; such as 10 s, 500 msec or 1 min",
                  "68 i is in minutes; write msec, or min"));
  settings.ReadTime("h", kOneHour, &time);
  EXPECT_EQ(time.Seconds(), 3600);
  settings.ReadTime("a", kOneHour, &time);
  EXPECT_EQ(time.Seconds(), 90);
}

TEST_F(SettingsTest, Choices) {
  Settings settings = Of("a: two\nb: TWO\nc: x\n");
  constexpr std::pair<const char*, int> kWords[] = {{"one", 1}, {"two", 2}};
  int choice = 0;
  settings.ReadChoice("b", kWords, &choice);
  settings.ReadChoice("c", kWords, &choice);
  EXPECT_EQ(choice, 0);
  EXPECT_THAT(Told(), ElementsAre("10 b is none of one, two; did you mean two?",
                                  "17 c is none of one, two"));
  settings.ReadChoice("a", kWords, &choice);
  EXPECT_EQ(choice, 2);
}

TEST_F(SettingsTest, WhatNobodyAsksForIsNoSetting) {
  Settings settings = Of("url: a\nulr: b\nzzz: c\nold: d\n");
  settings.FindText("url");
  settings.FindText("method");
  settings.EndKeys({{"old", "it is new now"}});
  EXPECT_THAT(Told(),
              ElementsAre("7 it has no setting ulr; did you mean url?",
                          "14 it has no setting zzz; it has url, method",
                          "21 it has no setting old; it is new now"));
  EXPECT_EQ(findings_.secrets.size(), 3u);
}

TEST_F(SettingsTest, AKeyThatIsNoPlainWordIsNotShown) {
  Settings settings = Of("{url:x: 1, old hunter2, a.key_is-1: 2}");
  settings.EndKeys({{"old", "it is new now"}});
  EXPECT_THAT(Told(),
              ElementsAre("1 this is no setting of it; a colon and a blank "
                          "stand behind the name of a setting: url: ...",
                          "11 this is no setting of it; it is new now",
                          "24 it has no setting a.key_is-1; it has "));
  EXPECT_EQ(findings_.secrets.size(), 5u);
}

TEST_F(SettingsTest, WhatIsNoMapHasNone) {
  Settings settings = Of("- a\n");
  EXPECT_EQ(settings.Find("a"), nullptr);
  settings.EndKeys();
  EXPECT_EQ(findings_.diagnostics.size(), 1u);
  Of("url:http://a");
  EXPECT_EQ(findings_.diagnostics[0].hint.substr(0, 25),
            "a colon and a blank stand");
}

}  // namespace
}  // namespace grammar
