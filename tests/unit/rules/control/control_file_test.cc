// ReadControl: records and variables; expected answers are those of pmie_check
// 6.0.3 (pmie_check -N -V) over the same lines.
#include "rules/control/control_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

Surroundings Around() {
  return {[](const std::string& name) -> std::optional<std::string> {
            if (name == "HOME") return "/root";
            return std::nullopt;
          },
          "/var/log/pcp", "here"};
}

ControlFile Read(const std::string& text) {
  Carried carried;
  return ReadControl("control", text, Around(), &carried);
}

std::string Told(const std::string& text) {
  const ControlFile file = Read(text);
  std::string told;
  for (const auto& one : file.diagnostics) told += Render(one, file.source);
  return told;
}

Record One(const std::string& line) {
  const ControlFile file = Read("$version=1.1\n" + line);
  EXPECT_EQ(file.diagnostics.size(), 0u);
  EXPECT_EQ(file.records.size(), 1u);
  return file.records.empty() ? Record() : file.records.front();
}

TEST(ControlFile, ARecordHasItsFields) {
  const Record one =
      One("web1\tn n  PCP_LOG_DIR/pmie/LOCALHOSTNAME/a.log -c x -t 5\n");
  EXPECT_EQ(one.host, "web1");
  EXPECT_FALSE(one.primary);
  EXPECT_FALSE(one.socks);
  EXPECT_EQ(one.log, "/var/log/pcp/pmie/here/a.log");
  EXPECT_THAT(one.arguments, ElementsAre("-c", "x", "-t", "5"));
}

TEST(ControlFile, ThisHostHasNoName) {
  EXPECT_EQ(One("LOCALHOSTNAME n n a.log -c x").host, "");
  const Record primary = One("other y n a.log -c x");
  EXPECT_EQ(primary.host, "");
  EXPECT_TRUE(primary.primary);
}

TEST(ControlFile, NothingIsQuotedAndNothingACommentBehindAField) {
  EXPECT_THAT(One("a n n l -c \"x y\" # z").arguments,
              ElementsAre("-c", "\"x", "y\"", "#", "z"));
  EXPECT_THAT(One("a n n l -c $FOO").arguments, ElementsAre("-c", "$FOO"));
}

TEST(ControlFile, ABackslashJoinsLines) {
  EXPECT_THAT(One("a n n l -c x \\\n -t 7\n").arguments,
              ElementsAre("-c", "x", "-t", "7"));
  EXPECT_THAT(One("a n n l -c x \\\n").arguments, ElementsAre("-c", "x"));
  EXPECT_THAT(One("a n n l -c x \\").arguments, ElementsAre("-c", "x"));
}

TEST(ControlFile, WhatIsBehindABackslashStandsForItself) {
  EXPECT_THAT(One("a n n l -c r\\ul\\\\es\n").arguments,
              ElementsAre("-c", "rul\\es"));
  EXPECT_THAT(Read("\\$version=1.1\na n n l -c x\\\\\nb n n l -c x\n").records,
              testing::SizeIs(2));
}

TEST(ControlFile, WithoutAVersionThereIsNoPrimaryField) {
  const ControlFile file = Read("a n l -c x\nb n l -c x\n");
  ASSERT_EQ(file.records.size(), 2u);
  EXPECT_EQ(file.records[0].log, "l");
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_THAT(Told("a n l -c x\n"),
              HasSubstr("control:1:1: warning: no $version was given"));
}

TEST(ControlFile, ARecordThatIsWrongIsLeftOut) {
  const char* const kText =
      "$version=1.1\na n n l\na x n l -c c\na n x l -c c\na n n l c\n"
      "b n n l -c c\n";
  EXPECT_EQ(Read(kText).records.size(), 1u);
  EXPECT_THAT(Told(kText),
              testing::AllOf(
                  HasSubstr("control:2:1: error: there are fields missing"),
                  HasSubstr("control:3:1: error: the field primary is y or n"),
                  HasSubstr("control:4:1: error: the field socks is y or n"),
                  HasSubstr("control:5:1: error: the arguments begin with c")));
}

TEST(ControlFile, ALineWithANulIsLeftOut) {
  constexpr char kText[] =
      "$version=1.1\n$A=b\0c\na\0b n n l -c c\nd n n l -c c\n";
  const std::string text(kText, sizeof kText - 1);
  EXPECT_EQ(Read(text).records.size(), 1u);
  EXPECT_THAT(Told(text),
              testing::AllOf(HasSubstr("control:2:1: error: this line has a "
                                       "NUL, and is no text"),
                             HasSubstr("control:3:1: error: this line has a")));
}

TEST(ControlFile, AnotherVersionEndsTheReading) {
  Carried carried;
  const ControlFile file = ReadControl(
      "control", "$version=1.1\na n n l -c x\n$version=2\nb n n l -c x\n",
      Around(), &carried);
  EXPECT_EQ(file.records.size(), 1u);
  EXPECT_EQ(file.diagnostics.size(), 1u);
  EXPECT_TRUE(ReadControl("next", "c n n l -c x\n", Around(), &carried)
                  .records.empty());
}

TEST(ControlFile, VariablesAreThoseAboveARecord) {
  const ControlFile file = Read(
      "$version=1.1\n$A=\"a b\"\n$B=x;y\n$C='$A'\n$D=$A-${B}-$HOME-$\n"
      "a n n l -c x\n$A=2\nb n n l -c x\n");
  ASSERT_EQ(file.records.size(), 2u);
  EXPECT_THAT(
      file.records[0].variables,
      UnorderedElementsAre(Pair("A", "a b"), Pair("B", "x"), Pair("C", "$A"),
                           Pair("D", "a b-x-/root-$")));
  EXPECT_EQ(file.records[1].variables.at("A"), "2");
}

TEST(ControlFile, VariablesAreLimitedInAll) {
  const std::string most(65'535, 'x');
  const std::string record = "\na n n l -c x\n";
  EXPECT_EQ(Told("$version=1.1\n$A=\"" + most + "\"\n$B=x" + record), "");
  EXPECT_THAT(Told("$version=1.1\n$A=\"" + most + "\"\n$B=xx" + record),
              HasSubstr("control:3:1: error: the variables have more than 64 "
                        "KiB in all"));
  std::string grows = "$version=1.1\n$A=x\n";
  for (int i = 0; i < 12; ++i) grows += "$A=\"$A$A$A$A$A$A$A$A$A$A\"\n";
  EXPECT_THAT(Told(grows), HasSubstr("control:7:1: error: the variables have"));
}

TEST(ControlFile, WhatIsNoAssignmentIsIgnored) {
  for (const char* line : {"$PATH=/x", "$IFS=x", "$FOO", "$A B=3", "$=3",
                           "$A=$(date)", "$A=\"x `date`\""}) {
    const ControlFile file = Read(std::string(line) + '\n');
    ASSERT_EQ(file.diagnostics.size(), 1u) << line;
    EXPECT_EQ(file.diagnostics[0].severity, grammar::Severity::kWarning);
  }
  EXPECT_EQ(Read("$A=\"x\n").diagnostics.at(0).severity,
            grammar::Severity::kError);
}

TEST(ControlFile, BackupsAreNone) {
  for (const char* name : {"a.rpmsave", "local.dpkg-old", ".a.swp", "b~"}) {
    EXPECT_TRUE(IsBackup(name)) << name;
  }
  EXPECT_FALSE(IsBackup("local"));
}

}  // namespace
}  // namespace rules::control
