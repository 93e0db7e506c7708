// engine/eval/kleene.h: the whole tables.
#include "engine/eval/kleene.h"

#include <gtest/gtest.h>

namespace engine::eval {
namespace {

constexpr Kleene F = Kleene::kFalse;
constexpr Kleene U = Kleene::kUnknown;
constexpr Kleene T = Kleene::kTrue;

TEST(Kleene, Tables) {
  const struct {
    Kleene a, b, both, either;
  } rows[] = {
      {F, F, F, F}, {F, U, F, U}, {F, T, F, T}, {U, F, F, U}, {U, U, U, U},
      {U, T, U, T}, {T, F, F, T}, {T, U, U, T}, {T, T, T, T},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(KleeneAnd(row.a, row.b), row.both);
    EXPECT_EQ(KleeneOr(row.a, row.b), row.either);
  }
  EXPECT_EQ(KleeneNot(F), T);
  EXPECT_EQ(KleeneNot(U), U);
  EXPECT_EQ(KleeneNot(T), F);
}

TEST(Kleene, WhatIsNotKnownIsUnknownWhateverItsValue) {
  EXPECT_EQ(ToKleene(1, pmapi::kKnown), T);
  EXPECT_EQ(ToKleene(0, pmapi::kKnown), F);
  for (const pmapi::Cell cell :
       {pmapi::kMember, pmapi::kPresent, pmapi::kAbsent}) {
    EXPECT_EQ(ToKleene(0, cell), U);
    EXPECT_EQ(ToKleene(1, cell), U);
  }
}

}  // namespace
}  // namespace engine::eval
