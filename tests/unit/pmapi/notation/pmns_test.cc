// Name spaces, their mistakes in pmie's words; answers are pmie's.
#include "pmapi/notation/pmns.h"

#include <gtest/gtest.h>

namespace pmapi::notation {
namespace {

constexpr pmapi::Pmid Id(unsigned domain, unsigned cluster, unsigned item) {
  return pmapi::Pmid{domain << 22 | cluster << 10 | item};
}

NameSpace Names(std::string_view text) {
  const auto space = ParseNameSpace(text);
  EXPECT_TRUE(space) << space.fault().reason;
  return space ? *space : NameSpace{};
}

std::string Complaint(std::string_view text) {
  const auto space = ParseNameSpace(text);
  return space ? "" : NameSpaceFaultText("f", text, space.fault());
}

TEST(NameSpace, GroupsAreJoinedFromTheRootDown) {
  EXPECT_EQ(Names("root { b 1:18:3  a }\n"
                  "a.c { e 2:0:1 }\n"
                  "a {\n c\n d_9 510:4095:1023\n}\n"),
            (NameSpace{{"a.c.e", Id(2, 0, 1)},
                       {"a.d_9", Id(510, 4095, 1023)},
                       {"b", Id(1, 18, 3)}}));
  EXPECT_EQ(Names("root { a }\na { }\n"), NameSpace{});
  EXPECT_EQ(Names("root { a 1 : 18 : 3 b 4:*:* }"),
            (NameSpace{{"a", Id(1, 18, 3)}, {"b", pmapi::kNullPmid}}));
  EXPECT_EQ(Names("root { a 1:18:3\n"), (NameSpace{{"a", Id(1, 18, 3)}}))
      << "what is missing at the end is forgiven";
}

TEST(NameSpace, CommentsAndEmptyDirectivesAreDropped) {
  EXPECT_EQ(Names("/* one { */root/**/{ a/*\n*/1:2:3 }\n#undef B\n# endif\n"),
            (NameSpace{{"a", Id(1, 2, 3)}}));
  EXPECT_EQ(Complaint("root {\n /* a 1:2:3 }\n"),
            "[f:2] Error Parsing ASCII PMNS: comment is not terminated before "
            "end of file\n    /* a 1:2:3 }\n    ^\n");
  EXPECT_EQ(Complaint("#include <stdpmid>\nroot { a X:1:2 }\n"),
            "[f:1] Error Parsing ASCII PMNS: #include is not supported; "
            "preprocess the file first (pmcpp)\n"
            "    #include <stdpmid>\n    ^\n");
}

TEST(NameSpace, MistakesHavePlaces) {
  EXPECT_EQ(Complaint("root {\n irix\n foo 1:2\n}\n"),
            "[f:3] Error Parsing ASCII PMNS: Illegal PMID\n"
            "    foo 1:2\n        ^\n"
            "[f:3] Error Parsing ASCII PMNS: Expected NAME, PMID or }\n"
            "        ^\n        ^\n");
  EXPECT_EQ(Complaint("root {\n foo 1:2:x\n}\n"),
            "[f:2] Error Parsing ASCII PMNS: Expected NAME, PMID or }\n"
            "    foo 1:2:x\n        ^\n");
  EXPECT_EQ(Complaint("root { a 1:18:3 4 }\n"),
            "[f:1] Error Parsing ASCII PMNS: Expected NAME or }\n"
            "    root { a 1:18:3 4 }\n                    ^\n");
  EXPECT_EQ(Complaint("root { a _b }\n"),
            "[f:1] Error Parsing ASCII PMNS: Expected NAME, PMID or }\n"
            "    root { a _b }\n             ^\n");
  EXPECT_EQ(Complaint("root { a }\n foo.x y\n"),
            "[f:2] Error Parsing ASCII PMNS: { expected\n"
            "    foo.x y\n          ^\n");
  EXPECT_EQ(Complaint("root { a 1:2:3 }\n }\n"),
            "[f:2] Error Parsing ASCII PMNS: Expected NAME or PATH\n"
            "    }\n    ^\n");
  EXPECT_EQ(Complaint("root { a 1:2:3\n a 1:2:4 }\n"),
            "[f:2] Error Parsing ASCII PMNS: Duplicate name \"a\" in subtree "
            "for \"root\"\n    a 1:2:4 }\n    ^\n");
}

TEST(NameSpace, IdentifiersHaveLimits) {
  const auto reason = [](const std::string& pmid) {
    const auto space = ParseNameSpace("root { a " + pmid + " }");
    return space ? "" : space.fault().reason;
  };
  EXPECT_EQ(reason("511:0:0"), "Illegal domain field in PMID");
  EXPECT_EQ(reason("1:4096:0"), "Illegal cluster field in PMID");
  EXPECT_EQ(reason("1:0:1024"), "Illegal item field in PMID");
  EXPECT_EQ(reason("511:*:*"), "Illegal domain field in dynamic PMID");
  EXPECT_EQ(reason("1:18:*"), "Illegal PMID");
  EXPECT_EQ(reason("1:18:99999999999"), "Illegal PMID");
  EXPECT_EQ(reason("1:18:3:4"), "Illegal PMID");
}

TEST(NameSpace, WhatIsMissingOrLeftOver) {
  const std::string error = "Error Parsing ASCII PMNS: ";
  EXPECT_EQ(Complaint(""), error + "No name space entry for \"root\"\n");
  EXPECT_EQ(Complaint("a { b 1:2:3 }\n"),
            error + "No name space entry for \"root\"\n");
  EXPECT_EQ(Complaint("root { a }\na { b }\n"),
            error +
                "Cannot find definition for non-terminal node \"b\" in "
                "name space\n");
  EXPECT_EQ(Complaint("root { a }\na { b 1:2:3 }\nc { d 1:1:1 }\n"),
            error + "Disconnected subtree (\"c\") in name space\n");
  for (const char* text : {"root { a\nb root ", "root { root }\n"}) {
    EXPECT_EQ(Complaint(text).find(
                  error + "Cannot find definition for non-terminal node"),
              0)
        << text << ": the group root is not in itself";
  }
}

TEST(NameSpace, AMemberMayBeCalledRoot) {
  const auto names = ParseNameSpace(
      "root { root 1:2:3\na }\na { root }\na.root { x 1:1:1 }\n");
  ASSERT_TRUE(names);
  EXPECT_EQ(names->size(), 2u);
}

}  // namespace
}  // namespace pmapi::notation
