// Lines of bytes in pieces: ends, NULs, what is too long, what is passed over.
#include "pmapi/records/line_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using std::string_literals::operator""s;

class Lines {
 public:
  std::vector<std::string> Of(const std::string& bytes) {
    lines_.clear();
    splitter_.Add(bytes, take_);
    return lines_;
  }
  std::vector<std::string> End() {
    lines_.clear();
    splitter_.End(take_);
    return lines_;
  }
  LineSplitter& splitter() { return splitter_; }

 private:
  LineSplitter splitter_;
  std::vector<std::string> lines_;
  TakeLine take_ = [this](std::string_view line) { lines_.emplace_back(line); };
};

TEST(LineSplitter, GivesLinesAsTheyEnd) {
  Lines lines;
  EXPECT_THAT(lines.Of("one\ntwo\n\nth"), ElementsAre("one", "two", ""));
  EXPECT_THAT(lines.Of("re"), IsEmpty());
  EXPECT_THAT(lines.Of("e\r\nfour\r"), ElementsAre("three"));
  EXPECT_THAT(lines.Of("\n"), ElementsAre("four"));
  EXPECT_THAT(lines.End(), IsEmpty());
}

TEST(LineSplitter, WhatHasBegunIsALineAtTheEnd) {
  Lines lines;
  lines.Of("half");
  EXPECT_THAT(lines.End(), ElementsAre("half"));
  EXPECT_THAT(lines.End(), IsEmpty());
  EXPECT_THAT(lines.Of("new\n"), ElementsAre("new"));
}

TEST(LineSplitter, PassesOverNulsBeforeALineAndMakesOthersBlanks) {
  Lines lines;
  EXPECT_THAT(lines.Of("\0\0\0"s), IsEmpty());
  EXPECT_THAT(lines.Of("\0a\0b\n\0\n"s), ElementsAre("a b", ""));
  EXPECT_THAT(lines.End(), IsEmpty());
}

TEST(LineSplitter, CutsALineThatIsTooLong) {
  Lines lines;
  EXPECT_THAT(lines.Of(std::string(kLongestLine - 1, 'x')), IsEmpty());
  EXPECT_THAT(lines.Of("yz and more"), IsEmpty());
  EXPECT_THAT(lines.Of(" of it\nnext\n"),
              ElementsAre(std::string(kLongestLine - 1, 'x') + 'y', "next"));
}

TEST(LineSplitter, CountsWhatIsPassedOver) {
  Lines lines;
  lines.Of("begun");
  EXPECT_EQ(lines.splitter().Skip(" ended\nanother\nha"), 2u);
  EXPECT_EQ(lines.splitter().Skipped(), 0u);
  EXPECT_THAT(lines.Of("lf\nwhole\n"), ElementsAre("whole"));
  EXPECT_EQ(lines.splitter().Skipped(), 1u);
  EXPECT_EQ(lines.splitter().Skipped(), 0u);
}

TEST(LineSplitter, WhatWasPassedOverUpToALinesEndLeavesNothing) {
  Lines lines;
  EXPECT_EQ(lines.splitter().Skip("a\n"), 1u);
  EXPECT_THAT(lines.Of("b\n"), ElementsAre("b"));
  lines.splitter().SkipTo('x');
  EXPECT_THAT(lines.End(), IsEmpty());
  EXPECT_EQ(lines.splitter().Skipped(), 1u);
  EXPECT_EQ(lines.splitter().Skip(""), 0u);
}

}  // namespace
}  // namespace pmapi::records
