// TextLimit: what stays of long texts.
#include "actions/text_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TextLimitTest : public ::testing::Test {
 protected:
  std::string Fit(const std::string& text) {
    const tests::ActionEvent event(tests::ActionEvent::Kind::kSyslog, text);
    return limit_.Fit(Whose(event.event()), text);
  }

  tests::LogLines log_;
  TextLimit limit_{"syslog", 4, log_.log()};
};

TEST_F(TextLimitTest, WhatFitsStays) {
  EXPECT_EQ(Fit(""), "");
  EXPECT_EQ(Fit("abcd"), "abcd");
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(TextLimitTest, IsCutBetweenCharacters) {
  EXPECT_EQ(Fit("abcde"), "abcd... (5 bytes)");
  EXPECT_EQ(Fit("ab\xe2\x82\xac"), "ab... (5 bytes)");
  EXPECT_EQ(Fit("\xff\xff\xff\xff\xff"), "\xff\xff\xff\xff... (5 bytes)");
}

TEST_F(TextLimitTest, ARowIsTold) {
  Fit("abcde");
  Fit("abcdef");
  Fit("abcd");
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: rule: syslog: cut: a text of 5 bytes, of which 4 fit",
                  "Info: rule: syslog: whole again; 2 before it not"));
}

}  // namespace
}  // namespace actions
