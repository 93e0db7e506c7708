// One file that grows, is cut, is written anew, or is too fast.
#include "pmapi/records/followed_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/file_tree.h"
#include "tests/unit/pmapi/records/record_texts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using std::string_literals::operator""s;

using Texts = std::vector<std::string>;

void AddLine(std::string_view line, RecordSink* sink) {
  if (!sink->has_room()) return sink->AddMissed(1);
  sink->BeginRecord({}).AddText(Pmid{1}, line);
}

class FollowedFileTest : public ::testing::Test {
 protected:
  FollowedFileTest() : path_(tree_.root() + "/log") { Append(""); }

  void Append(const std::string& text) const {
    std::ofstream(path_, std::ios::app | std::ios::binary) << text;
  }
  /// As copytruncate has it: the same file, with another text.
  void Replace(const std::string& text) const {
    std::ofstream(path_, std::ios::trunc | std::ios::binary) << text;
  }
  void Cut(off_t size) const { ASSERT_EQ(::truncate(path_.c_str(), size), 0); }
  FollowedFile Open() const {
    auto file = FollowedFile::Open(path_);
    EXPECT_TRUE(file.has_value());
    return *std::move(file);
  }
  static Texts Read(FollowedFile* file) {
    return tests::RecordsOf([file](RecordSink* sink) {
      EXPECT_TRUE(file->Read(AddLine, sink).has_value());
    });
  }

  tests::FileTree tree_;
  std::string path_;
};

TEST_F(FollowedFileTest, GivesWhatHasComeSince) {
  Append("one\n");
  FollowedFile file = Open();
  EXPECT_THAT(Read(&file), ElementsAre("one"));
  EXPECT_TRUE(file.has_changed());
  EXPECT_THAT(Read(&file), IsEmpty());
  EXPECT_FALSE(file.has_changed());
  Append("two\nthr");
  EXPECT_THAT(Read(&file), ElementsAre("two"));
  Append("ee\n");
  EXPECT_THAT(Read(&file), ElementsAre("three"));
}

TEST_F(FollowedFileTest, WhatWasThereCanBePassedOver) {
  Append("one\ntwo\n");
  const auto read_behind = [this](std::uint64_t size) {
    FollowedFile file = Open();
    file.SkipTo(size);
    return Read(&file);
  };
  EXPECT_THAT(read_behind(4), ElementsAre("two"));
  EXPECT_THAT(read_behind(6), ElementsAre("two")) << "the line had begun";
  EXPECT_THAT(read_behind(100), ElementsAre("one", "two")) << "it was longer";
}

TEST_F(FollowedFileTest, WhatIsThereCanBePassedOverButForALineThatHasBegun) {
  Append("one\ntwo\nthr");
  FollowedFile file = Open();
  file.SkipToEnd();
  EXPECT_THAT(Read(&file), IsEmpty());
  Append("ee\n");
  EXPECT_THAT(Read(&file), ElementsAre("three"));
}

TEST_F(FollowedFileTest, FollowsTheFileAndNotItsName) {
  FollowedFile file = Open();
  Append("one\n");
  tree_.Remove("/log");
  EXPECT_THAT(Read(&file), ElementsAre("one"));
  Append("of another\n");
  EXPECT_THAT(Read(&file), IsEmpty());
  EXPECT_NE(Open().identity(), file.identity());
}

TEST_F(FollowedFileTest, ACutFileIsReadFromItsStart) {
  FollowedFile file = Open();
  Append("one\nhalf");
  Read(&file);
  Replace("two\n");
  EXPECT_THAT(Read(&file), ElementsAre("half", "two"));
}

TEST_F(FollowedFileTest, OneThatIsLongerAgainIsFoundByItsBytes) {
  FollowedFile file = Open();
  Append("one\ntwo\n");
  Read(&file);
  Replace("other\nand more of it\n");
  EXPECT_THAT(Read(&file), ElementsAre("other", "and more of it"));
  Replace("same\nsize of a line\n..");
  EXPECT_THAT(Read(&file), ElementsAre("same", "size of a line"));
}

TEST_F(FollowedFileTest, HolesAreNoText) {
  FollowedFile file = Open();
  Append("one\n");
  Read(&file);
  // Who writes goes on where it was, and not at the end.
  Cut(0);
  Cut(100'000);
  Append("two\n");
  EXPECT_THAT(Read(&file), ElementsAre("two"));
}

TEST_F(FollowedFileTest, HolesOfGigabytesAreNotReadThrough) {
  FollowedFile file = Open();
  Append("one\n");
  Read(&file);
  Cut(off_t{1} << 40);
  Append("two\n");
  EXPECT_THAT(Read(&file), ElementsAre("two"));
  Cut(off_t{1} << 41);
  EXPECT_THAT(Read(&file), IsEmpty());
}

TEST_F(FollowedFileTest, ItsEndIsTheEndOfALine) {
  FollowedFile file = Open();
  Append("whole\nhalf");
  Read(&file);
  EXPECT_THAT(
      tests::RecordsOf([&](RecordSink* sink) { file.End(AddLine, sink); }),
      ElementsAre("half"));
}

TEST_F(FollowedFileTest, LinesOfAMegabyteAreWhole) {
  FollowedFile file = Open();
  const std::string line(kLongestLine, 'x');
  Append(line + '\n' + line + "too much\nnext\n");
  EXPECT_THAT(Read(&file), ElementsAre(line, line, "next"));
}

TEST_F(FollowedFileTest, WhatIsTooMuchForATickIsCounted) {
  FollowedFile file = Open();
  constexpr int kLines = 200'000;
  std::string flood;
  for (int i = 0; i < kLines; ++i) flood += std::to_string(i) + " and so on\n";
  Append(flood + "begun");
  const Texts texts = Read(&file);
  ASSERT_GT(texts.size(), 1'000u);
  ASSERT_LT(texts.size(), 200'000u);
  EXPECT_EQ(texts.back(),
            "missed " + std::to_string(kLines - (texts.size() - 1)));
  EXPECT_EQ(texts.front(), "0 and so on");
  Append(" before\nwhole\n");
  EXPECT_THAT(Read(&file), ElementsAre("whole", "missed 1"));
}

TEST_F(FollowedFileTest, WhatIsFarTooMuchIsJumpedOver) {
  FollowedFile file = Open();
  std::string flood;
  for (int i = 0; i < 200'000; ++i) flood += "line after line after line\n";
  Append(flood);
  Cut(off_t{1} << 32);
  Append("last\n");
  EXPECT_THAT(Read(&file).back(), testing::StartsWith("missed "));
  Append("after\n");
  EXPECT_THAT(Read(&file), ElementsAre("after"));
}

TEST_F(FollowedFileTest, OnlyRegularFilesAreOpened) {
  const std::string fifo = tree_.root() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {fifo, tree_.root(), "/dev/null"s}) {
    const auto file = FollowedFile::Open(path);
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, base::ErrorCode::kInvalid);
    EXPECT_THAT(file.error().message,
                EndsWith(": no regular file: only such are followed"));
  }
  const auto none = FollowedFile::Open(tree_.root() + "/none");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().system_errno, ENOENT);
}

}  // namespace
}  // namespace pmapi::records
