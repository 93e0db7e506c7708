// StompFrame: its bytes, whatever its headers hold.
#include "actions/stomp/frame.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace actions {
namespace {

using namespace std::string_literals;

TEST(StompFrameTest, IsACommandHeadersAndABody) {
  EXPECT_EQ(
      EncodeStomp({"SEND", {{"a", "b"}, {"c", ""}}, "x\ny"}, StompVersion::k12),
      "SEND\na:b\nc:\n\nx\ny\0"s);
  EXPECT_EQ(EncodeStomp({"CONNECT"}, StompVersion::k10), "CONNECT\n\n\0"s);
}

TEST(StompFrameTest, EachVersionHasItsEscapes) {
  const StompFrame frame{"SEND", {{"a:b", "c:d\\e\rf\ng\0h"s}}};
  EXPECT_EQ(EncodeStomp(frame, StompVersion::k10),
            "SEND\na?b:c:d\\e?f?g?h\n\n\0"s);
  EXPECT_EQ(EncodeStomp(frame, StompVersion::k11),
            "SEND\na\\cb:c\\cd\\\\e?f\\ng?h\n\n\0"s);
  EXPECT_EQ(EncodeStomp(frame, StompVersion::k12),
            "SEND\na\\cb:c\\cd\\\\e\\rf\\ng?h\n\n\0"s);
}

TEST(StompFrameTest, NoByteOfAHeaderEndsIt) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const auto version :
       {StompVersion::k10, StompVersion::k11, StompVersion::k12}) {
    const std::string wire = EncodeStomp({"SEND", {{"a", all}}}, version);
    EXPECT_EQ(std::count(wire.begin(), wire.end(), '\n'), 3);
    EXPECT_EQ(std::count(wire.begin(), wire.end(), '\r'), 0);
    EXPECT_EQ(wire.find('\0'), wire.size() - 1);
  }
}

TEST(StompFrameTest, TheFirstHeaderOfANameCounts) {
  const StompFrame frame{"RECEIPT", {{"a", "1"}, {"b", "2"}, {"a", "3"}}};
  EXPECT_EQ(*frame.Find("a"), "1");
  EXPECT_EQ(*frame.Find("b"), "2");
  EXPECT_EQ(frame.Find("c"), nullptr);
}

}  // namespace
}  // namespace actions
