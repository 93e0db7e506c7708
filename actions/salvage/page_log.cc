// Sums over pairs of words, each of which goes on from the one before it.
#include "actions/salvage/page_log.h"

#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace actions {
namespace {

constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrameHeader = 24;
constexpr std::size_t kFrame = kFrameHeader + kPageSize;
/// The parts of a frame's header that its sum is of.
constexpr std::size_t kSummed = 8;
/// The last bit of the log's first word: words of sums are big-endian.
constexpr std::uint8_t kBigEndian = 1;

struct Sum {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend bool operator==(const Sum&, const Sum&) = default;
};

Sum SumAt(const std::uint8_t* p) {
  return {base::LoadBig32(p), base::LoadBig32(p + 4)};
}

std::uint32_t Word(const std::uint8_t* p, bool big) {
  std::uint32_t word;
  std::memcpy(&word, p, sizeof word);
  return big ? __builtin_bswap32(word) : word;
}

/// Goes on with `bytes`, which are whole pairs of words.
Sum Extended(Sum sum, base::Bytes bytes, bool big) {
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    sum.first += Word(&bytes[i], big) + sum.second;
    sum.second += Word(&bytes[i + 4], big) + sum.first;
  }
  return sum;
}

std::uint64_t SaltOfFrame(base::Bytes log, std::size_t index) {
  return base::LoadBig64(&log[kHeader + index * kFrame + 8]);
}

/// That of all frames that are not of an earlier log. The header has it, too,
/// and where the first frame says something else one of them is damaged.
std::uint64_t SaltOf(base::Bytes log) {
  const std::uint64_t said = base::LoadBig64(&log[16]);
  const std::uint64_t first = SaltOfFrame(log, 0);
  if (said == first || log.size() < kHeader + 2 * kFrame) return said;
  return SaltOfFrame(log, 1) == first ? first : said;
}

}  // namespace

PageLog::PageLog(base::Bytes log) : log_(log) {
  if (log.size() < kHeader + kFrame) return;
  const bool big = log[3] & kBigEndian;
  const std::uint64_t salt = SaltOf(log);
  Sum before = SumAt(&log[kHeader - 8]);
  std::vector<std::pair<std::uint32_t, std::size_t>> pending;
  for (std::size_t at = kHeader; at + kFrame <= log.size(); at += kFrame) {
    const std::uint8_t* const frame = &log[at];
    const Sum said = SumAt(frame + 16);
    Sum sum = Extended(std::exchange(before, said), {frame, kSummed}, big);
    sum = Extended(sum, {frame + kFrameHeader, kPageSize}, big);
    const std::uint32_t page = base::LoadBig32(frame);
    if (base::LoadBig64(frame + 8) != salt || sum != said || page == 0) {
      continue;
    }
    pending.emplace_back(page, at + kFrameHeader);
    const bool ends = base::LoadBig32(frame + 4) != 0;
    if (!ends) continue;
    for (const auto& [number, offset] : std::exchange(pending, {})) {
      offsets_[number] = offset;
    }
  }
}

base::Bytes PageLog::Page(std::uint32_t number) const {
  const auto found = offsets_.find(number);
  if (found == offsets_.end()) return {};
  return log_.subspan(found->second, kPageSize);
}

}  // namespace actions
