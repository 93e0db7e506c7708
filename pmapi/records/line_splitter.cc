// What has no end yet is copied; lines that come whole are copied, too, since
// NULs in them may have to be replaced.
#include "pmapi/records/line_splitter.h"

#include <algorithm>
#include <utility>

namespace pmapi::records {

void LineSplitter::Add(std::string_view bytes, const TakeLine& take) {
  for (;;) {
    const std::size_t end = bytes.find('\n');
    Keep(bytes.substr(0, end));
    if (end == bytes.npos) return;
    EndLine(take);
    bytes.remove_prefix(end + 1);
  }
}

void LineSplitter::End(const TakeLine& take) {
  if (skipping_ || !line_.empty()) EndLine(take);
}

std::uint64_t LineSplitter::Skip(std::string_view bytes) {
  if (bytes.empty()) return 0;
  const auto lines =
      static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  SkipTo(bytes.back());
  return lines;
}

void LineSplitter::SkipTo(char last) {
  Reset();
  skipping_ = last != '\n';
}

std::uint64_t LineSplitter::Skipped() { return std::exchange(skipped_, 0); }

void LineSplitter::Keep(std::string_view bytes) {
  if (skipping_) return;
  if (line_.empty()) {
    const std::size_t begin = bytes.find_first_not_of('\0');
    if (begin == bytes.npos) return;
    bytes.remove_prefix(begin);
  }
  line_ += bytes.substr(0, kLongestLine - line_.size());
}

void LineSplitter::EndLine(const TakeLine& take) {
  if (skipping_) {
    ++skipped_;
  } else {
    if (line_.ends_with('\r')) line_.pop_back();
    std::replace(line_.begin(), line_.end(), '\0', ' ');
    take(line_);
  }
  Reset();
}

void LineSplitter::Reset() {
  line_.clear();
  skipping_ = false;
}

}  // namespace pmapi::records
