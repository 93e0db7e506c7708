// Files read while another thread unpacks them, and archives of such files.
#include "pmapi/archive/unpacking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>

#include "pmapi/archive/archive.h"
#include "tests/support/archive_image.h"
#include "tests/support/archive_writer.h"
#include "tests/support/stored_gzip.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::HasSubstr;
using tests::At;

constexpr std::int64_t kT = 1'000'000'000;
/// Several times what a reader is told of at once.
constexpr std::size_t kLarge = std::size_t{3} << 20;
/// Of a record, so that an archive of few is large. Units: bytes.
constexpr std::size_t kWide = std::size_t{1} << 16;

std::string Text(base::Bytes bytes) { return {bytes.begin(), bytes.end()}; }

class UnpackedAhead : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  std::unique_ptr<base::ReadableFile> Ahead(const std::string& path) {
    auto file = threads_.Open(path, FilePart::kAhead);
    EXPECT_TRUE(file) << file.error().message;
    return file ? *std::move(file) : nullptr;
  }

  tests::TemporaryFolder folder_;
  UnpackThreads threads_{2};
};

TEST_F(UnpackedAhead, AreAllThereForWhoWaits) {
  const std::string bytes(kLarge, 'a');
  const auto file = Ahead(Write("x.gz", tests::StoredGzip(bytes)));
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(Text(file->bytes()), bytes);
  EXPECT_TRUE(file->status());
  EXPECT_FALSE(file->cut());
}

TEST_F(UnpackedAhead, AreThereBitByBit) {
  const auto file =
      Ahead(Write("x.gz", tests::StoredGzip(std::string(kLarge, 'a'))));
  ASSERT_NE(file, nullptr);
  const base::Bytes some = file->BytesBeyond(0);
  EXPECT_GT(some.size(), 0u);
  std::size_t size = 0;
  while (file->BytesBeyond(size).size() > size) {
    size = file->BytesBeyond(size).size();
  }
  EXPECT_EQ(size, kLarge);
  EXPECT_EQ(some.data(), file->bytes().data());
}

