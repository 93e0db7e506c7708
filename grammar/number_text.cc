// One phrase of tokens, and nothing beside it.
#include "grammar/number_text.h"

#include "grammar/limits.h"
#include "grammar/phrase.h"
#include "grammar/scanner.h"

namespace grammar {
namespace {

/// Longer ones are none; so no text takes long.
constexpr std::size_t kMostBytes = 200;

/// The scanner steps over comments, and over what ends a statement.
bool HasMore(std::string_view text) {
  return text.find_first_of(";}") != text.npos ||
         text.find("//") != text.npos || text.find("/*") != text.npos;
}

}  // namespace

std::optional<ast::Number> ReadNumberText(std::string_view text) {
  if (text.size() > kMostBytes || HasMore(text)) return std::nullopt;
  const MacroTable none;
  const Limits limits;
  Scanner scanner(text, none, limits);
  StatementText statement;
  if (!scanner.Next(&statement) || statement.fault) return std::nullopt;
  const auto& tokens = statement.tokens;
  const std::size_t begin = tokens[0].kind == TokenKind::kMinus ? 1 : 0;
  if (tokens[begin].kind != TokenKind::kNumber) return std::nullopt;
  const std::size_t end = FindPhrase(tokens, begin).end;
  StatementText behind;
  if (tokens[end].kind != TokenKind::kEnd || scanner.Next(&behind)) {
    return std::nullopt;
  }
  const Quantity quantity = ReadQuantityPhrase(tokens, begin);
  const double value = quantity.Canonical();
  return ast::Number{begin == 1 ? -value : value, quantity.units()};
}

}  // namespace grammar
