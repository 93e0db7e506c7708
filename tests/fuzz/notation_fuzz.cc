// The small grammars, and time zones: the first byte of an input says which,
// the rest is its text.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/calendar.h"
#include "base/check.h"
#include "base/zone_history.h"
#include "pmapi/notation/host_spec.h"
#include "pmapi/notation/interval.h"
#include "pmapi/notation/metric_spec.h"
#include "pmapi/notation/time_spec.h"
#include "pmapi/notation/time_window.h"
#include "pmapi/notation/units.h"

namespace {

using pmapi::notation::Fault;

/// A fault lies within its text and can be shown.
void CheckFault(std::string_view text, const Fault& fault) {
  CHECK(fault.offset <= text.size());
  CHECK(!fault.reason.empty());
  CHECK(pmapi::notation::FaultText(text, fault).back() == '\n');
}

template <typename T>
void CheckParsed(std::string_view text,
                 const pmapi::notation::Parsed<T>& parsed) {
  if (!parsed) CheckFault(text, parsed.fault());
}

void Interval(std::string_view text) {
  const auto interval = pmapi::notation::ParseInterval(text);
  CheckParsed(text, interval);
  if (!interval) return;
  CHECK(interval->ns >= 0);
  CHECK(*interval <= pmapi::notation::kLongestInterval);
}

void Time(std::string_view text) {
  const auto spec = pmapi::notation::ParseTimeSpec(text);
  if (!spec) CheckFault(spec.fault().text, spec.fault().fault);
}

/// Up to four lines: -S, -T, -A, -O; one that is empty is not given.
void Window(std::string_view text) {
  std::array<std::optional<std::string>, 4> lines;
  for (auto& line : lines) {
    const std::size_t end = text.find('\n');
    const std::string_view one = text.substr(0, end);
    if (!one.empty()) line = std::string(one);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  pmapi::notation::WindowFrame frame;
  frame.start.ns = 999'995'000'250'000'123;
  frame.end.ns = 1'000'005'000'750'000'000;
  frame.now.ns = 1'795'230'731'000'000'000;
  const auto window = pmapi::notation::ResolveWindow(
      {lines[0], lines[1], lines[2], lines[3]}, frame);
  if (!window) {
    CHECK(window.fault().lines.back() == '\n');
    return;
  }
  CHECK(window->end <= frame.end);
  CHECK(window->start.ns >= frame.start.TruncatedToMicros().ns);
  CHECK(window->first.ns % base::kNanosPerMicro == 0);
}

void Zone(const std::optional<base::Zone>& zone) {
  if (!zone) return;
  for (const std::int64_t ns :
       {INT64_MIN, std::int64_t{0}, std::int64_t{1} << 60, INT64_MAX}) {
    const base::DateTime fields = base::ToFields(*zone, {ns});
    CHECK(fields.month >= 1 && fields.month <= 12);
    CHECK(fields.weekday >= 0 && fields.weekday <= 6);
    base::FromFields(*zone, fields);
  }
}

void ZoneFile(std::string_view text) {
  const base::Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()),
                          text.size());
  Zone(base::ReadZoneFile(bytes));
  Zone(base::BorrowChanges(bytes, 3600, 7200));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  switch (data[0]) {
    case 'i':
      Interval(text);
      break;
    case 't':
      Time(text);
      break;
    case 'w':
      Window(text);
      break;
    case 'u':
      CheckParsed(text, pmapi::notation::ParseUnits(text));
      break;
    case 'm':
      CheckParsed(text, pmapi::notation::ParseMetricSpec(text));
      break;
    case 'h':
      CheckParsed(text, pmapi::notation::ParseHostSpec(text));
      break;
    case 'p':
      Zone(base::ParsePosixZone(text));
      break;
    case 'z':
      ZoneFile(text);
      break;
    default:
      break;
  }
  return 0;
}
