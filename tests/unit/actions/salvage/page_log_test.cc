// PageLog: which frames of a log count. The log is written here, by the format.
#include "actions/salvage/page_log.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace actions {
namespace {

constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrame = 24 + kPageSize;

void PutBig(std::uint32_t word, std::string* bytes) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    *bytes += static_cast<char>(word >> shift);
  }
}

/// A log whose sums are of little-endian words.
class LogWriter {
 public:
  LogWriter() {
    for (const std::uint32_t word : {0x377f0682u, 3007000u, 4096u, 0u, 7u, 9u})
      PutBig(word, &bytes_);
    EndSum(0, 24);
  }
  /// A page full of `fill`, which ends a transaction if `ends`.
  LogWriter& Add(std::uint32_t page, char fill, bool ends,
                 std::uint32_t salt = 7) {
    const std::size_t at = bytes_.size();
    for (const std::uint32_t word : {page, ends ? 4u : 0u})
      PutBig(word, &bytes_);
    Sum(at, 8);
    const std::string content(kPageSize, fill);
    const std::size_t sum = bytes_.size() + 8;
    for (const std::uint32_t word : {salt, 9u, 0u, 0u}) PutBig(word, &bytes_);
    bytes_ += content;
    Sum(sum + 8, kPageSize);
    std::string said;
    PutBig(first_, &said);
    PutBig(second_, &said);
    bytes_.replace(sum, said.size(), said);
    return *this;
  }
  std::string& bytes() { return bytes_; }

 private:
  void Sum(std::size_t at, std::size_t size) {
    for (std::size_t i = at; i < at + size; i += 8) {
      std::uint32_t words[2];
      std::memcpy(words, &bytes_[i], sizeof words);
      first_ += words[0] + second_;
      second_ += words[1] + first_;
    }
  }
  void EndSum(std::size_t at, std::size_t size) {
    Sum(at, size);
    PutBig(first_, &bytes_);
    PutBig(second_, &bytes_);
  }

  std::string bytes_;
  std::uint32_t first_ = 0;
  std::uint32_t second_ = 0;
};

/// The first bytes of the pages 1 to 3; '-' where there is none.
std::string PagesOf(const std::string& log) {
  const PageLog pages(
      {reinterpret_cast<const std::uint8_t*>(log.data()), log.size()});
  std::string firsts;
  for (std::uint32_t number = 1; number <= 3; ++number) {
    const base::Bytes page = pages.Page(number);
    EXPECT_TRUE(page.empty() || page.size() == kPageSize);
    firsts += page.empty() ? '-' : static_cast<char>(page[0]);
  }
  return firsts;
}

TEST(PageLogTest, APageIsAsItWasWrittenLast) {
  LogWriter log;
  log.Add(1, 'a', false).Add(2, 'b', true).Add(1, 'c', true);
  EXPECT_EQ(PagesOf(log.bytes()), "cb-");
}

TEST(PageLogTest, ATransactionWithoutItsEndDoesNotCount) {
  LogWriter log;
  log.Add(1, 'a', true).Add(1, 'x', false).Add(2, 'x', false);
  EXPECT_EQ(PagesOf(log.bytes()), "a--");
}

TEST(PageLogTest, FramesBehindADamagedOneCount) {
  LogWriter log;
  log.Add(1, 'a', true).Add(2, 'b', true).Add(3, 'c', true);
  log.bytes()[kHeader + kFrame + 1000] ^= 1;
  EXPECT_EQ(PagesOf(log.bytes()), "a-c");
}

TEST(PageLogTest, AHeaderThatIsDamagedCostsTheFirstFrameAtMost) {
  for (std::size_t at = 4; at < kHeader; ++at) {
    LogWriter log;
    log.Add(1, 'a', true).Add(2, 'b', true).Add(3, 'c', true);
    log.bytes()[at] ^= 0x55;
    EXPECT_EQ(PagesOf(log.bytes()).substr(1), "bc") << at;
  }
}

TEST(PageLogTest, FramesOfAnEarlierLogDoNotCount) {
  LogWriter log;
  log.Add(1, 'a', true).Add(2, 'b', true).Add(2, 'x', true, 6);
  EXPECT_EQ(PagesOf(log.bytes()), "ab-");
}

TEST(PageLogTest, AnyEndIsOne) {
  LogWriter log;
  log.Add(1, 'a', true).Add(2, 'b', true);
  for (std::size_t size = 0; size < log.bytes().size(); size += 97) {
    const bool first = size >= kHeader + kFrame;
    EXPECT_EQ(PagesOf(log.bytes().substr(0, size)), first ? "a--" : "---");
  }
}

}  // namespace
}  // namespace actions
