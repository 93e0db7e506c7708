// Shortfalls: why a live source lacks values. What one of its streams lacks,
// all of them tell, because it is the source that does not answer.
#ifndef TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_
#define TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_

#include <map>
#include <optional>

#include "base/error.h"

namespace pmapi {

/// The shortfalls of one source, by stream. Threads: the source's.
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

  /// Any one of the shortfalls; nothing if there is none.
  std::optional<base::Error> any() const {
    if (by_stream_.empty()) return std::nullopt;
    return by_stream_.begin()->second;
  }

 private:
  std::map<const void*, base::Error> by_stream_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_SHORTFALLS_H_