TEST_F(UnpackedAhead, AreReadByManyThreads) {
  const auto file =
      Ahead(Write("x.gz", tests::StoredGzip(std::string(kLarge, 'a'))));
  ASSERT_NE(file, nullptr);
  std::vector<std::size_t> letters(3);
  std::vector<std::thread> readers;
  for (std::size_t& mine : letters) {
    readers.emplace_back([&] {
      for (std::size_t seen = 0;;) {
        const base::Bytes now = file->BytesBeyond(seen);
        if (now.size() == seen) return;
        while (seen < now.size()) mine += now[seen++] == 'a' ? 1 : 0;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_THAT(letters, testing::Each(kLarge));
}

TEST_F(UnpackedAhead, MayBeGivenUp) {
  const std::string path =
      Write("x.gz", tests::StoredGzip(std::string(kLarge, 'a')));
  for (int i = 0; i < 8; ++i) EXPECT_NE(Ahead(path), nullptr);
}

TEST_F(UnpackedAhead, KeepWhatStandsBeforeDamage) {
  std::string packed = tests::StoredGzip(std::string(kLarge, 'a'));
  packed.resize(packed.size() / 2);
  const std::string path = Write("x.gz", packed);
  const auto file = Ahead(path);
  ASSERT_NE(file, nullptr);
  const base::Bytes bytes = file->bytes();
  EXPECT_GT(bytes.size(), kLarge / 4);
  EXPECT_LT(bytes.size(), kLarge);
  ASSERT_FALSE(file->status());
  EXPECT_EQ(file->status().error().message,
            OpenArchiveFile(path, FilePart::kWhole).error().message);
}

TEST_F(UnpackedAhead, KeepAsMuchOfItWithoutAThread) {
  std::string packed = tests::StoredGzip(std::string(kLarge, 'a'));
  packed.resize(packed.size() / 2);
  const std::string path = Write("x.gz", packed);
  UnpackThreads none(0);
  const auto file = none.Open(path, FilePart::kWhole);
  ASSERT_TRUE(file);
  const auto ahead = Ahead(path);
  EXPECT_EQ((*file)->bytes().size(), ahead->bytes().size());
  ASSERT_FALSE((*file)->status());
  EXPECT_EQ((*file)->status().error().message, ahead->status().error().message);
}

TEST_F(UnpackedAhead, AreNoMoreAtOnceThanThereAreThreads) {
  UnpackThreads none(0);
  const std::string path = Write("x.gz", tests::StoredGzip("aaa"));
  const auto file = none.Open(path, FilePart::kAhead);
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, nullptr);
  EXPECT_EQ(Text((*none.Open(path, FilePart::kWhole))->bytes()), "aaa");
}

TEST_F(UnpackedAhead, ThatAreNotThereAreToldAtOnce) {
  for (const char* name : {"x", "x.gz"}) {
    const auto file = threads_.Open(folder_ / name, FilePart::kAhead);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::kSystem);
  }
}

/// An archive of `volumes`, of twenty wide records each, a second apart.
tests::ArchiveImage Wide(int volumes) {
  tests::ArchiveWriter writer;
  writer.Metric("a",
                {Pmid{1}, Type::kString, kNullInDom, Semantics::kInstant, {}});
  for (int k = 0; k < 20 * volumes; ++k) {
    if (k > 0 && k % 20 == 0) writer.NextVolume();
    writer.Record(At(kT + k), {{"a", std::string(kWide, 'x')}});
  }
  return writer.Image();
}

class ArchivesUnpackedAhead : public UnpackedAhead {
 protected:
  /// Packs the volumes of `image` and writes it.
  void Pack(const tests::ArchiveImage& image) {
    for (const auto& [suffix, bytes] : image.files) {
      const bool volume = suffix != "meta" && suffix != "index";
      const std::string text(bytes.begin(), bytes.end());
      Write("x." + suffix + (volume ? ".gz" : ""),
            volume ? tests::StoredGzip(text) : text);
    }
  }
  /// Leaves half of a packed volume.
  void Wound(const std::string& name) {
    std::filesystem::resize_file(
        folder_ / name, std::filesystem::file_size(folder_ / name) / 2);
  }
  base::Result<std::unique_ptr<Archive>> Open(UnpackThreads* threads) {
    ArchiveFolders folders;
    return threads == nullptr ? OpenArchive(folder_ / "x", &folders)
                              : OpenArchive(folder_ / "x", &folders, threads);
  }
};

int Count(RecordWalker* walker) {
  int count = 0;
  while (walker->Next()) ++count;
  return count;
}

TEST_F(ArchivesUnpackedAhead, MayBeOpenedByManyThreadsAtOnce) {
  Pack(Wide(2));
  tests::WriteImage(Wide(1), folder_ / "plain");
  ArchiveFolders folders;
  std::vector<int> opened(3);
  std::vector<std::thread> openers;
  for (int& mine : opened) {
    openers.emplace_back([&] {
      for (const char* name : {"x", "plain", "x"}) {
        const auto archive = OpenArchive(folder_ / name, &folders, &threads_);
        mine += archive ? 1 : 0;
      }
    });
  }
  for (std::thread& opener : openers) opener.join();
  EXPECT_THAT(opened, testing::Each(3));
}

TEST_F(ArchivesUnpackedAhead, EndLaterWhereTheyAreOneFile) {
  Pack(Wide(1));
  const auto archive = Open(&threads_);
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE((*archive)->ends_later());
  EXPECT_GT((*archive)->end(), At(kT + 1000));
  EXPECT_TRUE((*archive)->HasRecordFrom(At(kT)));
  EXPECT_TRUE((*archive)->HasRecordFrom(At(kT + 19)));
  EXPECT_FALSE((*archive)->HasRecordFrom(At(kT + 20)));
  ASSERT_TRUE((*archive)->ReadToEnd());
  EXPECT_FALSE((*archive)->ends_later());
  EXPECT_EQ((*archive)->end(), At(kT + 19));
}

TEST_F(ArchivesUnpackedAhead, HaveTheRecordsThatTheyHaveOtherwise) {
  for (const int volumes : {1, 5}) {
    Pack(Wide(volumes));
    const auto archive = Open(&threads_);
    ASSERT_TRUE(archive) << archive.error().message;
    RecordWalker walker = (*archive)->Walk();
    ASSERT_TRUE(walker.Next());
    RecordWalker behind = walker;
    EXPECT_EQ(Count(&walker), 20 * volumes - 1);
    EXPECT_TRUE(walker.status());
    // Of the volume as it was when it stood there.
    ASSERT_TRUE(behind.At(walker.record().place));
    EXPECT_EQ(behind.record().time, At(kT + 20 * volumes - 1));
    ASSERT_TRUE((*archive)->ReadToEnd());
    EXPECT_EQ((*archive)->end(), At(kT + 20 * volumes - 1));
  }
}

TEST_F(ArchivesUnpackedAhead, AreReadUpToDamage) {
  Pack(Wide(1));
  Wound("x.0.gz");
  const auto in_one = Open(nullptr);
  ASSERT_FALSE(in_one);
  const auto archive = Open(&threads_);
  ASSERT_TRUE(archive) << archive.error().message;
  RecordWalker walker = (*archive)->Walk();
  const int records = Count(&walker);
  EXPECT_GT(records, 5);
  EXPECT_LT(records, 20);
  ASSERT_FALSE(walker.status());
  EXPECT_EQ(walker.status().error().message, in_one.error().message);
  EXPECT_FALSE((*archive)->HasRecordFrom(At(kT + 20)));
  const auto end = (*archive)->ReadToEnd();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, in_one.error().message);
  EXPECT_EQ((*archive)->end(), At(kT + records - 1));
}

TEST_F(ArchivesUnpackedAhead,
       PassOverTheLaterVolumesThatTheyPassOverOtherwise) {
  Pack(Wide(5));
  Wound("x.2.gz");
  Wound("x.4.gz");
  const auto in_one = Open(nullptr);
  ASSERT_TRUE(in_one);
  const auto archive = Open(&threads_);
  ASSERT_TRUE(archive);
  EXPECT_FALSE((*archive)->ends_later());
  EXPECT_EQ((*archive)->end(), At(kT + 79));
  RecordWalker one = (*in_one)->Walk();
  RecordWalker walker = (*archive)->Walk();
  EXPECT_EQ(Count(&one), 60);
  EXPECT_EQ(Count(&walker), 60);
  EXPECT_EQ((*archive)->Losses().size(), 2u);
  EXPECT_EQ((*archive)->Losses()[0].what, (*in_one)->Losses()[0].what);
}

TEST_F(ArchivesUnpackedAhead, ThatHaveNoGoodRecordFailAtOnce) {
  tests::ArchiveImage image = Wide(1);
  image.files["0"].resize(808 + 100);
  Pack(image);
  const auto in_one = Open(nullptr);
  const auto archive = Open(&threads_);
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, ErrorCode::kNoEnd);
  EXPECT_EQ(archive.error().message, in_one.error().message);
}

}  // namespace
}  // namespace pmapi
