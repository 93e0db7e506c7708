// The look-ahead of an LALR parser, told from the tree: a reduction that no
// further word can prevent happens without one.
#include "engine/check/pmie_lines.h"

#include <cctype>
#include <string_view>
#include <utility>

#include "base/overloaded.h"
#include "grammar/pmie_messages.h"

namespace engine::check {
namespace {

namespace ast = grammar::ast;

std::string_view TextOf(grammar::Span span, const grammar::SourceText& source) {
  if (span.end > source.text().size() || span.begin > span.end) return {};
  return source.text().substr(span.begin, span.end - span.begin);
}

bool NeedsNextWord(const ast::Expr& expr, const grammar::SourceText& source);

bool BinaryNeeds(const ast::Binary& binary, const ast::Expr& expr,
                 bool ends_with_paren, const grammar::SourceText& source) {
  if (ends_with_paren && expr.span.begin < binary.left->span.begin) {
    return false;
  }
  switch (binary.op) {
    case ast::BinaryOp::kMultiply:
    case ast::BinaryOp::kDivide:
    case ast::BinaryOp::kAnd:
    case ast::BinaryOp::kOr:
      return NeedsNextWord(*binary.right, source);
    case ast::BinaryOp::kEqual:
    case ast::BinaryOp::kNotEqual:
      return !std::holds_alternative<ast::String>(binary.right->node);
    case ast::BinaryOp::kAdd:
    case ast::BinaryOp::kSubtract:
    case ast::BinaryOp::kLess:
    case ast::BinaryOp::kLessEqual:
    case ast::BinaryOp::kGreater:
    case ast::BinaryOp::kGreaterEqual:
      return true;
  }
  return true;
}

// True if the parser reads on before it takes `expr` to be complete.
bool NeedsNextWord(const ast::Expr& expr, const grammar::SourceText& source) {
  const std::string_view text = TextOf(expr.span, source);
  const bool paren = !text.empty() && text.back() == ')';
  // Prefix operators begin with a word of their own.
  const bool group = paren && text.front() == '(';
  const auto below = [&](const auto& node) {
    return !group && NeedsNextWord(*node.operand, source);
  };
  return std::visit(base::Overloaded{
                        [&](const ast::Number&) { return !paren; },
                        [&](const ast::Truth&) {
                          return !paren && text != "true" && text != "false";
                        },
                        [](const ast::String&) { return false; },
                        [](const ast::ClockVariable&) { return false; },
                        [&](const ast::Fetch& fetch) {
                          const bool range =
                              fetch.first != fetch.last ||
                              text.find("..") != std::string_view::npos;
                          return !paren && !range;
                        },
                        [&](const ast::Unary& n) { return below(n); },
                        [&](const ast::Binary& n) {
                          return BinaryNeeds(n, expr, paren, source);
                        },
                        [&](const ast::Reduce& n) { return below(n); },
                        [&](const ast::Match& n) { return below(n); },
                        [](const ast::Test&) { return false; },
                        [](const ast::FilterUse&) { return false; },
                        [](const ast::EventsPtr&) { return false; },
                        [](const ast::Rule&) { return true; },
                        [](const ast::Ruleset&) { return true; },
                        [](const ast::Perform&) { return true; },
                    },
                    expr.node);
}

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.';
}

// Behind the last word itself. A name or number ends where the scanner meets
// what is none of it: one character beyond.
grammar::PmiePlace PlaceAtEnd(std::uint32_t end,
                              const grammar::SourceText& source) {
  grammar::PmiePlace place;
  place.line = source.PositionAt(end).line;
  const std::string_view text = source.text();
  if (end == 0 || end > text.size() || !IsWordCharacter(text[end - 1])) {
    return place;
  }
  place.at_end = end == text.size();
  if (!place.at_end && text[end] == '\n') ++place.line;
  return place;
}

}  // namespace

std::vector<std::string> LinesAfter(const ast::Expr& expr,
                                    const grammar::SourceText& source,
                                    std::string detail) {
  const std::uint32_t end = expr.span.end;
  if (NeedsNextWord(expr, source)) {
    return LinesBehind(end, source, std::move(detail));
  }
  const std::vector<std::string> no_macros;
  const grammar::PmieMessages messages(source, no_macros);
  return {messages.ErrorLine(PlaceAtEnd(end, source)), std::move(detail)};
}

std::vector<std::string> LinesBehind(std::uint32_t end,
                                     const grammar::SourceText& source,
                                     std::string detail) {
  return grammar::PmieErrorLines(source, end, std::move(detail));
}

}  // namespace engine::check
