// SlipCase: what somebody wrote, what is said of it, and that what is advised
// is a rule.
#ifndef TOCSIN_TESTS_UNIT_GRAMMAR_SLIP_CASE_H_
#define TOCSIN_TESTS_UNIT_GRAMMAR_SLIP_CASE_H_

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {

struct SlipCase {
  const char* text;
  const char* at;       // what the span covers
  const char* message;  // a part of it
  const char* hint;     // a part of it
  const char* instead;  // as advised
};

inline void ExpectSlips(std::span<const SlipCase> cases) {
  for (const SlipCase& one : cases) {
    SCOPED_TRACE(one.text);
    const ParsedFile file = Parse(one.text);
    ASSERT_EQ(file.diagnostics.size(), 1u);
    const Diagnostic& said = file.diagnostics.front();
    const std::string text = one.text;
    EXPECT_EQ(text.substr(said.span.begin, said.span.end - said.span.begin),
              one.at);
    EXPECT_NE(said.message.find(one.message), said.message.npos)
        << said.message;
    EXPECT_NE(said.hint.find(one.hint), said.hint.npos) << said.hint;
    EXPECT_EQ(Rendered(one.instead), "");
  }
}

}  // namespace grammar

#endif  // TOCSIN_TESTS_UNIT_GRAMMAR_SLIP_CASE_H_
