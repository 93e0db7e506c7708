// JsonBody: every member, and that nothing can break out of its string.
#include "actions/notification/json_body.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/action_event.h"

namespace actions {
namespace {

using engine::alarm::Binding;
using engine::alarm::Datum;

class JsonBodyTest : public ::testing::Test {
 protected:
  std::string Body() const { return JsonBody(event_.event(), "id-1", zone_); }
  /// The binding of `samples` alone.
  std::string Value(std::vector<Datum> samples) {
    event_.parts.bindings = {{{}, {}, {}, std::move(samples)}};
    const std::string body = Body();
    const std::size_t at = body.find("\"bindings\":[") + 12;
    return body.substr(at, body.size() - at - 2);
  }

  base::Zone zone_;  // UTC
  tests::ActionEvent event_{tests::ActionEvent::Kind::kWebhook, ""};
};

TEST_F(JsonBodyTest, HasItsMembersInOrder) {
  event_.parts.texts = {"sda is full", ""};
  event_.parts.bindings = {{"web1", "sda", "/a", {Datum(97.5)}},
                           {"web2", {}, {}, {Datum(true)}}};
  EXPECT_EQ(Body(),
            "{\"version\":1,\"id\":\"id-1\",\"rule\":\"rule\","
            "\"time\":\"2001-09-09T01:46:40Z\","
            "\"text\":[\"sda is full\",\"\"],"
            "\"bindings\":[{\"host\":\"web1\",\"instance\":\"sda\","
            "\"value\":97.5,\"context\":\"/a\"},"
            "{\"host\":\"web2\",\"value\":true}]}");
}

TEST_F(JsonBodyTest, ABindingMayHaveItsOwnText) {
  event_.parts.bindings = {{{}, {}, {}, {Datum(1.)}, "1", "sda\xff is full"}};
  EXPECT_NE(Body().find("\"bindings\":[{\"value\":1.0,"
                        "\"text\":\"sda\\ufffd is full\","
                        "\"text_base64\":\"c2Rh/yBpcyBmdWxs\"}]"),
            std::string::npos);
}

TEST_F(JsonBodyTest, WithoutTextsAndBindings) {
  EXPECT_EQ(Body(),
            "{\"version\":1,\"id\":\"id-1\",\"rule\":\"rule\","
            "\"time\":\"2001-09-09T01:46:40Z\",\"text\":[],\"bindings\":[]}");
}

TEST_F(JsonBodyTest, ValuesOfEverySort) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Value({Datum(0.1)}), "{\"value\":0.1}");
  EXPECT_EQ(Value({Datum(1234567.25)}), "{\"value\":1234567.25}");
  EXPECT_EQ(Value({Datum(false)}), "{\"value\":false}");
  EXPECT_EQ(Value({Datum("up")}), "{\"value\":\"up\"}");
  EXPECT_EQ(Value({Datum()}), "{\"value\":null}");
  EXPECT_EQ(Value({Datum(kInfinity)}), "{\"value\":\"inf\"}");
  EXPECT_EQ(Value({Datum(-kInfinity)}), "{\"value\":\"-inf\"}");
  EXPECT_EQ(Value({Datum(kInfinity - kInfinity)}), "{\"value\":\"nan\"}");
  EXPECT_EQ(Value({Datum(2.), Datum()}), "{\"value\":[2.0,null]}");
}

TEST_F(JsonBodyTest, TextsAreOneStringWhateverTheyHold) {
  event_.parts.texts = {"\",\"x\":\"\\\n\x1b\xe2\x80\xae"};
  EXPECT_NE(Body().find("\"text\":[\"\\\",\\\"x\\\":\\\"\\\\\\n\\u001b"
                        "\\u202e\"],\"bindings\""),
            std::string::npos)
      << Body();
}

TEST_F(JsonBodyTest, WhatIsNoUtf8IsReplacedAndKeptBeside) {
  event_.parts.texts = {"a", "b\xff"};
  event_.parts.bindings = {{{}, "\xfe", {}, {Datum(std::string("x\xff\xff"))}}};
  EXPECT_NE(Body().find("\"text\":[\"a\",\"b\\ufffd\"],"
                        "\"text_base64\":[null,\"Yv8=\"],"
                        "\"bindings\":[{\"instance\":\"\\ufffd\","
                        "\"instance_base64\":\"/g==\","
                        "\"value\":\"x\\ufffd\\ufffd\","
                        "\"value_base64\":\"eP//\"}]}"),
            std::string::npos)
      << Body();
}

TEST(IsHeavyToRead, CountsWhatIsOpenOutsideOfTexts) {
  const std::string open(16, '[');
  EXPECT_FALSE(IsHeavyToRead(open));
  EXPECT_TRUE(IsHeavyToRead(open + '{'));
  EXPECT_FALSE(IsHeavyToRead('"' + open + "\\\"" + open + "\" ]"));
  EXPECT_FALSE(IsHeavyToRead("]}" + open + "]{"));
  EXPECT_TRUE(IsHeavyToRead("\"\\\\\"" + open + '['));
}

TEST(IsHeavyToRead, CountsWhatIsOpened) {
  std::string lists = "[";
  for (int i = 1; i < 1'000'000; ++i) lists += "[],";
  EXPECT_FALSE(IsHeavyToRead(lists));
  EXPECT_TRUE(IsHeavyToRead(lists + "[]"));
}

}  // namespace
}  // namespace actions
