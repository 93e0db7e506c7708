// Errand: kept as JSON, and as it was when it is read.
#include "actions/notification/errand.h"

#include <gtest/gtest.h>

#include <string>

namespace actions {
namespace {

using namespace std::string_literals;

TEST(ErrandTest, AMessageIsKeptWhateverIsInIt) {
  for (const std::string& text :
       {""s, "x"s, "\0\n\"\\"s, "\xff\xfe\0"s, "\u202e\u00e4"s}) {
    const std::string json = ErrandJson({text, ""});
    EXPECT_EQ(ErrandOf(json), (Errand{text, ""})) << json;
    for (const char c : json) EXPECT_TRUE(c >= ' ' && c <= '~') << json;
  }
  EXPECT_EQ(ErrandJson({"a", ""}), R"({"message":"a"})");
  EXPECT_EQ(ErrandJson({"\xff"s, ""}), R"({"message":[255]})");
}

TEST(ErrandTest, AProgramIsKeptWithWhatItIsGiven) {
  const Errand errand{"in\xff", "/bin/x", {"/bin/x", "", "a\xfe"}, {"A=b"}};
  EXPECT_EQ(ErrandJson(errand),
            R"({"program":"/bin/x","arguments":["/bin/x","",[97,254]],)"
            R"("environment":["A=b"],"message":[105,110,255]})");
  EXPECT_EQ(ErrandOf(ErrandJson(errand)), errand);
}

TEST(ErrandTest, WhatIsNoneIsNotRead) {
  for (const char* json :
       {"", "{", "[]", "1", "null", "{}", R"({"message":1})",
        R"({"message":{"a":"b"}})", R"({"message":"a","program":"/bin/x"})",
        R"({"message":"a","program":"/b","arguments":"c","environment":[]})",
        R"({"message":["a"]})", R"({"message":[[1]]})"}) {
    EXPECT_FALSE(ErrandOf(json)) << json;
  }
}

}  // namespace
}  // namespace actions
