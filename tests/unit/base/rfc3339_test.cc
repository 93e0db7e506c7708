// Times as RFC 3339 has them.
#include "base/rfc3339.h"

#include <gtest/gtest.h>

namespace base {
namespace {

std::string Text(const char* tz, std::int64_t ns) {
  std::string text = "at ";
  AppendRfc3339(Zone::FromTz(tz), Timestamp{ns}, &text);
  return text;
}

TEST(Rfc3339, HasTheZone) {
  constexpr std::int64_t kTime = 1'000'000'000 * kNanosPerSecond;
  EXPECT_EQ(Text("UTC", kTime), "at 2001-09-09T01:46:40Z");
  EXPECT_EQ(Text("<+02>-2", kTime), "at 2001-09-09T03:46:40+02:00");
  EXPECT_EQ(Text("IST-5:30", kTime), "at 2001-09-09T07:16:40+05:30");
  EXPECT_EQ(Text("NST3:30", kTime), "at 2001-09-08T22:16:40-03:30");
  EXPECT_EQ(Text("<+01>-1:00:07", kTime), "at 2001-09-09T01:46:40Z")
      << "seconds have no place in it";
}

TEST(Rfc3339, HasTheFractionThatThereIs) {
  EXPECT_EQ(Text("UTC", 500'000'000), "at 1970-01-01T00:00:00.5Z");
  EXPECT_EQ(Text("UTC", 1), "at 1970-01-01T00:00:00.000000001Z");
  EXPECT_EQ(Text("UTC", -1), "at 1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(Text("UTC", 100 * kNanosPerSecond), "at 1970-01-01T00:01:40Z");
}

}  // namespace
}  // namespace base
