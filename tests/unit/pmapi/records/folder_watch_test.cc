// Names that come and go, as the kernel tells of them and as bytes.
#include "pmapi/records/folder_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/inotify.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(FolderWatch, TellsWhatHasHappenedSinceItWasAsked) {
  tests::FileTree tree;
  tree.Write("/before", "");
  FolderWatch watch(tree.root());
  EXPECT_THAT(watch.Changes(), IsEmpty());

  tree.Write("/log", "text");
  std::rename((tree.root() + "/log").c_str(), (tree.root() + "/old").c_str());
  tree.Remove("/before");
  const auto changes = watch.Changes();
  ASSERT_THAT(changes, SizeIs(4));
  EXPECT_EQ(changes[0], (NameChange{true, 0, "log"}));
  EXPECT_EQ(changes[1].name, "log");
  EXPECT_FALSE(changes[1].comes);
  EXPECT_NE(changes[1].cookie, 0u);
  EXPECT_EQ(changes[2], (NameChange{true, changes[1].cookie, "old"}));
  EXPECT_EQ(changes[3], (NameChange{false, 0, "before"}));
  EXPECT_THAT(watch.Changes(), IsEmpty());
}

TEST(FolderWatch, OfWhatIsNoFolderNothingIsTold) {
  tests::FileTree tree;
  tree.Write("/file", "");
  FolderWatch file(tree.root() + "/file");
  FolderWatch nothing(tree.root() + "/nothing");
  EXPECT_THAT(file.Changes(), IsEmpty());
  EXPECT_THAT(nothing.Changes(), IsEmpty());
}

std::string EventBytes(std::uint32_t mask, const std::string& name,
                       std::uint32_t length) {
  inotify_event event{};
  event.mask = mask;
  event.len = length;
  std::string bytes(sizeof event, '\0');
  std::memcpy(bytes.data(), &event, sizeof event);
  std::string padded = name;
  padded.resize(length);
  return bytes + padded;
}

TEST(FolderWatch, WhatIsNotWholeIsPassedOver) {
  const std::string bytes = EventBytes(IN_CREATE, "a", 16) +
                            EventBytes(IN_Q_OVERFLOW, "", 0) +
                            EventBytes(IN_DELETE, "full", 4);
  EXPECT_THAT(
      ParseNameChanges(bytes),
      ElementsAre(NameChange{true, 0, "a"}, NameChange{false, 0, "full"}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_LE(ParseNameChanges(std::string(bytes, 0, size)).size(), 1u);
  }
}

}  // namespace
}  // namespace pmapi::records
