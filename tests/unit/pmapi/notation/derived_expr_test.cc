// Derived metrics' expressions: what binds how, and what PCP says of the rest.
#include "pmapi/notation/derived_expr.h"

#include <gtest/gtest.h>

#include <string>

namespace pmapi::notation {
namespace {

// The tree as text, every operation in parentheses.
std::string Tree(const DerivedExpr& expr, int place) {
  const DerivedNode& node = expr.nodes[place];
  if (node.op == DerivedOp::kMetric || node.op == DerivedOp::kConstant) {
    return node.text;
  }
  const auto operand = [&](std::size_t i) {
    return Tree(expr, node.operands[i]);
  };
  if (node.op == DerivedOp::kChoose) {
    return '(' + operand(0) + " ? " + operand(1) + " : " + operand(2) + ')';
  }
  if (node.op == DerivedOp::kInstance) {
    return operand(0) + '[' + node.text + ']';
  }
  const std::string sign = DerivedOperatorName(node.op);
  if (node.operands[1] >= 0) {
    return '(' + operand(0) + ' ' + sign + ' ' + operand(1) + ')';
  }
  const std::string inside = node.op == DerivedOp::kMatch
                                 ? (node.inverted ? "!" : "") + node.text + ", "
                                 : "";
  return sign + '(' + inside + (node.operands[0] < 0 ? node.text : operand(0)) +
         ')';
}

std::string Tree(const std::string& text) {
  const auto parsed = ParseDerived(text);
  if (!parsed) return "error: " + parsed.fault().reason;
  return Tree(*parsed, static_cast<int>(parsed->nodes.size()) - 1);
}

TEST(DerivedExpr, Precedence) {
  EXPECT_EQ(Tree("a + b * c - d / e"), "((a + (b * c)) - (d / e))");
  EXPECT_EQ(Tree("a < b + 1 && c || d"), "(((a < (b + 1)) && c) || d)");
  EXPECT_EQ(Tree("a || b && c"), "((a || b) && c)");
  EXPECT_EQ(Tree("(a + b) * c"), "((a + b) * c)");
  EXPECT_EQ(Tree("a ? b : c ? d : e"), "((a ? b : c) ? d : e)");
  EXPECT_EQ(Tree("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
  EXPECT_EQ(Tree("a > 1 ? b + 1 : c"), "((a > 1) ? (b + 1) : c)");
}

// A leading minus binds as the one between two operands, "!" looser than a
// comparison.
TEST(DerivedExpr, SignsInFront) {
  EXPECT_EQ(Tree("-a * b"), "-((a * b))");
  EXPECT_EQ(Tree("-a + b"), "(-(a) + b)");
  EXPECT_EQ(Tree("! a > b"), "!((a > b))");
  EXPECT_EQ(Tree("! a && b"), "(!(a) && b)");
  EXPECT_EQ(Tree("a - - b"), "(a - -(b))");
  EXPECT_EQ(Tree("a * -b + c"), "((a * -(b)) + c)");
  EXPECT_EQ(Tree("a == ! b + c"), "(a == !((b + c)))");
}

TEST(DerivedExpr, Functions) {
  EXPECT_EQ(Tree("100 * rate(a.b_c) / avg(d)"),
            "((100 * RATE(a.b_c)) / AVG(d))");
  EXPECT_EQ(Tree("scalar(a + 1)"), "SCALAR((a + 1))");
  EXPECT_EQ(Tree("defined(a)"), "DEFINED(a)");
  EXPECT_EQ(Tree("rescale(a, \"Mbyte\")"), "RESCALE(a)");
  EXPECT_EQ(Tree("matchinst(!/^s\\/d/, a + b)"), "MATCHINST(!^s/d, (a + b))");
  EXPECT_EQ(Tree("a[b c]"), "a[b c]");
  EXPECT_EQ(Tree("(a)[b\\]c]"), "a[b]c]");
  // Only with a parenthesis right behind it.
  EXPECT_EQ(Tree("rate + avg"), "(rate + avg)");
  EXPECT_EQ(Tree("ratex + xrate"), "(ratex + xrate)");
}

TEST(DerivedExpr, Constants) {
  const auto constant = [](const std::string& text) {
    return ParseDerived(text)->nodes.back();
  };
  EXPECT_EQ(constant("4294967295").bits, 4294967295u);
  EXPECT_EQ(constant("4294967295").desc.type, pmapi::Type::kU32);
  EXPECT_EQ(constant(".5").desc.type, pmapi::Type::kDouble);
  EXPECT_EQ(constant("1.").desc.semantics, pmapi::Semantics::kDiscrete);
  const DerivedNode made = constant(
      "mkconst(4294967295, type=\"32\", semantics=Counter, "
      "units=\"Kbyte / sec\")");
  EXPECT_EQ(made.bits, ~std::uint64_t{0});  // -1
  EXPECT_EQ(made.desc.type, pmapi::Type::k32);
  EXPECT_EQ(made.desc.semantics, pmapi::Semantics::kCounter);
  EXPECT_EQ(pmapi::UnitsText(made.desc.units), "Kbyte / sec");
  EXPECT_EQ(constant("mkconst(1.5, type=FLOAT)").bits, 0x3fc00000u);
}

struct Wrong {
  const char* text;
  std::size_t offset;
  const char* reason;
};

// Each as pminfo 6.0.3 has it.
constexpr Wrong kMistakes[] = {
    {" a b", 3,
     "Arithmetic or relational or boolean operator expected to follow NAME"},
    {" 1 2", 3, ""},
    {" (a", 2, "Unexpected initial '('"},
    {" a)", 2, "Unexpected ')'"},
    {" + a", 3, "Unexpected initial '+'"},
    {" a +", 3, "Arithmetic expression expected to follow PLUS"},
    {" a + * b", 5, "Arithmetic expression expected to follow PLUS"},
    {" a &&", 4, "Boolean expression expected to follow AND"},
    {" ! ", 2, "Boolean expression expected to follow NOT"},
    {" -", 1, "Arithmetic expression expected to follow NEG"},
    {" a ? b", 5, "Arithmetic expression expected to follow QUEST"},
    {" a ? b :", 7, "Arithmetic expression expected to follow COLON"},
    {" avg (a)", 6, "Unexpected '('"},
    {" avg(1)", 5, "Metric name expected to follow avg("},
    {" rate(a+b)", 7, "Metric name expected to follow rate("},
    {" type", 1, ""},
    {" rescale(a,b)", 11, "Units string expected to follow rescale(<expr>,"},
    {" rescale(a, \"foo\")", 17,
     "Illegal units: 'unrecognized or duplicate base unit'"},
    {" mkconst(1)", 10, ""},
    {" mkconst(1,type=foo)", 16, "Unrecognized value for type 'foo'"},
    {" mkconst(1.5,type=u32)", 21,
     "Incompatible floating point constant and type 'U32'"},
    {" matchinst(a)", 11, "<filter>, <expr>) expected to follow matchinst("},
    {" matchinst(/a)", 11, "unterminated pattern"},
    {" matchinst(/a/,)", 15, "<expr>) expected to follow matchinst(<filter>,"},
    {" a[b", 2, "unterminated instance name"},
    {" a[b][c]", 5, ""},
    {" \"open", 1, "unterminated STRING"},
    {" a $ b", 3, "Illegal character"},
    {" 4294967296", 1, "Constant value too large"},
    {" a ? b c", 7,
     "Arithmetic or relational or boolean operator expected to follow NAME"},
    {" novalue()", 9, "Unexpected '('"},
};

TEST(DerivedExpr, Mistakes) {
  for (const Wrong& wrong : kMistakes) {
    const auto parsed = ParseDerived(wrong.text);
    ASSERT_FALSE(parsed) << wrong.text;
    EXPECT_EQ(parsed.fault().reason, wrong.reason) << wrong.text;
    EXPECT_EQ(parsed.fault().offset, wrong.offset) << wrong.text;
  }
}

TEST(DerivedExpr, DepthHasALimit) {
  const auto nested = [](int depth) {
    return std::string(depth, '(') + "a" + std::string(depth, ')');
  };
  EXPECT_EQ(Tree(nested(300)), "a");
  EXPECT_EQ(Tree(nested(3000)), "error: nested too deeply");
  EXPECT_EQ(Tree(std::string(3000, '-') + "a"), "error: nested too deeply");
  // A long row is no nest.
  std::string row = "a";
  for (int i = 0; i < 3000; ++i) row += " + a";
  EXPECT_TRUE(ParseDerived(row));
}

}  // namespace
}  // namespace pmapi::notation
