// Places in a text.
#include "grammar/source_text.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

TEST(SourceText, LinesAndColumnsCountFromOne) {
  const SourceText source("f", "ab\ncd\r\n\nx");
  EXPECT_EQ(source.line_count(), 4);
  EXPECT_EQ(source.PositionAt(0).line, 1);
  EXPECT_EQ(source.PositionAt(0).column, 1);
  EXPECT_EQ(source.PositionAt(2).column, 3);  // the newline itself
  EXPECT_EQ(source.PositionAt(3).line, 2);
  EXPECT_EQ(source.PositionAt(3).column, 1);
  EXPECT_EQ(source.PositionAt(8).line, 4);
  EXPECT_EQ(source.PositionAt(9).line, 4);  // the end
  EXPECT_EQ(source.PositionAt(9).column, 2);
}

TEST(SourceText, LineTextIsWithoutItsEnd) {
  const SourceText source("f", "ab\ncd\r\n\nx");
  EXPECT_EQ(source.LineText(1), "ab");
  EXPECT_EQ(source.LineText(2), "cd");
  EXPECT_EQ(source.LineText(3), "");
  EXPECT_EQ(source.LineText(4), "x");
  EXPECT_EQ(source.LineText(5), "");
  EXPECT_EQ(source.LineText(0), "");
}

TEST(SourceText, EmptyTextHasOneLine) {
  const SourceText source("f", "");
  EXPECT_EQ(source.line_count(), 1);
  EXPECT_EQ(source.PositionAt(0).line, 1);
  EXPECT_EQ(source.LineText(1), "");
}

}  // namespace
}  // namespace grammar
