// WithoutSecrets, WithoutValues: what is hidden, and that all stays in place.
#include "actions/receivers/shown_text.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

TEST(WithoutSecrets, HidesToTheEndOfTheLine) {
  EXPECT_EQ(WithoutSecrets("a: b # c\nd: e\n", {{3, 4}}), "a: *****\nd: e\n");
  EXPECT_EQ(
      WithoutSecrets("a: {b: c, d: e}\nf: g\n", {{19, 20}, {13, 14}, {7, 8}}),
      "a: {b: ********\nf: *\n");
  EXPECT_EQ(WithoutSecrets("a", {{9, 10}}), "a");
}

TEST(WithoutSecrets, WhatIsNoneStays) {
  EXPECT_EQ(WithoutSecrets("a: x {{b}} y\n", {{3, 4}}, {{5, 10}}),
            "a: **{{b}}**\n");
}

TEST(WithoutValues, KeepsKeysAndSigns) {
  EXPECT_EQ(WithoutValues("token=c: 1\n"), "*****=*: *\n");
  EXPECT_EQ(WithoutValues("a:\n  b1: \"c:9\"\n- \xc3\xa4 d\n\n"),
            "a:\n  b1: \"*:*\"\n- ** *\n\n");
}

}  // namespace
}  // namespace actions
