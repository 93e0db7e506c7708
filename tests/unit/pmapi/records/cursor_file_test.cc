// The place in a journal, kept: written, read, damaged, and whose it is.
#include "pmapi/records/cursor_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/file_tree.h"

namespace pmapi::records {
namespace {

const JournalPosition kBehind{"s=1f;i=2a;b=3;m=4;t=5;x=6", 0};
const JournalPosition kAtTime{"", 1'700'000'000'000'001};

class CursorFileTest : public ::testing::Test {
 protected:
  std::string Folder() const { return tree_.root() + "/state"; }
  std::string Text() const {
    std::ostringstream text;
    text << std::ifstream(Folder() + "/journal.cursor").rdbuf();
    return text.str();
  }
  std::optional<JournalPosition> Known() const {
    const auto file = CursorFile::Open(Folder());
    const auto position = file->Read();
    EXPECT_TRUE(position);
    return *position;
  }

  tests::FileTree tree_;
};

TEST(JournalPosition, IsALine) {
  EXPECT_EQ(PositionText(kBehind), "s=1f;i=2a;b=3;m=4;t=5;x=6\n");
  EXPECT_EQ(PositionText(kAtTime), "@1700000000000001\n");
  EXPECT_EQ(ParsePosition(PositionText(kBehind)), kBehind);
  EXPECT_EQ(ParsePosition(PositionText(kAtTime)), kAtTime);
}

TEST(JournalPosition, AllElseIsNone) {
  for (const auto& text :
       {"", "\n", "s=1", "s\n", "s=1\ns=2\n", "s=1 \n", "--file=x\n", "S=1\n",
        "@\n", "@x\n", "@-1\n", "@1x\n", "@1", "@99999999999999999999\n"}) {
    EXPECT_EQ(ParsePosition(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParsePosition("s=" + std::string(2000, '1') + "\n"), std::nullopt);
}

TEST(JournalPosition, HasATime) {
  EXPECT_EQ(TimeOf(kBehind), base::Timestamp{5 * base::kNanosPerMicro});
  EXPECT_EQ(TimeOf(kAtTime), base::Timestamp{1'700'000'000'000'001'000});
  for (const char* cursor :
       {"s=1;i=2", "s=1;t=", "s=1;t=x", "s=1;t=7fffffffffffffff"}) {
    EXPECT_EQ(TimeOf({cursor, 0}), std::nullopt) << cursor;
  }
}

TEST_F(CursorFileTest, KeepsTheLastOne) {
  EXPECT_EQ(Known(), std::nullopt);
  {
    auto file = CursorFile::Open(Folder());
    ASSERT_TRUE(file);
    file->Keep(kAtTime);
    file->Keep(kBehind);
  }
  EXPECT_EQ(Known(), kBehind);
  EXPECT_EQ(Text(), PositionText(kBehind));
  struct stat status {};
  ASSERT_EQ(::stat((Folder() + "/journal.cursor").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  ASSERT_EQ(::stat(Folder().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
}

TEST_F(CursorFileTest, IsOneProcessesAtATime) {
  auto file = CursorFile::Open(Folder());
  ASSERT_TRUE(file);
  const auto second = CursorFile::Open(Folder());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message,
            Folder() +
                ": another process uses it: end that one, or name another "
                "directory with --state");
  EXPECT_EQ(second.error().system_errno, EWOULDBLOCK);
}

TEST_F(CursorFileTest, DamageIsToldAndReplaced) {
  tree_.Write("/state/journal.cursor", "garbage");
  {
    auto file = CursorFile::Open(Folder());
    const auto position = file->Read();
    ASSERT_FALSE(position);
    EXPECT_EQ(position.error().message,
              Folder() + "/journal.cursor: is damaged");
    file->Keep(kBehind);
  }
  EXPECT_EQ(Known(), kBehind);
}

TEST_F(CursorFileTest, WhatCouldNotBeReadAgainIsToldAndNotWritten) {
  auto file = CursorFile::Open(Folder());
  file->Keep(kBehind);
  EXPECT_EQ(file->TroubleAtEnd(), std::nullopt);
  file->Keep({"S=1F", 0});
  ASSERT_TRUE(file->TroubleAtEnd());
  EXPECT_EQ(file->TroubleAtEnd()->message,
            "the place in the journal is not kept: the entry has a cursor of "
            "an unknown form: until it is, a restart repeats what has come "
            "since");
  EXPECT_EQ(Text(), PositionText(kBehind));
  file->Keep(kBehind);
  EXPECT_EQ(file->Trouble(), std::nullopt);
}

TEST_F(CursorFileTest, OthersMayNotHaveWrittenIt) {
  tree_.Write("/state/journal.cursor", PositionText(kBehind));
  ::chmod((Folder() + "/journal.cursor").c_str(), 0666);
  {
    const auto file = CursorFile::Open(Folder());
    EXPECT_THAT(file->Read().error().message,
                testing::HasSubstr("others may write there"));
  }
  ::chmod(Folder().c_str(), 0777);
  const auto file = CursorFile::Open(Folder());
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message,
            Folder() +
                ": others may write there: name a directory of the "
                "program's own user");
}

TEST_F(CursorFileTest, ALinkIsNotFollowed) {
  tree_.Write("/elsewhere", PositionText(kBehind));
  tree_.MakeFolder("/state");
  tree_.Link("/state/journal.cursor", tree_.root() + "/elsewhere");
  auto file = CursorFile::Open(Folder());
  EXPECT_EQ(file->Read().error().system_errno, ELOOP);
}

TEST_F(CursorFileTest, WhatCannotBeWrittenIsToldAsLongAsItLasts) {
  auto file = CursorFile::Open(Folder());
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->Trouble());
  // Nobody can replace a folder by a file.
  tree_.MakeFolder("/state/journal.cursor/x");
  for (int i = 0; i < 3; ++i) {
    file->Keep(kBehind);
    const auto trouble = file->TroubleAtEnd();
    ASSERT_TRUE(trouble);
    EXPECT_EQ(trouble->message,
              "the place in the journal is not kept: " + Folder() +
                  "/journal.cursor: Is a directory: until it is, a restart "
                  "repeats what has come since");
    EXPECT_EQ(file->Trouble()->message, trouble->message);
  }
  tree_.Remove("/state/journal.cursor");
  file->Keep(kBehind);
  EXPECT_FALSE(file->TroubleAtEnd());
  EXPECT_EQ(Text(), PositionText(kBehind));
}

TEST_F(CursorFileTest, AFolderThatIsRemovedIsMadeAgainAndIsOurs) {
  auto file = CursorFile::Open(Folder());
  ASSERT_TRUE(file);
  tree_.Remove("/state");
  file->Keep(kBehind);
  EXPECT_FALSE(file->TroubleAtEnd());
  EXPECT_EQ(Text(), PositionText(kBehind));
  EXPECT_FALSE(CursorFile::Open(Folder()));
}

TEST_F(CursorFileTest, AFolderThatIsOfAnotherByNowIsNotWritten) {
  auto file = CursorFile::Open(Folder());
  ASSERT_TRUE(file);
  tree_.Remove("/state");
  const auto other = CursorFile::Open(Folder());
  ASSERT_TRUE(other);
  file->Keep(kBehind);
  EXPECT_THAT(file->TroubleAtEnd()->message,
              testing::HasSubstr("another process uses it"));
  EXPECT_EQ(Text(), "");
}

TEST_F(CursorFileTest, ThereIsNoFolderToMakeItIn) {
  const auto file = CursorFile::Open(tree_.root() + "/none/state");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().system_errno, ENOENT);
}

}  // namespace
}  // namespace pmapi::records
