// What a statement defines for those after it.
#include "grammar/constants.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "grammar/fold.h"

namespace grammar {
namespace {

bool Define(Constants* constants, const std::string& name,
            ast::Expr::Node value, int line = 1) {
  return constants->Define(name, *MakeExpr(std::move(value), {}), "file", line);
}

TEST(Constants, BeginWithTenSecondsAndNoMacro) {
  const Constants constants;
  EXPECT_EQ(constants.interval(), 10);
  EXPECT_TRUE(constants.macros().macros().empty());
}

TEST(Constants, AreOfThreeKinds) {
  Constants constants;
  EXPECT_TRUE(Define(&constants, "n", ast::Number{2.5}));
  EXPECT_TRUE(Define(&constants, "t", ast::Truth{true}));
  EXPECT_TRUE(Define(&constants, "s", ast::String{"text"}, 7));
  const MacroTable& macros = constants.macros();
  EXPECT_EQ(std::get<double>(macros.Find("n")->value), 2.5);
  EXPECT_EQ(std::get<bool>(macros.Find("t")->value), true);
  const Macro& text = *macros.Find("s");
  EXPECT_EQ(*std::get<std::shared_ptr<const std::string>>(text.value), "text");
  EXPECT_EQ(text.file, "file");
  EXPECT_EQ(text.line, 7);
  EXPECT_EQ(macros.Find("S"), nullptr);
  EXPECT_EQ(constants.interval(), 10);
}

TEST(Constants, TakeTheEarliersPlace) {
  Constants constants;
  EXPECT_TRUE(Define(&constants, "n", ast::Number{1}, 1));
  EXPECT_TRUE(Define(&constants, "n", ast::String{"x"}, 2));
  EXPECT_EQ(constants.macros().macros().size(), 1u);
  EXPECT_EQ(constants.macros().Find("n")->line, 2);
}

TEST(Constants, CalledDeltaAreTheIntervalToo) {
  Constants constants;
  EXPECT_TRUE(Define(&constants, "delta", ast::Number{0.5}));
  EXPECT_EQ(constants.interval(), 0.5);
  EXPECT_EQ(std::get<double>(constants.macros().Find("delta")->value), 0.5);
  constants.set_interval(3);
  EXPECT_EQ(constants.interval(), 3);
}

TEST(Constants, NeedAnIntervalThatNanosecondsHold) {
  Constants constants;
  EXPECT_TRUE(Define(&constants, "delta", ast::Number{1e-9}));
  EXPECT_EQ(constants.interval(), 1e-9);
  const double never = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(Define(&constants, "delta", ast::Number{never}));
  EXPECT_EQ(constants.interval(), 9e9);
}

TEST(Constants, DefineNothingWhereTheyAreNoInterval) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](ast::Expr::Node value) {
    Constants constants;
    const bool defined = Define(&constants, "delta", std::move(value));
    return !defined && constants.interval() == 10 &&
           constants.macros().Find("delta") == nullptr;
  };
  EXPECT_TRUE(refused(ast::Number{0}));
  EXPECT_TRUE(refused(ast::Number{0.9e-9}));
  EXPECT_TRUE(refused(ast::Number{-5}));
  EXPECT_TRUE(refused(ast::Number{nan}));
  EXPECT_TRUE(refused(ast::Truth{true}));
  EXPECT_TRUE(refused(ast::String{"5"}));
}

}  // namespace
}  // namespace grammar
