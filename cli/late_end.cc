// A look for a later record, and at the end itself where there is none.
#include "cli/late_end.h"

#include "base/stamp.h"

namespace cli {
namespace {

/// A record that is so much later than a tick is so however times are rounded.
constexpr base::Duration kClearly{base::kNanosPerSecond};

}  // namespace

/// As engine::schedule reckons it: rounding decides at the very end.
double LateEnd::Due(base::Timestamp now) const {
  const std::int64_t tick = (now - window_.first).ns / step_.ns;
  return base::StampSeconds(window_.first) +
         static_cast<double>(tick) * step_.Seconds();
}

bool LateEnd::Includes(base::Timestamp now) {
  if (window_.end == pmapi::notation::kNoEnd) {
    if (archives_.HasRecordFrom(now + kClearly)) return true;
    failure_ = archives_.ReadToEnd();
    window_.end = archives_.end().TruncatedToMicros();
  }
  return Due(now) <= base::StampSeconds(window_.end);
}

}  // namespace cli
