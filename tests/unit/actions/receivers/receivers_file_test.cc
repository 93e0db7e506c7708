// ReadReceivers: what a file says, and all that is wrong with it. The words on
// a terminal: tests/script/receivers_test.py.
#include "actions/receivers/receivers_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// The one receiver of a file in which all is right.
Receiver ReadOne(const std::string& settings) {
  const ReceiversFile file =
      ReadReceivers("/etc/site/r.yaml", "receivers:\n  ops:\n" + settings);
  EXPECT_THAT(file.diagnostics, IsEmpty());
  EXPECT_THAT(file.receivers, SizeIs(1));
  return file.receivers.begin()->second;
}

/// "LINE:COLUMN MESSAGE" of each.
std::vector<std::string> Findings(const ReceiversFile& file) {
  std::vector<std::string> all;
  for (const grammar::Diagnostic& one : file.diagnostics) {
    const auto at = file.shown.PositionAt(one.span.begin);
    all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) +
                  " " + one.message);
  }
  return all;
}

TEST(ReadReceivers, SettingsAndTheirDefaults) {
  const Receiver least = ReadOne("    url: https://a.example/b\n");
  EXPECT_EQ(least.url, "https://a.example/b");
  EXPECT_EQ(least.method, "POST");
  EXPECT_EQ(least.limit.Seconds(), 30);
  EXPECT_EQ(least.connect_limit.Seconds(), 10);
  const Receiver most = ReadOne(
      "    url_file: secrets/url\n    method: PUT\n    timeout: 1 min\n"
      "    connect_timeout: 500 msec\n"
      "    headers:\n      X-Team: 010\n      X-B: \"no\"\n");
  EXPECT_EQ(most.url_file, "/etc/site/secrets/url");
  EXPECT_EQ(most.method, "PUT");
  EXPECT_EQ(most.limit.Seconds(), 60);
  EXPECT_EQ(most.connect_limit.Seconds(), 0.5);
  EXPECT_THAT(most.headers, ElementsAre("X-Team: 010", "X-B: no"));
}

TEST(ReadReceivers, OneThatIsWrongIsNone) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml", "receivers:\n  a: {url: 'http://a'}\n  b: {url: b}\n");
  EXPECT_THAT(file.names, ElementsAre("a", "b"));
  EXPECT_THAT(file.receivers, SizeIs(1));
  EXPECT_THAT(Findings(file),
              ElementsAre("3:12 a URL begins with http:// or https://"));
}

TEST(ReadReceivers, NoTwoFilesNameOne) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml", "receivers:\n  a: {url: 'http://a'}\n", false, {"a"});
  EXPECT_THAT(Findings(file),
              ElementsAre("2:3 another file has a receiver of this name"));
  EXPECT_THAT(file.receivers, IsEmpty());
}

TEST(ReadReceivers, AUrlInAFileForEverybodyIsWarnedOf) {
  const char* const text =
      "receivers:\n  a: {url: 'http://a/'}\n  b: {url: 'http://b/s'}\n";
  EXPECT_THAT(Findings(ReadReceivers("r.yaml", text)), IsEmpty());
  const ReceiversFile file = ReadReceivers("r.yaml", text, true);
  EXPECT_THAT(
      Findings(file),
      ElementsAre(
          "3:12 everybody can read this file, and the url may be a secret"));
  EXPECT_THAT(file.receivers, SizeIs(2)) << "it is a warning";
}

TEST(ReadReceivers, WhatMayBeASecretIsNotShown) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a:\n    url: http://a/SECRET # SECRET\n    tokn: &x "
      "SECRET\n"
      "    headers: {A: SECRET, B: [SECRET]}\n  b: SECRET\n  c: {d: SECRET}\n");
  EXPECT_FALSE(file.diagnostics.empty());
  EXPECT_EQ(file.shown.text().find("SECRET"), std::string::npos);
  const ReceiversFile torn = ReadReceivers(
      "r.yaml", "receivers:\n  a:\n    url: \"SECRET\n- SECRET\n");
  EXPECT_FALSE(torn.diagnostics.empty());
  EXPECT_EQ(torn.shown.text().find("SECRET"), std::string::npos);
}

TEST(ReadReceivers, HeadersAreLinesOfTheirOwn) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a:\n    url: http://a\n    headers:\n      'A: b': c\n"
      "      Host: d\n      C: \"e\\r\\nF: g\"\n      D:\n");
  EXPECT_THAT(Findings(file),
              ElementsAre("5:7 this is no name of a header",
                          "6:7 the header Host is not to be set",
                          "7:10 a header's value is a line of ASCII",
                          "8:7 a header's value is a line of ASCII"));
}

}  // namespace
}  // namespace actions
