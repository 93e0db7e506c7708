// Parse: nodes as they are written, with their places, and what is refused.
#include "base/yaml/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace base::yaml {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string Dump(const Node& node) {
  std::string text;
  switch (node.kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kScalar:
      return "'" + node.text + "'";
    case Node::Kind::kSequence:
      for (const Node& item : node.items) text += Dump(item) + " ";
      return "[" + text + "]";
    case Node::Kind::kMap:
      for (const Member& one : node.members) {
        text += one.key + ":" + Dump(one.value) + " ";
      }
      return "{" + text + "}";
  }
  return text;
}

/// What `text` reads, REQUIRES: it has no faults.
std::string Read(const std::string& text) {
  const Tree tree = Parse(text);
  EXPECT_THAT(tree.faults, IsEmpty());
  return Dump(tree.root);
}

/// "4 'a' stands twice": the first fault's place and message.
std::string FaultOf(const std::string& text) {
  const Tree tree = Parse(text);
  if (tree.faults.empty()) return "";
  return std::to_string(tree.faults[0].place.begin) + " " +
         tree.faults[0].message;
}

TEST(Yaml, ScalarsAreTextsAsTheyAreWritten) {
  EXPECT_EQ(Read("a: no\nb: 010\nc: ~x\nd: \"q\\n\"\ne: 'it''s'\nf: |\n  g\n"),
            "{a:'no' b:'010' c:'~x' d:'q\n' e:'it's' f:'g\n' }");
}

TEST(Yaml, MapsAndSequencesKeepTheirOrder) {
  EXPECT_EQ(Read("b: [1, {c: 2}]\na: {}\nd:\n- x\n- y\ne:\n"),
            "{b:['1' {c:'2' } ] a:{} d:['x' 'y' ] e:null }");
}

TEST(Yaml, NothingIsNull) {
  for (const char* text : {"", "# a comment\n", "---\n", "\xef\xbb\xbf"}) {
    EXPECT_EQ(Read(text), "null") << text;
  }
}

TEST(Yaml, PlacesAreBytes) {
  const std::string text = "\xef\xbb\xbf\xc3\xa4: \"b\\\"\" # c\nd: e f\n";
  const Tree tree = Parse(text);
  ASSERT_THAT(tree.root.members, SizeIs(2));
  const auto written = [&text](Place place) {
    return text.substr(place.begin, place.end - place.begin);
  };
  EXPECT_EQ(written(tree.root.members[0].place), "\xc3\xa4");
  EXPECT_EQ(written(tree.root.members[0].value.place), "\"b\\\"\"");
  EXPECT_EQ(written(tree.root.members[1].place), "d");
  EXPECT_EQ(written(tree.root.members[1].value.place), "e f");
}

TEST(Yaml, AnAliasIsWhatItStandsFor) {
  EXPECT_EQ(Read("a: &x {b: 1}\nc: *x\n"), "{a:{b:'1' } c:{b:'1' } }");
}

TEST(Yaml, AliasesAreCountedByWhatTheyStandFor) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
            before + ", " + before + ", " + before + ", " + before + "]\n";
  }
  EXPECT_EQ(FaultOf(text).substr(4), "there are too many values");
  text = "a: &a \"" + std::string(500'000, 'x') + "\"\nb: [";
  for (int i = 0; i < 100; ++i) text += "*a, ";
  EXPECT_THAT(FaultOf(text + "x]"), testing::HasSubstr("too many values"));
}

