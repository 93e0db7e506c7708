// Gzip files whole, joined, padded and damaged in each byte.
#include "pmapi/archive/gzip_reader.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "tests/support/archive_image.h"
#include "tests/support/stored_gzip.h"

namespace pmapi {
namespace {

using tests::StoredGzip;

/// What comes of a file, and how it ends.
struct Got {
  std::string text;
  std::string error;
};

class GzipReaderTest : public testing::Test {
 protected:
  ~GzipReaderTest() override {
    if (fd_ >= 0) ::close(fd_);
  }
  int FileOf(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    if (fd_ >= 0) ::close(fd_);
    fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    return fd_;
  }
  Got Read(const std::string& bytes) {
    const auto reader = GzipReader::Open(FileOf(bytes));
    EXPECT_TRUE(reader);
    for (Got got;;) {
      const auto piece = (*reader)->Next();
      if (!piece) {
        got.error = piece.error().message;
        EXPECT_EQ((*reader)->Next().error().message, got.error) << "it stays";
        return got;
      }
      if (piece->empty()) return got;
      got.text += *piece;
    }
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "x.gz";
  int fd_ = -1;
};

TEST_F(GzipReaderTest, TakesWhatBeginsAsGzip) {
  EXPECT_TRUE(GzipReader::Takes(FileOf(StoredGzip(""))));
  for (const char* other : {"", "\x1f", "\x1f\x8c", "BZh9", "plain"}) {
    EXPECT_FALSE(GzipReader::Takes(FileOf(other))) << other;
  }
}

TEST_F(GzipReaderTest, GivesAllOfAFile) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i);
  const Got got = Read(StoredGzip(text));
  EXPECT_EQ(got.text.size(), text.size());
  EXPECT_TRUE(got.text == text);
  EXPECT_EQ(got.error, "");
}

TEST_F(GzipReaderTest, MembersAreOneText) {
  const Got got =
      Read(StoredGzip("a") + StoredGzip("") + StoredGzip(std::string(7, 'b')));
  EXPECT_EQ(got.text, "abbbbbbb");
  EXPECT_EQ(got.error, "");
}

TEST_F(GzipReaderTest, WhatIsNoMemberBehindOneIsPassedOver) {
  for (const std::string& more :
       {std::string(512, '\0'), std::string("junk"), std::string("\x1f"),
        std::string("\x1f\x8b")}) {
    const Got got = Read(StoredGzip("abc") + more);
    EXPECT_EQ(got.text, "abc") << more;
  }
}

TEST_F(GzipReaderTest, GivesWhatStandsBeforeTheSumsThatAreWrong) {
  const std::string good = StoredGzip("abcdef");
  for (std::size_t at = good.size() - 8; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] ^= 1;
    const Got got = Read(bytes);
    EXPECT_EQ(got.text, "abcdef");
    EXPECT_NE(got.error, "") << at;
  }
}

TEST_F(GzipReaderTest, AByteThatIsAnotherIsAnError) {
  const std::string good = StoredGzip("abcdef");
  for (std::size_t at = 10; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << bit);
      // Bits behind the three of a stored block's header are padding.
      const bool padding = at == 10 && bit >= 3;
      EXPECT_EQ(Read(bytes).error.empty(), padding) << at << ' ' << bit;
    }
  }
}

TEST_F(GzipReaderTest, AFileThatIsCutIsAnError) {
  const std::string good = StoredGzip("abcdef");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(Read(good.substr(0, size)).error, "") << size;
  }
}

}  // namespace
}  // namespace pmapi
