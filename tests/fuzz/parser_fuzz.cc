// Any bytes as a rule file: no crash, no endless work, every span within the
// text, every diagnostic printable, and every tree the same when it is printed
// and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "grammar/parser.h"
#include "grammar/print.h"
#include "tests/support/ast_dump.h"

namespace {

// Beyond this the printed text may itself reach a limit.
constexpr std::size_t kLongestRoundTrip = 2000;

grammar::Limits SmallLimits() {
  grammar::Limits limits;
  limits.statement_tokens = 2000;
  limits.expansion_bytes = 10'000;
  return limits;
}

// One parser for all: learning to parse costs more than most inputs.
struct Parsers {
  grammar::Parser text{SmallLimits()};
  grammar::Parser printed;
};
Parsers& Kept() {
  static Parsers parsers;
  parsers.text.Reset();
  parsers.printed.Reset();
  return parsers;
}

void CheckRoundTrip(const grammar::ast::Statement& statement,
                    grammar::Parser* parser) {
  const std::string dump = grammar::Dump(*statement.expr);
  if (dump.size() > kLongestRoundTrip) return;
  const grammar::SourceText source("printed", grammar::Print(statement));
  const grammar::ParsedFile again = parser->Parse(source);
  CHECK(again.statements.size() == 1);
  CHECK(again.statements[0].statement.expr != nullptr);
  CHECK(grammar::Dump(*again.statements[0].statement.expr) == dump);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const grammar::SourceText source(
      "fuzz", std::string(reinterpret_cast<const char*>(data), size));
  Parsers& parsers = Kept();
  const grammar::ParsedFile file = parsers.text.Parse(source);
  for (const grammar::Diagnostic& diagnostic : file.diagnostics) {
    CHECK(diagnostic.span.begin <= diagnostic.span.end);
    CHECK(diagnostic.span.end <= size);
    CHECK(!diagnostic.message.empty());
    CHECK(!grammar::Render(diagnostic, source).empty());
  }
  for (const grammar::ParsedStatement& parsed : file.statements) {
    CHECK(parsed.statement.span.end <= size);
    using Kind = grammar::ParsedStatement::Kind;
    if (parsed.kind == Kind::kRejected) {
      CHECK(parsed.last_diagnostic > parsed.first_diagnostic);
    } else if (parsed.kind == Kind::kEvaluated) {
      CheckRoundTrip(parsed.statement, &parsers.printed);
    }
  }
  return 0;
}
