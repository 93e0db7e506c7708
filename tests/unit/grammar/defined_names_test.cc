// Names that are no metrics': what is advised, and what has none to offer.
#include "grammar/defined_names.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using Kind = ParsedStatement::Kind;

constexpr char kStatement[] =
    "a is the name of a statement, which no expression can use: let a macro "
    "hold what both share, m = \"...\";, and write $m";

TEST(DefinedNames, AdviseOfMacrosAndStatements) {
  DefinedNames names;
  EXPECT_EQ(names.HintFor("a"), "");
  names.Add("a", Kind::kEvaluated);
  names.Add("limit", Kind::kConstant);
  names.Add("wrong", Kind::kRejected);
  names.Add("", Kind::kEvaluated);
  EXPECT_EQ(names.HintFor("a"), kStatement);
  EXPECT_EQ(names.HintFor("limit"), "did you mean $limit?");
  EXPECT_EQ(names.HintFor("wrong"), "");
  EXPECT_EQ(names.HintFor(""), "");
  names.Add("a", Kind::kConstant);
  EXPECT_EQ(names.HintFor("a"), "did you mean $a?");
}

TEST(DefinedNames, AdviseWhereAConditionOrAnActionMustStand) {
  for (const char* use :
       {"b = a && y > 1;", "b = y > 1 || a;", "b = ! a;", "b = some_inst a;",
        "b = a -> print \"x\";", "b = a & y > 2;", "ruleset a -> print \"x\";",
        "b = y > 1 && (a || z > 2);"}) {
    const std::string said = Rendered("a = x > 1; " + std::string(use));
    EXPECT_NE(said.find("\n  hint: " + std::string(kStatement) + '\n'),
              said.npos)
        << said;
  }
  EXPECT_NE(Rendered("on = true; b = on && y > 2;").find("did you mean $on?"),
            std::string::npos);
}

TEST(DefinedNames, AdviseNobodyBeforeTheyAreDefined) {
  const std::string hint = "compare it with something: > 0, for example";
  for (const char* text :
       {"a = a && y > 1;", "b = a && y > 1; a = x > 1;",
        "a = x > 1; b = a #i && y > 1;", "a = x > 1; b = a.b && y > 1;"}) {
    EXPECT_NE(Rendered(text).find(hint), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace grammar
