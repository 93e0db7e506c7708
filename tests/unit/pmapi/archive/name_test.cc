// What the argument of -a means, tried in real folders.
#include "pmapi/archive/name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "tests/support/archive_image.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;

class Names : public testing::Test {
 protected:
  std::string Touch(const std::string& name) {
    std::ofstream out(folder_ / name);
    return folder_ / name;
  }
  std::string In(const std::string& name) { return folder_ / name; }

  tests::TemporaryFolder folder_;
};

TEST_F(Names, ABaseNameStandsForItsFiles) {
  Touch("a.meta");
  Touch("a.index");
  Touch("a.3");
  Touch("a.11");
  Touch("a.x");
  Touch("ab.0");
  Touch("a.0.old");
  const auto paths = FindArchive(In("a"));
  ASSERT_TRUE(paths);
  EXPECT_EQ(paths->base, In("a"));
  EXPECT_EQ(paths->meta, In("a.meta"));
  EXPECT_EQ(paths->index, In("a.index"));
  EXPECT_THAT(paths->volumes, ElementsAre(VolumePath{3, In("a.3")},
                                          VolumePath{11, In("a.11")}));
}

TEST_F(Names, AFileOfTheArchiveStandsForIt) {
  Touch("a.b.meta.xz");
  Touch("a.b.0.bz2");
  Touch("a.b.index");
  for (const char* name : {"a.b", "a.b.meta.xz", "a.b.0.bz2", "a.b.index"}) {
    const auto paths = FindArchive(In(name));
    ASSERT_TRUE(paths) << name << ": " << paths.error().message;
    EXPECT_EQ(paths->base, In("a.b")) << name;
    EXPECT_EQ(paths->meta, In("a.b.meta.xz"));
  }
}

TEST_F(Names, WhatIsThereAndNoArchiveIsNotSaidToBeMissing) {
  const std::string path = Touch("notes");
  const auto paths = FindArchive(path);
  ASSERT_FALSE(paths);
  EXPECT_EQ(paths.error().system_errno, ENOENT) << "as pmie says it";
  EXPECT_EQ(paths.error().message,
            path + ": neither a file of an archive nor a folder of them");
  EXPECT_EQ(FindArchive(In("none")).error().message,
            In("none") + ": No such file or directory");
}

// "a.0" is no file here, so it is a base name, not volume 0 of "a".
TEST_F(Names, AnAbsentFileIsABaseName) {
  Touch("a.meta");
  Touch("a.1");
  const auto paths = FindArchive(In("a.0"));
  ASSERT_FALSE(paths);
  EXPECT_EQ(paths.error().system_errno, ENOENT);
}

TEST_F(Names, TheLessCompressedFileIsMeant) {
  Touch("a.meta.gz");
  Touch("a.meta.xz");
  Touch("a.meta");
  Touch("a.0.zst");
  Touch("a.0.xz");
  const auto paths = FindArchive(In("a"));
  ASSERT_TRUE(paths);
  EXPECT_EQ(paths->meta, In("a.meta"));
  EXPECT_THAT(paths->volumes, ElementsAre(VolumePath{0, In("a.0.xz")}));
}

TEST_F(Names, SomethingMissingIsSaid) {
  const auto nothing = FindArchive(In("a"));
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kSystem);
  EXPECT_EQ(nothing.error().system_errno, ENOENT);
  Touch("a.0");
  const auto no_meta = FindArchive(In("a"));
  ASSERT_FALSE(no_meta);
  EXPECT_EQ(no_meta.error().code, ErrorCode::kNotFound);
  Touch("b.meta");
  const auto no_volume = FindArchive(In("b"));
  ASSERT_FALSE(no_volume);
  EXPECT_EQ(no_volume.error().code, ErrorCode::kNotFound);
}

TEST_F(Names, AFolderStandsForItsArchives) {
  for (const char* name : {"b.meta", "b.0", "a.meta.xz", "a.0", "c.0"}) {
    Touch(name);
  }
  const auto all = ArchiveFolders().FindAll(folder_.path());
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ(all->at(0).base, In("a"));
  EXPECT_EQ(all->at(1).base, In("b"));
}

TEST_F(Names, ACompressedFileMayBeNamedWithoutItsSuffix) {
  Touch("a.meta.xz");
  Touch("a.0.gz");
  for (const char* name : {"a.0", "a.meta", "a.0.gz"}) {
    const auto paths = FindArchive(In(name));
    ASSERT_TRUE(paths) << name;
    EXPECT_EQ(paths->base, In("a")) << name;
  }
}

TEST_F(Names, AFolderWithoutArchivesLacksThem) {
  for (const std::string& name :
       {folder_.path(), std::string(), std::string(",")}) {
    const auto none = ArchiveFolders().FindAll(name);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::kNotFound) << name;
  }
}

TEST_F(Names, AListHasCommas) {
  for (const char* name : {"a.meta", "a.0", "b.meta", "b.0"}) Touch(name);
  const auto all = ArchiveFolders().FindAll(In("b") + "," + In("a.meta"));
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ(all->at(0).base, In("b"));
  EXPECT_EQ(all->at(1).base, In("a"));
  EXPECT_FALSE(ArchiveFolders().FindAll(In("a") + "," + In("c")));
  EXPECT_EQ(ArchiveFolders().FindAll(In("a") + ",")->size(), 1u);
}

// A look at all of a folder for each of its archives would be work of the
// square of their number.
TEST_F(Names, AFolderIsReadOnce) {
  std::string list;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "a" + std::to_string(i);
    Touch(name + ".meta");
    Touch(name + ".0");
    list += In(name) + ",";
  }
  ArchiveFolders folders;
  EXPECT_EQ(folders.FindAll(list)->size(), 20u);
  EXPECT_TRUE(folders.Find(In("a7.meta")));
  EXPECT_EQ(folders.entries_read(), 40u);
  EXPECT_FALSE(folders.Find(In("later")));
  Touch("later.meta");
  Touch("later.0");
  EXPECT_TRUE(FindArchive(In("later"))) << "as the folder is now";
}

}  // namespace
}  // namespace pmapi
