// Each token is a small grammar of its own.
#include "pmapi/notation/derived_lexer.h"

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;
using terminal::kDigit;
using terminal::kLetter;

const auto kRest = kLetter | kDigit | x3::char_("_.");
const auto kName = kLetter >> *kRest;
const auto kDecimal = *kDigit >> x3::char_('.') >> *kDigit;
const auto kInteger = +kDigit;

struct Signs : x3::symbols<const char*> {
  Signs() {
    for (const char* sign :
         {"+", "-", "*", "/", "<", "<=", "==", ">=", ">", "!=", "!", "&&", "||",
          "?", ":", "(", ")", ",", "="}) {
      add(sign, sign);
    }
  }
};

struct Functions : x3::symbols<const char*> {
  Functions() {
    for (const char* name :
         {"anon", "avg", "count", "defined", "delta", "instant", "matchinst",
          "max", "min", "mkconst", "rate", "rescale", "scalar", "sum"}) {
      add(name, name);
    }
  }
};

}  // namespace

DerivedToken DerivedLexer::Enclosed(DerivedToken token, DerivedTokenKind kind,
                                    char close, bool escapes,
                                    const char* unterminated) {
  const auto keep = [&token](auto& context) {
    token.text += x3::_attr(context);
  };
  const auto escaped = x3::eps(escapes) >> '\\' >> x3::char_[keep];
  const bool closed = x3::parse(
      at_, end_, x3::char_ >> *(escaped | (x3::char_ - close)[keep]) >> close);
  token.kind = closed ? kind : DerivedTokenKind::kBad;
  if (!closed) token.text = unterminated;
  return token;
}

DerivedToken DerivedLexer::Next(bool pattern) {
  x3::parse(at_, end_, x3::omit[*terminal::kSpace]);
  DerivedToken token;
  token.offset = static_cast<std::size_t>(at_ - begin_);
  if (at_ == end_) return token;
  if (*at_ == '"') {
    return Enclosed(token, DerivedTokenKind::kString, '"', false,
                    "unterminated STRING");
  }
  if (*at_ == '[') {
    return Enclosed(token, DerivedTokenKind::kInstance, ']', true,
                    "unterminated instance name");
  }
  if (*at_ == '/' && pattern) {
    return Enclosed(token, DerivedTokenKind::kPattern, '/', true,
                    "unterminated pattern");
  }
  static const Signs kSigns;
  static const Functions kFunctions;
  const char* function = nullptr;
  const char* sign = nullptr;
  if (x3::parse(at_, end_, kFunctions[terminal::Into(&function)] >> '(')) {
    token.kind = DerivedTokenKind::kFunction;
    token.text = function;
  } else if (x3::parse(at_, end_, kName, token.text)) {
    token.kind = DerivedTokenKind::kName;
  } else if (x3::parse(at_, end_, kDecimal, token.text)) {
    token.kind = DerivedTokenKind::kDecimal;
  } else if (token.text.clear(); x3::parse(at_, end_, kInteger, token.text)) {
    token.kind = DerivedTokenKind::kInteger;
  } else if (x3::parse(at_, end_, kSigns[terminal::Into(&sign)])) {
    token.kind = DerivedTokenKind::kSign;
    token.text = sign;
  } else {
    token.kind = DerivedTokenKind::kBad;
    token.text = "Illegal character";
  }
  if (token.kind == DerivedTokenKind::kBad) at_ = end_;
  return token;
}

}  // namespace pmapi::notation
