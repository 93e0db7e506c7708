// StompReader: frames cut at each byte, and what is no frame.
#include "actions/stomp/frame_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace actions {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

base::Bytes BytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// What is read, up to an error, whose words are then the last command.
std::vector<StompFrame> Read(StompReader* reader, std::string_view text) {
  std::vector<StompFrame> frames;
  base::Bytes bytes = BytesOf(text);
  for (;;) {
    auto next = reader->Next(&bytes);
    if (!next) {
      frames.push_back({next.error().message});
      return frames;
    }
    if (!next->has_value()) return frames;
    frames.push_back(**std::move(next));
  }
}

std::vector<StompFrame> ReadAll(std::string_view text,
                                StompVersion version = StompVersion::k12) {
  StompReader reader;
  reader.set_version(version);
  return Read(&reader, text);
}

std::string FaultOf(std::string_view text,
                    StompVersion version = StompVersion::k12) {
  const auto frames = ReadAll(text, version);
  return frames.empty() ? "" : frames.back().command;
}

TEST(StompReaderTest, FramesMayBeCutAnywhere) {
  const std::string text =
      "\n\r\nRECEIPT\nreceipt-id:1\n\n\0\n\n"
      "ERROR\r\nmessage:a\\cb\r\ncontent-length:5\r\n\r\nx\0y\nz\0"
      "MESSAGE\na:b:c\na:\n\nbody\n\0"s;
  const StompFrame receipt{"RECEIPT", {{"receipt-id", "1"}}};
  const StompFrame error{
      "ERROR", {{"message", "a:b"}, {"content-length", "5"}}, "x\0y\nz"s};
  const StompFrame message{"MESSAGE", {{"a", "b:c"}, {"a", ""}}, "body\n"};
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    StompReader reader;
    reader.set_version(StompVersion::k12);
    auto frames = Read(&reader, std::string_view(text).substr(0, cut));
    for (const auto& one : Read(&reader, std::string_view(text).substr(cut))) {
      frames.push_back(one);
    }
    EXPECT_THAT(frames, ElementsAre(receipt, error, message)) << cut;
  }
}

TEST(StompReaderTest, EachVersionHasItsEscapes) {
  const std::string text = "ERROR\nm:\\n\\c\\\\\n\n\0"s;
  using Headers = std::vector<std::pair<std::string, std::string>>;
  const auto headers = [](const std::string& frame, StompVersion version) {
    return ReadAll(frame, version).front().headers;
  };
  EXPECT_EQ(headers(text, StompVersion::k10), (Headers{{"m", "\\n\\c\\\\"}}));
  EXPECT_EQ(headers(text, StompVersion::k11), (Headers{{"m", "\n:\\"}}));
  EXPECT_EQ(headers("ERROR\nm:\\r\n\n\0"s, StompVersion::k12),
            (Headers{{"m", "\r"}}));
  EXPECT_EQ(headers("CONNECTED\nm:\\q\n\n\0"s, StompVersion::k12),
            (Headers{{"m", "\\q"}}));
  constexpr char kWrong[] = "there is an escape that is none";
  EXPECT_THAT(FaultOf("ERROR\nm:\\r\n\n\0"s, StompVersion::k11),
              HasSubstr(kWrong));
  EXPECT_THAT(FaultOf("ERROR\nm:\\t\n\n\0"s), HasSubstr(kWrong));
  EXPECT_THAT(FaultOf("ERROR\nm:\\\n\n\0"s), HasSubstr(kWrong));
}

TEST(StompReaderTest, WhatIsNoFrameIsTold) {
  EXPECT_THAT(FaultOf("HTTP/1.1 400 Bad Request\r\n"),
              HasSubstr("it says something else"));
  EXPECT_THAT(FaultOf("ERROR\nno header\n"), HasSubstr("without a colon"));
  EXPECT_THAT(FaultOf("RECEIPT\0"s), HasSubstr("a NUL in its headers"));
  EXPECT_THAT(FaultOf("RECEIPT\ncontent-length:1\n\nxy"),
              HasSubstr("no NUL behind its body"));
  for (const char* length :
       {"x", "-1", "1x", "", "1048577", "99999999999999999999999"}) {
    EXPECT_THAT(
        FaultOf("RECEIPT\ncontent-length:" + std::string(length) + "\n\n"),
        HasSubstr("its content-length cannot be"))
        << length;
  }
}

TEST(StompReaderTest, WhatHasNoEndIsGivenUp) {
  EXPECT_EQ(FaultOf(std::string(StompReader::kMostHead, 'x')), "");
  EXPECT_THAT(FaultOf(std::string(StompReader::kMostHead + 1, 'x')),
              HasSubstr("its headers are too long"));
  const std::string head = "RECEIPT\n\n";
  EXPECT_EQ(FaultOf(head + std::string(StompReader::kMostBody, 'x')), "");
  EXPECT_THAT(FaultOf(head + std::string(StompReader::kMostBody + 1, 'x')),
              HasSubstr("it is too long"));
}

}  // namespace
}  // namespace actions
