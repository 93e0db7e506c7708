// What windows take in memory, and when that is said.
#include "engine/check/window_memory.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

double Bytes(const std::string& text) {
  double bytes = 0;
  for (const auto& one : World::CheckWithoutSources(text).statements) {
    bytes += WindowBytes(one);
  }
  return bytes;
}

TEST(WindowMemory, IsThatOfWhatIsReducedOrShown) {
  EXPECT_EQ(Bytes("x > 1;"), 0);
  EXPECT_EQ(Bytes("avg_sample (x @0..99);"), 900);
  EXPECT_EQ(Bytes("avg_sample (x @0..99 + 2 * y @0..99) > 1;"), 900);
  EXPECT_EQ(Bytes("x @0..99;"), 900);
  EXPECT_EQ(Bytes("x @5 > 1;"), 45);
  EXPECT_EQ(Bytes("sum_inst (avg_sample (x #a #b @0..99));"), 1800);
  EXPECT_EQ(Bytes("ruleset avg_sample (x @0..9) > 1 -> print \"a\" "
                  "else max_sample (x @0..9) > 1 -> print \"b\";"),
            180);
}

TEST(WindowMemory, OfTooMuchThereIsAWarning) {
  std::string text;
  for (int i = 0; i < 119; ++i) text += "avg_sample (x @0..999999) > 1;\n";
  EXPECT_TRUE(World::CheckWithoutSources(text).diagnostics.empty());
  for (int i = 0; i < 881; ++i) text += "avg_sample (x @0..999999) > 1;\n";
  const auto said = World::CheckWithoutSources(text).diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].severity, grammar::Severity::kWarning);
  EXPECT_EQ(said[0].message,
            "the samples that are kept for windows may come to 8 GiB of "
            "memory");
  EXPECT_EQ(said[0].pmie, std::vector<std::string>());
  EXPECT_EQ(grammar::SourceText("f", text).PositionAt(said[0].span.begin).line,
            120);
}

}  // namespace
}  // namespace engine::check
