// SharedValues: equal ones are one as long as somebody holds it.
#include "base/shared_values.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace base {
namespace {

/// The length alone: different texts may have one number.
struct LengthHash {
  std::size_t operator()(const std::string& text) const { return text.size(); }
};
using Texts = SharedValues<std::string, LengthHash, std::equal_to<>>;

TEST(SharedValues, EqualOnesAreOne) {
  Texts texts;
  const auto one = texts.Share("abc");
  EXPECT_EQ(*one, "abc");
  EXPECT_EQ(texts.Share("abc"), one);
  EXPECT_NE(texts.Share("abd"), one);
  EXPECT_EQ(*texts.Share("abd"), "abd");
  EXPECT_EQ(texts.Share("abc"), one);
}

TEST(SharedValues, WhatNobodyHoldsIsForgotten) {
  Texts texts;
  const auto kept = texts.Share("kept");
  for (int i = 0; i < 1000; ++i) texts.Share(std::to_string(i));
  EXPECT_LE(texts.size(), 17);
  EXPECT_EQ(texts.Share("kept"), kept);
}

TEST(SharedValues, AllThatAreHeldStay) {
  Texts texts;
  std::vector<std::shared_ptr<const std::string>> held;
  for (int i = 0; i < 100; ++i) held.push_back(texts.Share(std::to_string(i)));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(texts.Share(std::to_string(i)), held[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(texts.size(), 100);
}

}  // namespace
}  // namespace base
