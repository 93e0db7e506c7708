// Fields of fixed width.
#include "base/rfc3339.h"

#include <cstdio>
#include <cstdlib>

#include "base/calendar.h"

namespace base {
namespace {

void AppendFraction(int nanosecond, std::string* out) {
  if (nanosecond == 0) return;
  char digits[16];
  std::snprintf(digits, sizeof digits, ".%09d", nanosecond);
  *out += digits;
  out->resize(out->find_last_not_of('0') + 1);
}

}  // namespace

void AppendRfc3339(const Zone& zone, Timestamp time, std::string* out) {
  constexpr int kMinute = 60;
  const bool before = time.ns % kNanosPerSecond < 0;
  const int offset = zone.OffsetAt(time.ns / kNanosPerSecond - before);
  const bool universal = offset % kMinute != 0 || offset == 0;
  const DateTime fields = ToFields(universal ? Zone() : zone, time);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", fields.year,
                fields.month, fields.day, fields.hour, fields.minute,
                fields.second);
  *out += text;
  AppendFraction(fields.nanosecond, out);
  if (universal) {
    *out += 'Z';
    return;
  }
  const int minutes = std::abs(offset) / kMinute;
  std::snprintf(text, sizeof text, "%c%02d:%02d", offset < 0 ? '-' : '+',
                minutes / kMinute, minutes % kMinute);
  *out += text;
}

}  // namespace base
