// Shortfalls: why values of a live source are missing, told by all its streams
// while one of them has it: a source answers or does not, whoever asked.
#ifndef TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_
#define TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_

#include <map>
#include <optional>

#include "base/error.h"

namespace pmapi {

/// Of one source, by stream. Threads: the source's.
class Shortfalls {
 public:
  /// What the last reading of `stream` lacks, or that it lacks nothing.
  void Set(const void* stream, const std::optional<base::Error>& shortfall) {
    if (shortfall) {
      by_stream_.insert_or_assign(stream, *shortfall);
    } else {
      by_stream_.erase(stream);
    }
  }

  /// One of them, if there is any.
  std::optional<base::Error> any() const {
    if (by_stream_.empty()) return std::nullopt;
    return by_stream_.begin()->second;
  }

 private:
  std::map<const void*, base::Error> by_stream_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_
