// Alignment, origin and bounds, in the order PMAPI applies them.
#include "pmapi/notation/time_window.h"

#include <algorithm>
#include <string_view>

#include "base/overloaded.h"
#include "pmapi/notation/interval.h"
#include "pmapi/notation/time_spec.h"

namespace pmapi::notation {
namespace {

using base::Duration;
using base::Timestamp;

using Point = Parsed<Timestamp, WindowFault>;

constexpr const char* kNoAlignment =
    "alignment specified by -A switch could not be applied";

Timestamp Plus(Timestamp time, Duration distance) {
  Timestamp sum;
  return __builtin_add_overflow(time.ns, distance.ns, &sum.ns)
             ? Timestamp{std::numeric_limits<std::int64_t>::max()}
             : sum;
}

Timestamp Minus(Timestamp time, Duration distance) {
  Timestamp difference;
  return __builtin_sub_overflow(time.ns, distance.ns, &difference.ns)
             ? Timestamp{std::numeric_limits<std::int64_t>::min()}
             : difference;
}

/// The first multiple of `step` since the epoch at or after `time`.
Timestamp RoundedUp(Timestamp time, Duration step) {
  const std::int64_t past = time.ns % step.ns;
  if (past == 0) return time;
  return past < 0 ? Timestamp{time.ns - past}
                  : Plus(time, Duration{step.ns - past});
}

/// The point that `text` means between `start` and `end`.
Point Resolve(char option, std::string_view text, Timestamp start,
              Timestamp end, const WindowFrame& frame) {
  const auto spec = ParseTimeSpec(text);
  if (!spec) return WindowFault{option, spec.fault().Lines()};
  if (std::holds_alternative<FromEnd>(*spec) && end == kNoEnd) {
    return WindowFault{option, FaultText(text, {0, "unexpected value"})};
  }
  const auto origin_of = [&](PhraseOrigin origin) {
    switch (origin) {
      case PhraseOrigin::kNow:
        return frame.now;
      case PhraseOrigin::kStart:
        return start;
      case PhraseOrigin::kEnd:
        return end;
    }
    return frame.now;
  };
  return std::visit(
      base::Overloaded{
          [&](const DateSpec& date) {
            return ResolveDate(date, start, frame.zone);
          },
          [&](const FromStart& from) { return Plus(start, from.distance); },
          [&](const FromEnd& from) { return Minus(end, from.distance); },
          [&](const DatePhrase& phrase) {
            return ResolvePhrase(phrase, origin_of(phrase.origin), frame.zone);
          }},
      *spec);
}

Parsed<Duration, WindowFault> ResolveStep(const std::string& text) {
  const auto step = ParseInterval(text);
  if (!step) return WindowFault{'A', FaultText(text, step.fault())};
  if (step->ns == 0) {
    return WindowFault{'A', FaultText(text, {0, kNoAlignment})};
  }
  return *step;
}

/// The window while its options are applied to it.
class WindowResolver {
 public:
  WindowResolver(const WindowOptions& options, const WindowFrame& frame)
      : options_(options),
        frame_(frame),
        log_start_(frame.start.TruncatedToMicros()),
        log_end_(frame.end == kNoEnd ? kNoEnd : frame.end.TruncatedToMicros()),
        window_{log_start_, log_end_, log_start_, ""} {}

  Parsed<TimeWindow, WindowFault> Run() {
    if (!Start() || !Align() || !Finish() || !First()) return fault_;
    window_.start = window_.start.TruncatedToMicros();
    if (window_.end != kNoEnd) window_.end = window_.end.TruncatedToMicros();
    window_.first = window_.first.TruncatedToMicros();
    return window_;
  }

 private:
  /// Each applies one option, if it was given; false if it cannot be meant.
  bool Start() {
    if (!options_.start) return true;
    const Point point =
        Resolve('S', *options_.start, log_start_, log_end_, frame_);
    if (!point) return Fail(point.fault());
    window_.start = std::max(*point, log_start_);
    return true;
  }

  bool Align() {
    if (!options_.align) return true;
    const auto step = ResolveStep(*options_.align);
    if (!step) return Fail(step.fault());
    step_ = *step;
    const Timestamp rounded = RoundedUp(window_.start, step_);
    if (rounded > log_end_) {
      Warn();
    } else {
      window_.start = rounded;
    }
    return true;
  }

  bool Finish() {
    if (!options_.finish) return true;
    const Point point =
        Resolve('T', *options_.finish, window_.start, log_end_, frame_);
    if (!point) return Fail(point.fault());
    window_.end = std::min(*point, log_end_);
    return true;
  }

  bool First() {
    window_.first = window_.start;
    if (!options_.origin) return true;
    const Point point =
        Resolve('O', *options_.origin, window_.start, window_.end, frame_);
    if (!point) return Fail(point.fault());
    if (*point >= window_.start) window_.first = std::min(*point, window_.end);
    if (step_.ns != 0) AlignFirst();
    return true;
  }

  void AlignFirst() {
    Timestamp rounded = RoundedUp(window_.first, step_);
    if (rounded > window_.end) rounded = Minus(rounded, step_);
    if (rounded < window_.start || rounded > window_.end) {
      Warn();
    } else {
      window_.first = rounded;
    }
  }

  void Warn() {
    window_.warning = FaultText(*options_.align, {0, kNoAlignment});
  }

  bool Fail(const WindowFault& fault) {
    fault_ = fault;
    return false;
  }

  const WindowOptions& options_;
  const WindowFrame& frame_;
  const Timestamp log_start_;
  const Timestamp log_end_;
  TimeWindow window_;
  Duration step_;
  WindowFault fault_{};
};

}  // namespace

Parsed<TimeWindow, WindowFault> ResolveWindow(const WindowOptions& options,
                                              const WindowFrame& frame) {
  return WindowResolver(options, frame).Run();
}

Parsed<Timestamp, WindowFault> ResolvePoint(char option,
                                            const std::string& text,
                                            const WindowFrame& frame) {
  const Point point = Resolve(option, text, frame.start, frame.end, frame);
  if (!point) return point.fault();
  return point->TruncatedToMicros();
}

}  // namespace pmapi::notation
