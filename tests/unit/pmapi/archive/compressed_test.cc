// Files mapped or unpacked. The compressed ones are gzip with stored blocks,
// so that their bytes can be written down; archive_test tries the real tools.
#include "pmapi/archive/compressed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/archive_image.h"
#include "tests/support/stored_gzip.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::HasSubstr;

std::string ThreeBytes() { return tests::StoredGzip("aaa"); }

class ArchiveFiles : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    std::ofstream out(folder_ / name, std::ios::binary);
    out << bytes;
    return folder_ / name;
  }
  static std::string Text(const base::ReadableFile& file) {
    return {file.bytes().begin(), file.bytes().end()};
  }

  tests::TemporaryFolder folder_;
};

TEST_F(ArchiveFiles, WithoutASuffixAreMappedAsTheyAre) {
  const std::string bytes = ThreeBytes();
  for (const FilePart part : {FilePart::kWhole, FilePart::kLabel}) {
    const auto file = OpenArchiveFile(Write("x.0", bytes), part);
    ASSERT_TRUE(file);
    EXPECT_EQ(Text(**file), bytes);
  }
}

TEST_F(ArchiveFiles, WithASuffixAreUnpacked) {
  for (const FilePart part : {FilePart::kWhole, FilePart::kLabel}) {
    const auto file = OpenArchiveFile(Write("x.0.gz", ThreeBytes()), part);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(Text(**file), "aaa");
  }
}

TEST_F(ArchiveFiles, AreNotUnpackedAheadWithoutThreads) {
  const auto packed =
      OpenArchiveFile(Write("x.0.gz", ThreeBytes()), FilePart::kAhead);
  ASSERT_TRUE(packed);
  EXPECT_EQ(*packed, nullptr);
  const auto plain = OpenArchiveFile(Write("x.1", "aaa"), FilePart::kAhead);
  ASSERT_TRUE(plain);
  EXPECT_EQ(Text(**plain), "aaa");
}

TEST_F(ArchiveFiles, MayBePackedInAnotherWayThanTheyAreNamed) {
  const auto file =
      OpenArchiveFile(Write("x.0.xz", ThreeBytes()), FilePart::kWhole);
  ASSERT_TRUE(file);
  EXPECT_EQ(Text(**file), "aaa");
}

TEST_F(ArchiveFiles, ThatAreNotThereAreSystemErrors) {
  for (const char* name : {"x.0", "x.0.gz"}) {
    const auto file = OpenArchiveFile(folder_ / name, FilePart::kWhole);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::kSystem);
    EXPECT_EQ(file.error().system_errno, ENOENT);
    EXPECT_THAT(file.error().message, HasSubstr(folder_ / name));
  }
}

TEST_F(ArchiveFiles, ThatAreNotWhatTheyAreCalledAreCorrupt) {
  const std::string path = Write("x.0.gz", "plain");
  const auto file = OpenArchiveFile(path, FilePart::kWhole);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(file.error().message,
            path + ": is not compressed, though it is named so");
}

TEST_F(ArchiveFiles, ThatEndTooEarlyAreCorrupt) {
  std::string bytes = ThreeBytes();
  bytes.resize(bytes.size() - 8 - 1);
  const auto file = OpenArchiveFile(Write("x.0.gz", bytes), FilePart::kWhole);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(file.error().message, HasSubstr("x.0.gz: cannot be unpacked: "));
}

TEST_F(ArchiveFiles, ThatAreFifosAreNotWaitedFor) {
  for (const char* name : {"x.0", "x.0.gz"}) {
    ASSERT_EQ(::mkfifo((folder_ / name).c_str(), 0600), 0);
    for (const FilePart part : {FilePart::kWhole, FilePart::kLabel}) {
      const auto file = OpenArchiveFile(folder_ / name, part);
      ASSERT_FALSE(file);
      EXPECT_EQ(file.error().code, ErrorCode::kSystem);
      EXPECT_THAT(file.error().message, HasSubstr(": not a regular file"));
    }
  }
}

TEST_F(ArchiveFiles, AreNotUnpackedToMoreThanTheyMayBe) {
  const std::string path = Write("x.0.gz", ThreeBytes());
  EXPECT_EQ(Text(**OpenUnpacked(path, FilePart::kWhole, 3)), "aaa");
  EXPECT_EQ(Text(**OpenUnpacked(path, FilePart::kLabel, 3)), "aaa");
  const auto none = OpenUnpacked(path, FilePart::kWhole, 2);
  ASSERT_TRUE(none);
  EXPECT_EQ(Text(**none), "");
  const auto refused = (*none)->status();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(refused.error().message,
            path +
                ": unpacks to more than 2 bytes, which of its size no "
                "archive does: if it is meant, unpack it first");
}

TEST_F(ArchiveFiles, AreReadNoFurtherThanTheirLabelWhereThatIsEnough) {
  std::string bytes = tests::GzipHeader();
  const std::string block(tests::kMostStored, 'a');
  for (int i = 0; i < 8; ++i) bytes += tests::StoredBlock(block, false);
  bytes.append(16, '\xff');  // no block begins so
  const std::string path = Write("x.0.gz", bytes);
  const auto label = OpenArchiveFile(path, FilePart::kLabel);
  ASSERT_TRUE(label) << label.error().message;
  EXPECT_GE((*label)->bytes().size(), 808u + 1u);
  EXPECT_EQ((*label)->bytes()[808], 'a');
  const auto whole = OpenArchiveFile(path, FilePart::kWhole);
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().code, ErrorCode::kCorrupt);
}

TEST_F(ArchiveFiles, AreUnpackedWhereTheEnvironmentSaysAndLeaveNothing) {
  const std::string path = Write("x.0.gz", ThreeBytes());
  std::filesystem::create_directory(folder_ / "room");
  ::setenv("PCP_TMPFILE_DIR", (folder_ / "room").c_str(), 1);
  const auto file = OpenArchiveFile(path, FilePart::kWhole);
  ::setenv("PCP_TMPFILE_DIR", (folder_ / "no room").c_str(), 1);
  const auto nowhere = OpenArchiveFile(path, FilePart::kWhole);
  ::unsetenv("PCP_TMPFILE_DIR");
  ASSERT_TRUE(file);
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "room"));
  EXPECT_EQ(Text(**file), "aaa");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kSystem);
  EXPECT_EQ(nowhere.error().system_errno, ENOENT);
  EXPECT_THAT(nowhere.error().message, HasSubstr("no room"));
}

}  // namespace
}  // namespace pmapi
