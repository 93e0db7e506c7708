// What the tests of grammar/ share: texts parsed in one go, shown as lines.
#ifndef TOCSIN_TESTS_UNIT_GRAMMAR_PARSE_TEXT_H_
#define TOCSIN_TESTS_UNIT_GRAMMAR_PARSE_TEXT_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/parser.h"
#include "tests/support/ast_dump.h"

namespace grammar {

inline ParsedFile Parse(const std::string& text) {
  return Parser().Parse(SourceText("<stdin>", text));
}

/// The first statement of `text`, which must have one.
inline ParsedStatement First(const std::string& text) {
  ParsedFile file = Parse(text);
  EXPECT_FALSE(file.statements.empty());
  return std::move(file.statements.front());
}

/// Dumps of the expressions that `text` has to evaluate; "constant" and
/// "rejected" for the other statements.
inline std::vector<std::string> Dumps(const std::string& text,
                                      const Limits& limits = {}) {
  Parser parser(limits);
  std::vector<std::string> dumps;
  for (const auto& parsed :
       parser.Parse(SourceText("<stdin>", text)).statements) {
    using Kind = ParsedStatement::Kind;
    if (parsed.kind == Kind::kEvaluated) {
      dumps.push_back(Dump(*parsed.statement.expr));
    } else {
      dumps.emplace_back(parsed.kind == Kind::kConstant ? "constant"
                                                        : "rejected");
    }
  }
  return dumps;
}

/// The dump of the last statement.
inline std::string LastDump(const std::string& text,
                            const Limits& limits = {}) {
  const std::vector<std::string> dumps = Dumps(text, limits);
  return dumps.empty() ? "nothing" : dumps.back();
}

/// All diagnostics of `text` as a person sees them.
inline std::string Rendered(const std::string& text,
                            const Limits& limits = {}) {
  const SourceText source("rules", text);
  std::string out;
  for (const auto& diagnostic : Parser(limits).Parse(source).diagnostics) {
    out += Render(diagnostic, source);
  }
  return out;
}

/// All diagnostics of `source` in pmie's form.
inline std::string AsPmie(const SourceText& source, const Limits& limits = {}) {
  std::string out;
  for (const auto& diagnostic : Parser(limits).Parse(source).diagnostics) {
    for (const std::string& line : diagnostic.pmie) out += line + '\n';
  }
  return out;
}

/// The same of `text`, read from standard input.
inline std::string AsPmie(const std::string& text, const Limits& limits = {}) {
  return AsPmie(SourceText("<stdin>", text), limits);
}

}  // namespace grammar

#endif  // TOCSIN_TESTS_UNIT_GRAMMAR_PARSE_TEXT_H_
