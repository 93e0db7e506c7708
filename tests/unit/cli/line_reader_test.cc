// LineReader: lines in pieces, the last one, and a signal while it waits.
#include "cli/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace cli {
namespace {

class LineReaderTest : public ::testing::Test {
 protected:
  LineReaderTest() { EXPECT_EQ(::pipe(ends_), 0); }
  ~LineReaderTest() override {
    ::close(ends_[0]);
    Close();
  }
  void Close() {
    if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }
  void Write(std::string_view text) const {
    ASSERT_EQ(::write(ends_[1], text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }

  int ends_[2] = {-1, -1};
};

TEST_F(LineReaderTest, LinesComeAsTheyAreWritten) {
  LineReader reader(ends_[0], [] { return false; });
  Write("a\n\nb c");
  EXPECT_EQ(reader.Next(), "a");
  EXPECT_EQ(reader.Next(), "");
  Write("d\ne");
  EXPECT_EQ(reader.Next(), "b cd");
  Close();
  EXPECT_EQ(reader.Next(), "e") << "the last one lacks its end";
  EXPECT_EQ(reader.Next(), std::nullopt);
}

TEST_F(LineReaderTest, ASignalEndsIt) {
  int looks = 0;
  LineReader reader(ends_[0], [&looks] { return ++looks > 2; });
  Write("half");
  EXPECT_EQ(reader.Next(), std::nullopt) << "half a line is none then";
  EXPECT_EQ(reader.Next(), std::nullopt);
}

TEST_F(LineReaderTest, ALongLineComesInPieces) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const std::string text = std::string(LineReader::kMost + 5, 'x') + "\ny\n";
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  std::rewind(file);
  LineReader reader(::fileno(file), [] { return false; });
  std::size_t size = 0;
  for (auto line = reader.Next(); line && *line != "y"; line = reader.Next()) {
    EXPECT_LE(line->size(), LineReader::kMost);
    size += line->size();
  }
  EXPECT_EQ(size, LineReader::kMost + 5);
  std::fclose(file);
}

}  // namespace
}  // namespace cli