TEST(Yaml, KeysOfAliasesAreCounted) {
  const auto repeated = [](const std::string& anchored, int times) {
    std::string text = "a: &a {" + anchored + "}\nb: [";
    for (int i = 0; i < times; ++i) text += "*a, ";
    return FaultOf(text + "x]");
  };
  const std::string long_key = "? " + std::string(100'000, 'k') + "\n : x";
  EXPECT_EQ(repeated(long_key, 50), "");
  EXPECT_THAT(repeated(long_key, 70), testing::HasSubstr("too many values"));
  EXPECT_EQ(repeated("k: x", 24'000), "");
  EXPECT_THAT(repeated("k: x", 26'000), testing::HasSubstr("too many values"));
}

TEST(Yaml, DepthIsBounded) {
  const std::string deep(kMostDepth - 1, '[');
  const std::string end(kMostDepth - 1, ']');
  EXPECT_EQ(FaultOf(deep + "x" + end), "");
  EXPECT_EQ(FaultOf("[" + deep + "x" + end + "]"),
            "50 values stand too deep inside one another");
  EXPECT_THAT(FaultOf(std::string(10'000, '[')),
              testing::HasSubstr("too deep inside one another"));
}

TEST(Yaml, WhatIsRefused) {
  EXPECT_EQ(FaultOf("a: 1\na: 2\n"), "5 'a' stands twice");
  EXPECT_EQ(FaultOf("? [a]\n: 1\n"), "2 a key is a word");
  EXPECT_EQ(FaultOf("a: 1\n--- b\n"), "5 a second document begins");
  EXPECT_EQ(FaultOf("a: !!str 1\n"), "3 tags (!) are not taken");
  EXPECT_EQ(FaultOf("a: &a [*a]\n"),
            "7 an alias stands within what it stands for");
  EXPECT_EQ(FaultOf("a: *b\n"), "3 there is no anchor of that name above");
  EXPECT_EQ(FaultOf("a: \"b\n"), "3 this quote has no end");
  EXPECT_EQ(FaultOf("a: 'b''\n"), "3 this quote has no end");
  EXPECT_EQ(FaultOf("a: \"b\\\"\n"), "3 this quote has no end");
  EXPECT_EQ(FaultOf("a: @b\n"), "3 no value begins so");
  EXPECT_EQ(FaultOf("a: {b\n"), "6 a { above has no }");
  EXPECT_EQ(FaultOf("a: [b\n"), "6 a [ above has no ]");
  EXPECT_EQ(FaultOf("a: b: c\n"), "4 a key and its value do not stand here");
  EXPECT_EQ(FaultOf("a:\n  b: 1\n c: 2\n"),
            "11 this stands in no column of those above");
  EXPECT_EQ(FaultOf("a:\n  b: \"{\"t\": 1}\"\n"),
            "11 what is in quotes ends before this");
  EXPECT_EQ(FaultOf("a:\n  b: 'it's'\n"),
            "12 what is in quotes ends before this");
  EXPECT_EQ(FaultOf("a:\n\tb: 1\n"), "5 a tab stands before this");
  EXPECT_EQ(FaultOf("a: \"b\" c\n"), "7 what is in quotes ends before this");
  EXPECT_EQ(FaultOf(std::string("a: \0", 4)), "3 this is a NUL, and no text");
}

TEST(Yaml, AKeyThatStandsTwiceKeepsNothingFromBeingRead) {
  const Tree twice = Parse("a: 1\na: {b: 2, b: 3}\n");
  EXPECT_TRUE(twice.whole);
  EXPECT_THAT(twice.faults, SizeIs(2));
  EXPECT_EQ(Dump(twice.root), "{a:'1' a:{b:'2' b:'3' } }");
  for (const char* text : {"a: 1\na: !x 2\n", "a: 1\na: [\n", "\xff"}) {
    EXPECT_FALSE(Parse(text).whole) << text;
  }
  EXPECT_TRUE(Parse("").whole);
}

TEST(Yaml, ALineWhoseColonIsMissingIsTheOneThatIsTold) {
  const std::string told = " this line has no key and value";
  EXPECT_EQ(FaultOf("a: 1\nb 5 s\nc: d\n"), "5" + told);
  EXPECT_EQ(FaultOf("a:\n  url:http://x\n  c: d\n"), "5" + told);
  EXPECT_EQ(FaultOf("a\n  b: 1\n"), "0" + told);
  const std::string colon = " a key and its value do not stand here";
  EXPECT_EQ(FaultOf("# a\n b: c: d\n"), "9" + colon);
  EXPECT_EQ(FaultOf("a: b\n  c: d\n"), "8" + colon);
}

TEST(Yaml, KeysHaveALimit) {
  const std::string longest(1024, 'k');
  const std::string told = " a key has more than 1024 bytes before its colon";
  EXPECT_EQ(FaultOf(longest + ": 1\n"), "");
  EXPECT_EQ(FaultOf(longest + "k: 1\n"), "0" + told);
  EXPECT_EQ(FaultOf("a:\n  - " + longest + "k: 1\n"), "7" + told);
  EXPECT_EQ(FaultOf("{a: 1, " + longest + "k: 1}\n"), "7" + told);
  EXPECT_EQ(FaultOf("a: " + longest + ": 1\n"),
            "1027 a key and its value do not stand here");
  EXPECT_EQ(FaultOf("b: 1\n\"a: " + longest + "\": 1\n"), "5" + told);
  // A key without a name is no long one where its colon is near, and where
  // there is none behind it.
  EXPECT_EQ(FaultOf("[{a, : b}, " + longest + ", {c: 1}]"),
            "5 a key is a word");
  EXPECT_EQ(FaultOf("{a: 1, " + longest + "k}\n"), "7 a key is a word");
}

TEST(Yaml, MergeKeysAreNotTaken) {
  const std::string told = " merge keys (<<) are not taken";
  EXPECT_EQ(FaultOf("a: &a {b: 1}\nc:\n  <<: *a\n"), "18" + told);
  EXPECT_EQ(FaultOf("a: &a {b: 1}\nc: {<<: *a}\n"), "17" + told);
  EXPECT_EQ(FaultOf("'<<': 1\n<<<: 2\n"), "");
}

TEST(Yaml, WhatIsNoUtf8) {
  EXPECT_EQ(FaultOf("a: \xff\n"), "3 this is no text in UTF-8");
  EXPECT_EQ(FaultOf(std::string("a: \0b", 5)), "3 this is a NUL, and no text");
  EXPECT_EQ(FaultOf(std::string("\xff\xfe"
                                "a\0",
                                4)),
            "0 this is no text in UTF-8");
}

// A C function takes what stands before it: "db\0*" is the pattern db to it.
TEST(Yaml, ANulIsPartOfNoText) {
  for (const char* text :
       {R"(a: "db\0*")", R"(a: {"\x00": b})", R"([a, "\u0000"])"}) {
    EXPECT_THAT(FaultOf(text), EndsWith(" this has a NUL, and is no text"))
        << text;
    EXPECT_FALSE(Parse(text).whole) << text;
  }
  EXPECT_EQ(FaultOf(R"(a: "db\0*")"), "3 this has a NUL, and is no text");
}

TEST(Yaml, AllOfTheFaultsAreTold) {
  const Tree tree = Parse("a: 1\na: 2\nb: !x 3\nb: 4\n");
  EXPECT_THAT(tree.faults, SizeIs(3));
}

}  // namespace
}  // namespace base::yaml
