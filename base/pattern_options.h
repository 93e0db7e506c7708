// PatternOptions: how RE2 reads our patterns. For the files of its wall alone.
#ifndef TOCSIN_BASE_PATTERN_OPTIONS_H_
#define TOCSIN_BASE_PATTERN_OPTIONS_H_

#include <re2/re2.h>

#include <cstdint>

namespace base {

/// Bytes, whatever they are in UTF-8.
inline re2::RE2::Options PatternOptions() {
  /// A program this large takes some megabytes; no name needs one.
  constexpr std::int64_t kMaxMemory = 8 << 20;
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  return options;
}

}  // namespace base

#endif  // TOCSIN_BASE_PATTERN_OPTIONS_H_
