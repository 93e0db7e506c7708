// Percent and time left, a few times a second.
#include "cli/progress.h"

#include <cmath>
#include <cstdio>

#include "pmapi/notation/time_window.h"

namespace cli {
namespace {

/// Asking the clock at every evaluation would cost more than evaluating.
constexpr std::int64_t kEvaluationsBetweenLooks = 256;
constexpr base::Duration kBetweenLines{base::kNanosPerSecond / 5};
/// What is done sooner needs no line.
constexpr base::Duration kBeforeFirst{base::kNanosPerSecond};

std::string WithThousands(std::int64_t n) {
  std::string text = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0;
       at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string TimeText(double seconds) {
  char text[32];
  if (seconds < 120) {
    std::snprintf(text, sizeof text, "%.0f s", std::ceil(seconds));
  } else {
    std::snprintf(text, sizeof text, "%.0f min", std::ceil(seconds / 60));
  }
  return text;
}

}  // namespace

Progress::Progress(int descriptor, base::Timestamp start, base::Timestamp end,
                   engine::schedule::Clock* clock)
    : line_(descriptor, true),
      start_(start),
      end_(end),
      clock_(clock),
      began_(clock->Elapsed()),
      last_shown_{began_.ns + kBeforeFirst.ns - kBetweenLines.ns} {}

std::string Progress::Line(std::int64_t evaluations, double part,
                           double seconds_so_far) {
  std::string line = WithThousands(evaluations) + " evaluations";
  if (part < 0) return line;
  line += ", " + std::to_string(static_cast<int>(part * 100)) + " %";
  if (part > 0) {
    line += ", " + TimeText(seconds_so_far / part * (1 - part)) + " left";
  }
  return line;
}

void Progress::At(base::Timestamp now) {
  ++evaluations_;
  if (!line_.on_terminal() || evaluations_ % kEvaluationsBetweenLooks != 0)
    return;
  const base::Duration elapsed = clock_->Elapsed();
  if (elapsed.ns - last_shown_.ns < kBetweenLines.ns) return;
  last_shown_ = elapsed;
  const double whole = (end_ - start_).Seconds();
  const double part = end_ == pmapi::notation::kNoEnd ? -1
                      : whole > 0 ? (now - start_).Seconds() / whole
                                  : 1;
  const double so_far = base::Duration{elapsed.ns - began_.ns}.Seconds();
  line_.Show(Line(evaluations_, part, so_far));
}

}  // namespace cli
