// The end of a journal as a script tells it. Nothing here depends on how long
// that takes.
#include "pmapi/records/journal_end.h"

#include <gtest/gtest.h>

#include <string>

namespace pmapi::records {
namespace {

constexpr base::Duration kLong{600 * base::kNanosPerSecond};

base::Result<JournalEnd::Entry> EndOf(const std::string& script) {
  JournalEnd end([script]() -> base::Result<base::Program> {
    return base::Program{"/bin/sh", {"sh", "-c", script}, {}};
  });
  end.Await(kLong);
  // The same at each call.
  end.Take();
  return *end.Take();
}

TEST(JournalEnd, IsTheLastEntry) {
  const auto end = EndOf(
      "printf '__CURSOR=a\\n__REALTIME_TIMESTAMP=1\\n\\n'; "
      "printf '__CURSOR=b\\n__REALTIME_TIMESTAMP=7\\nMESSAGE=m\\n\\n'");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cursor, "b");
  EXPECT_EQ(end->microseconds, 7u);
}

TEST(JournalEnd, AJournalMayHaveNone) {
  const auto end = EndOf("exit 0");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cursor, "");
}

TEST(JournalEnd, AFailureIsNoJournalWithoutEntries) {
  const auto end = EndOf("echo why >&2; exit 1");
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, "sh has ended with status 1: why");
}

TEST(JournalEnd, WhatIsNoJournalIsTold) {
  const auto end = EndOf("echo '{}'");
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, "what journalctl writes is no journal: '{}'");
}

TEST(JournalEnd, IsNotKnownWhileTheProgramRuns) {
  JournalEnd end([]() -> base::Result<base::Program> {
    return base::Program{"/bin/sleep", {"sleep", "1000"}, {}};
  });
  end.Await({});
  EXPECT_FALSE(end.Take());
}

}  // namespace
}  // namespace pmapi::records
