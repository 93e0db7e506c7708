// Names looked up in a table.
#include "pmapi/source/name_table.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

using base::ErrorCode;

// Byte order: `-` comes before `.`, so that a group's names are not together
// with the name that the group would have.
const NameTable kNames = {{"disk-all", Pmid{1}},
                          {"disk.dev.read", Pmid{2}},
                          {"disk.dev.write", Pmid{3}},
                          {"diskless", Pmid{4}}};

ErrorCode Failure(const NameTable& names, std::string_view name) {
  const auto pmid = LookUp(names, name);
  return pmid ? ErrorCode::kInvalid : pmid.error().code;
}

TEST(NameTables, FindWholeNames) {
  EXPECT_EQ(*LookUp(kNames, "disk-all"), Pmid{1});
  EXPECT_EQ(*LookUp(kNames, "disk.dev.write"), Pmid{3});
  EXPECT_EQ(*LookUp(kNames, "diskless"), Pmid{4});
}

TEST(NameTables, KnowGroupsFromNothing) {
  for (const char* group : {"disk", "disk.dev"}) {
    EXPECT_EQ(Failure(kNames, group), ErrorCode::kNonLeaf) << group;
  }
  for (const char* nothing : {"", ".", "a", "dis", "disk.", "disk.dev.",
                              "disk.dev.rea", "disk.dev.read.x", "z"}) {
    EXPECT_EQ(Failure(kNames, nothing), ErrorCode::kNoMetric) << nothing;
  }
  EXPECT_EQ(Failure({}, "a"), ErrorCode::kNoMetric);
}

TEST(NameTables, SayWhatWasLookedFor) {
  EXPECT_EQ(LookUp(kNames, "disk").error().message,
            "disk is no metric but a group of them");
  EXPECT_EQ(LookUp(kNames, "x").error().message, "no metric is called x");
}

}  // namespace
}  // namespace pmapi
