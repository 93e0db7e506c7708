// Shows what grammar/ makes of rule texts, for accept_test.py: reads texts
// from standard input, each after a line with its length in bytes, and answers
// each with lines of our statements and diagnostics, then one with a dot.
#include <cstdio>
#include <iostream>
#include <string>

#include "grammar/parser.h"
#include "tests/support/ast_dump.h"

namespace {

const char* Word(grammar::ParsedStatement::Kind kind) {
  using Kind = grammar::ParsedStatement::Kind;
  switch (kind) {
    case Kind::kEvaluated:
      return "evaluated";
    case Kind::kConstant:
      return "constant";
    case Kind::kRejected:
      return "rejected";
  }
  return "";
}

void Answer(const std::string& text) {
  const grammar::SourceText source("<stdin>", text);
  grammar::Parser parser;
  const grammar::ParsedFile file = parser.Parse(source);
  for (const auto& parsed : file.statements) {
    std::cout << Word(parsed.kind) << ' '
              << (parsed.takes_number ? "numbered " : "unnumbered ")
              << grammar::Dump(parsed.statement) << '\n';
  }
  for (const auto& diagnostic : file.diagnostics) {
    for (const std::string& line : diagnostic.pmie) {
      std::cout << "pmie " << line << '\n';
    }
    std::string ours = grammar::Render(diagnostic, source);
    for (std::size_t at = 0; at < ours.size();) {
      const std::size_t end = ours.find('\n', at);
      std::cout << "ours " << ours.substr(at, end - at) << '\n';
      at = end + 1;
    }
  }
  std::cout << "." << std::endl;
}

}  // namespace

int main() {
  std::string length;
  while (std::getline(std::cin, length)) {
    std::string text(std::stoul(length), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    Answer(text);
  }
}
