// Spelling of the parts of a tree.
#include "grammar/names.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "grammar/words.h"

namespace grammar {
namespace {

bool IsPlainIdentifier(std::string_view text) {
  if (text.empty() || (!base::IsLetter(text[0]) && text[0] != '%'))
    return false;
  const auto is_part = [](char c) {
    return base::IsLetterOrDigit(c) || c == '.' || c == '_';
  };
  return std::all_of(text.begin() + 1, text.end(), is_part) &&
         !FindKeyword(text, Vocabulary::kPmie) &&
         !FindKeyword(text, Vocabulary::kExtension);
}

std::string Escaped(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\' || c == '$') out += '\\';
    if (c == '\n' && quote == '"') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + quote;
}

}  // namespace

std::string Name(ast::Domain domain) {
  return std::string(kDomainNames[static_cast<std::size_t>(domain)]);
}
std::string Name(ast::ClockField field) {
  return std::string(kClockFieldNames[static_cast<std::size_t>(field)]);
}
std::string Name(ast::UnaryOp op) {
  // The word itself stands for the infix operator.
  return op == ast::UnaryOp::kNegate ? "-" : SpellingOf(op);
}
std::string Name(ast::BinaryOp op) { return SpellingOf(op); }
std::string Name(const ast::Reduction& reduction) {
  const std::string percent = NumberText(reduction.percent);
  if (reduction.reducer == ast::Reducer::kPercentile) return "p" + percent;
  if (reduction.reducer == ast::Reducer::kPercent) return percent + "%";
  return SpellingOf(reduction);
}
std::string Name(ast::ActionKind kind) { return SpellingOf(kind); }

std::string NumberText(double value) {
  if (std::isnan(value)) return "(0 / 0)";
  if (std::isinf(value)) return value < 0 ? "-1e999" : "1e999";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  // 1e+20 would be read as 1e, then + 20.
  return {text, std::remove(text, end, '+')};
}

std::string QuotedText(std::string_view text) { return Escaped(text, '"'); }

std::string IdentifierText(std::string_view text) {
  return IsPlainIdentifier(text) ? std::string(text) : Escaped(text, '\'');
}

}  // namespace grammar
