// The line of a long replay.
#include "cli/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace cli {
namespace {

/// A clock that moves a second whenever it is asked.
class SteppingClock : public engine::schedule::Clock {
 public:
  base::Timestamp Now() override { return {}; }
  base::Duration Elapsed() override {
    elapsed_.ns += base::kNanosPerSecond;
    return elapsed_;
  }

 private:
  base::Duration elapsed_;
};

TEST(Progress, LineTellsEvaluationsPartAndTimeLeft) {
  EXPECT_EQ(Progress::Line(12345, 0.25, 4),
            "12,345 evaluations, 25 %, 12 s left");
  EXPECT_EQ(Progress::Line(999, 0.5, 600),
            "999 evaluations, 50 %, 10 min left");
  EXPECT_EQ(Progress::Line(1234567, 0, 4), "1,234,567 evaluations, 0 %")
      << "before anything is done no one knows how long it takes";
  EXPECT_EQ(Progress::Line(999, -1, 4), "999 evaluations")
      << "nor where it ends";
}

TEST(Progress, WritesNothingIntoAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
  {
    SteppingClock clock;
    Progress progress(ends[1], {0}, {base::kNanosPerSecond}, &clock);
    for (int i = 0; i < 2000; ++i) progress.At({i});
  }
  char byte;
  EXPECT_EQ(::read(ends[0], &byte, 1), -1) << "something was written";
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace cli
