// A program and what it writes: a shell that writes much, says why it ends, is
// killed. Nothing here depends on how long that takes.
#include "pmapi/records/program_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <thread>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

constexpr std::size_t kMost = 1 << 20;

ProgramReader::Find Sh(const std::string& text) {
  return [text]() -> base::Result<base::Program> {
    return base::Program{"/bin/sh", {"sh", "-c", text}, {}};
  };
}

/// All that it writes, up to its end.
std::string AllOf(ProgramReader* reader) {
  std::string all;
  for (;;) {
    const bool over = reader->end().has_value();
    while (const auto some = reader->Next()) all += *some;
    if (over) return all;
    std::this_thread::yield();
  }
}

std::string Line(ProgramReader* reader) {
  std::string line;
  while (!line.ends_with('\n')) {
    if (const auto some = reader->Next()) line += *some;
    std::this_thread::yield();
  }
  return line;
}

TEST(ProgramReader, HandsOutWhatIsWrittenAndHowItEnded) {
  ProgramReader reader(Sh("echo one; echo two; echo why >&2; exit 3"), kMost);
  EXPECT_EQ(AllOf(&reader), "one\ntwo\n");
  EXPECT_EQ(reader.end()->message, "sh has ended with status 3: why");
}

TEST(ProgramReader, ItsEndCanBeWaitedForAndIsASuccessOrNot) {
  constexpr base::Duration kLong{600 * base::kNanosPerSecond};
  ProgramReader good(Sh("exit 0"), kMost);
  good.AwaitEnd(kLong);
  EXPECT_TRUE(good.end());
  EXPECT_TRUE(good.succeeded());
  ProgramReader bad(Sh("exit 1"), kMost);
  bad.AwaitEnd(kLong);
  EXPECT_TRUE(bad.end());
  EXPECT_FALSE(bad.succeeded());
  ProgramReader none(
      [] {
        return base::Error{base::ErrorCode::kSystem, ""};
      },
      kMost);
  none.AwaitEnd(kLong);
  EXPECT_TRUE(none.end());
  EXPECT_FALSE(none.succeeded());
  ProgramReader staying(Sh("exec sleep 1000"), kMost);
  staying.AwaitEnd({});
  EXPECT_FALSE(staying.end());
  EXPECT_FALSE(staying.succeeded());
}

TEST(ProgramReader, TheLastLineIsShownWithoutWhatSteersTerminals) {
  ProgramReader reader(Sh("printf 'one\\n\\ntwo\\033[2J\\n\\n' >&2"), kMost);
  EXPECT_EQ(AllOf(&reader), "");
  EXPECT_EQ(reader.end()->message, "sh has ended with status 0: two?[2J");
}

TEST(ProgramReader, ASignalEndsItToo) {
  ProgramReader reader(Sh("kill -9 $$"), kMost);
  EXPECT_EQ(AllOf(&reader), "");
  EXPECT_EQ(reader.end()->message, "sh was ended by signal 9");
}

TEST(ProgramReader, WhatCannotBeBegunIsKnownAtOnce) {
  ProgramReader none(
      []() -> base::Result<base::Program> {
        return base::Program{"/none", {"none"}, {}};
      },
      kMost);
  none.AwaitBegin({10 * base::kNanosPerSecond});
  ASSERT_TRUE(none.end());
  EXPECT_EQ(none.end()->message, "/none: No such file or directory");
  EXPECT_EQ(none.end()->system_errno, ENOENT);
  ProgramReader unfound(
      []() -> base::Result<base::Program> {
        return base::Error{base::ErrorCode::kSystem, "not here"};
      },
      kMost);
  unfound.AwaitBegin({10 * base::kNanosPerSecond});
  ASSERT_TRUE(unfound.end());
  EXPECT_EQ(unfound.end()->message, "not here");
}

TEST(ProgramReader, TheProgramWaitsWhereNobodyTakes) {
  const tests::FileTree tree;
  // It has written all once the file is there.
  const std::string done = tree.root() + "/done";
  ProgramReader reader(Sh("head -c 10000000 /dev/zero; echo end; : >" + done),
                       1 << 16);
  std::size_t bytes = 0;
  while (bytes < 1'000'000) {
    if (const auto some = reader.Next()) bytes += some->size();
  }
  struct stat status {};
  EXPECT_NE(::stat(done.c_str(), &status), 0)
      << "what waits is bounded, and so is a pipe";
  EXPECT_EQ(bytes + AllOf(&reader).size(), 10'000'004u);
}

TEST(ProgramReader, ItIsKilledWithAllThatItHasBegun) {
  const tests::FileTree tree;
  const std::string fifo = tree.root() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::ifstream held;
  {
    ProgramReader reader(Sh("trap '' TERM HUP PIPE; exec 3>" + fifo +
                            "; echo begun; sleep 1000 & wait"),
                         kMost);
    held.open(fifo);
    EXPECT_EQ(Line(&reader), "begun\n");
  }
  // It ends once nobody is left who could write there.
  EXPECT_EQ(held.get(), std::ifstream::traits_type::eof());
}

TEST(ProgramReader, AnEndInTheMiddleIsNoHurry) {
  for (int i = 0; i < 50; ++i) {
    ProgramReader reader(Sh("echo x; exec sleep 1000"), kMost);
    if (i % 2 == 0) reader.AwaitBegin({base::kNanosPerSecond});
  }
}

TEST(ProgramReader, ItHasNothingOfOurs) {
  ProgramReader reader(Sh("cat; env | grep -c HOME"), kMost);
  EXPECT_EQ(AllOf(&reader), "0\n");
}

}  // namespace
}  // namespace pmapi::records
