// ChildOutput: lines, their limits, and the end.
#include "actions/child_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ChildOutputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    output_.emplace([this](const std::string& line) { said_.push_back(line); });
    ASSERT_TRUE(output_->Open(&loop_, [this] {
      output_.reset();
      loop_.Stop();
    }));
  }
  void Write(const std::string& text) {
    ASSERT_EQ(::write(output_->writing_end(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  void End() {
    output_->CloseWritingEnd();
    loop_.Run();
    EXPECT_FALSE(output_);
  }

  base::loop::Loop loop_;
  std::vector<std::string> said_;
  std::optional<ChildOutput> output_;
};

TEST_F(ChildOutputTest, TellsLines) {
  Write("one\n\ntw");
  Write(std::string("o\0\x1b\nthree", 9));
  End();
  EXPECT_THAT(said_, ElementsAre("one", "two??", "three"));
}

TEST_F(ChildOutputTest, WhoSaysNothingIsNotTold) {
  End();
  EXPECT_THAT(said_, IsEmpty());
}

TEST_F(ChildOutputTest, TellsOnRequestWhatIsThere) {
  Write("begun");
  output_->TellAll();
  EXPECT_THAT(said_, ElementsAre("begun"));
  End();
  EXPECT_THAT(said_, ElementsAre("begun"));
}

TEST_F(ChildOutputTest, ALongLineIsCut) {
  Write(std::string(5000, 'x') + "\ny\n");
  End();
  EXPECT_THAT(said_,
              ElementsAre(std::string(ChildOutput::kMostOfLine, 'x'), "y"));
}

TEST_F(ChildOutputTest, ManyLinesAreLeftOut) {
  for (int i = 0; i < 1000; ++i) Write("x\n");
  Write("no end");
  End();
  ASSERT_EQ(said_.size(), ChildOutput::kMostLines + 1);
  EXPECT_EQ(said_.back(), "... more than 100 lines: the rest is left out");
}

}  // namespace
}  // namespace actions
