// Sentences about mistakes.
#include "grammar/mistake_message.h"

#include "grammar/foreign.h"
#include "grammar/names.h"
#include "grammar/nearest.h"
#include "grammar/operators.h"
#include "grammar/slips.h"
#include "grammar/words.h"

namespace grammar {
namespace {

using Role = OpenConstruct::Role;
using Stage = Mistake::Stage;

// Of one that is shown in a hint.
constexpr std::size_t kLongestName = 40;

class MistakeDescriber {
 public:
  MistakeDescriber(const std::vector<Token>& tokens, const Mistake& mistake,
                   const SourceText& source)
      : tokens_(tokens),
        mistake_(mistake),
        wrong_(tokens[mistake.token]),
        slip_(FindSlip(tokens, mistake, source)) {}

  Diagnostic Describe() const {
    Diagnostic diagnostic;
    diagnostic.span = Blamed();
    diagnostic.message =
        slip_ && !slip_->message.empty() ? slip_->message : Message();
    diagnostic.hint = slip_ ? slip_->hint : Hint();
    return diagnostic;
  }

 private:
  TokenKind kind() const { return wrong_.kind; }
  bool IsOperandOfWrongKind() const;
  bool BlamesWordBefore() const;
  Span Blamed() const;

  std::string Message() const;
  std::string OperandMessage() const;
  std::string OperatorMessage() const;
  std::string InfixMessage() const;

  std::string Hint() const;
  std::string WordHint(std::size_t at) const;
  std::string PlaceHint() const;
  std::string StringHint() const;
  std::string OperatorHint() const;
  bool IsBehindTruth() const;

  std::string Shown(std::size_t token) const;
  std::string Found() const { return ", not " + Shown(mistake_.token); }
  std::string Behind() const;

  const std::vector<Token>& tokens_;
  const Mistake& mistake_;
  const Token& wrong_;
  const std::optional<Slip> slip_;
};

std::string KindName(unsigned kinds) {
  constexpr unsigned kNumberOrTruth = kArithmetic | kLogical;
  if ((kinds & kRuleset) != 0 || (kinds & kNumberOrTruth) == kNumberOrTruth) {
    return "an expression";
  }
  if ((kinds & kText) != 0) return "a number, a metric or a string";
  if ((kinds & kArithmetic) != 0) return "a number or a metric";
  return (kinds & kAction) != 0 ? "an action" : "a condition";
}

std::string HaveName(unsigned have) {
  switch (have) {
    case kArithmetic:
      return "a number";
    case kLogical:
      return "a condition";
    case kAction:
      return "an action";
    case kText:
      return "a string";
    case kRule:
      return "a rule";
    default:
      return "a ruleset";
  }
}

bool IsComparison(TokenKind kind) { return Precedence(kind) == 6; }

// Behind what is open the operand is complete, but not what is wanted there.
bool MistakeDescriber::IsOperandOfWrongKind() const {
  const OpenConstruct& construct = mistake_.construct;
  return mistake_.stage == Stage::kOperator &&
         construct.role != Role::kStatement && construct.role != Role::kGroup &&
         (construct.wants & mistake_.have) == 0;
}

// `rat x` is a metric and then another: the first is the slip.
bool MistakeDescriber::BlamesWordBefore() const {
  const bool operand =
      kind() == TokenKind::kIdentifier || kind() == TokenKind::kNumber ||
      kind() == TokenKind::kString || kind() == TokenKind::kVariable ||
      kind() == TokenKind::kLeftParen;
  return operand && mistake_.stage == Stage::kOperator &&
         !IsOperandOfWrongKind() && mistake_.operand + 1 == mistake_.token &&
         WordHint(mistake_.token).empty() &&
         !WordHint(mistake_.operand).empty();
}

// What is missing at the end is missing behind the last word.
Span MistakeDescriber::Blamed() const {
  if (slip_) {
    return Join(tokens_[slip_->first].span, tokens_[slip_->last].span);
  }
  if (BlamesWordBefore()) return tokens_[mistake_.operand].span;
  if (mistake_.token == 0) return wrong_.span;
  const Span before = tokens_[mistake_.token - 1].span;
  if (IsOperandOfWrongKind()) {
    return Join(tokens_[mistake_.operand].span, before);
  }
  if (kind() == TokenKind::kEnd) {
    const std::uint32_t macro = before.last_expansion;
    return {before.end, before.end, macro, macro};
  }
  if (kind() == TokenKind::kStray) {
    const std::size_t more = ReadStray(tokens_, mistake_.token).tokens - 1;
    return Join(wrong_.span, tokens_[mistake_.token + more].span);
  }
  return wrong_.span;
}

std::string MistakeDescriber::Shown(std::size_t token) const {
  const Token& shown = tokens_[token];
  switch (shown.kind) {
    case TokenKind::kEnd:
      return "the end of the statement";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kNumber:
      return "a number";
    case TokenKind::kVariable:
      return "$" + shown.text;
    case TokenKind::kStray:
      return ReadStray(tokens_, token).name;
    default:
      break;
  }
  return shown.text.empty() ? Spelling(shown.kind) : shown.text;
}

std::string MistakeDescriber::Message() const {
  switch (mistake_.stage) {
    case Stage::kHost:
      return "the name of a host must follow :" + Found();
    case Stage::kInstance:
      return "the name of an instance must follow #" + Found();
    case Stage::kSample:
      return "a sample's number, or two with .. between them, must follow @" +
             Found();
    case Stage::kPattern:
      return "a regular expression in double quotes must follow " +
             Shown(mistake_.part) + Found();
    case Stage::kActionText:
      return "a string must follow " + Shown(mistake_.part) +
             ", perhaps with a time before it" + Found();
    case Stage::kPower:
      return "a number must follow ^" + Found();
    case Stage::kClauseArrow:
      return "-> must follow " + Shown(mistake_.part) + Found();
    case Stage::kOperand:
      return OperandMessage();
    case Stage::kOperator:
      break;
  }
  return OperatorMessage();
}

// " must follow X", for what stands innermost open.
std::string MistakeDescriber::Behind() const {
  const OpenConstruct& construct = mistake_.construct;
  if (construct.role == Role::kStatement) {
    const bool named =
        mistake_.token == 2 && tokens_[1].kind == TokenKind::kAssign;
    return named ? " must follow =" : " must stand here";
  }
  if (construct.role == Role::kPattern) {
    return " must follow the regular expression";
  }
  // N %_inst: the number is the first word of it.
  const bool percentage =
      construct.role == Role::kQuantifier && construct.op == TokenKind::kNumber;
  return " must follow " + Shown(construct.token + (percentage ? 1 : 0));
}

std::string MistakeDescriber::OperandMessage() const {
  return KindName(mistake_.construct.wants) + Behind() + Found();
}

std::string MistakeDescriber::OperatorMessage() const {
  const OpenConstruct& construct = mistake_.construct;
  const std::string have = HaveName(mistake_.have);
  if (IsOperandOfWrongKind()) {
    return KindName(construct.wants) + Behind() + ", and this is " + have;
  }
  switch (kind()) {
    case TokenKind::kEnd:
      return "( is not closed";
    case TokenKind::kRightParen:
      if (construct.role != Role::kGroup) return "there is no ( for this )";
      return KindName(construct.wants) +
             " must stand in these parentheses, and this is " + have;
    case TokenKind::kStray:
      return Shown(mistake_.token) + " means nothing in a rule";
    case TokenKind::kColon:
    case TokenKind::kHash:
    case TokenKind::kAt:
    case TokenKind::kAssign:
    case TokenKind::kRange:
    case TokenKind::kCaret:
    case TokenKind::kUnitSlash:
    case TokenKind::kUnit:
      return Shown(mistake_.token) + " cannot follow here";
    default:
      break;
  }
  if (Precedence(kind()) > 0) return InfixMessage();
  if (BlamesWordBefore()) {
    return "an operator or a ; is missing behind " + Shown(mistake_.operand);
  }
  return "an operator or a ; is missing before " + Shown(mistake_.token);
}

std::string MistakeDescriber::InfixMessage() const {
  const unsigned left = LeftKinds(kind());
  const std::string op = Spelling(kind());
  if ((left & mistake_.have) != 0) {
    return KindName(mistake_.construct.wants) + " is wanted here, and " + op +
           " makes " + HaveName(ResultKind(kind()));
  }
  if (kind() == TokenKind::kArrow && mistake_.have == kRule) {
    return "a rule has one -> only";
  }
  std::string wanted = "a number";
  if (left == kLogical) wanted = "a condition";
  if (left == kAction) wanted = "an action";
  return wanted + " must stand before " + op + ", and this is " +
         HaveName(mistake_.have);
}

std::string MistakeDescriber::Hint() const {
  const std::string of_word = WordHint(mistake_.token);
  if (!of_word.empty()) return of_word;
  if (BlamesWordBefore()) return WordHint(mistake_.operand);
  const std::string of_place = PlaceHint();
  if (!of_place.empty() || mistake_.stage != Stage::kOperator) return of_place;
  return OperatorHint();
}

std::string MistakeDescriber::WordHint(std::size_t at) const {
  const Token& token = tokens_[at];
  if (token.kind == TokenKind::kUnit) {
    return mistake_.stage == Stage::kOperator
               ? "a unit stands directly behind a number"
               : token.text + " is a unit; in single quotes it is a name";
  }
  if (token.kind == TokenKind::kStray) return ReadStray(tokens_, at).hint;
  if (token.kind != TokenKind::kIdentifier) return {};
  const std::string foreign = ForeignWordHint(tokens_, at);
  if (!foreign.empty()) return foreign;
  const std::string nearest = NearestKeyword(token.text);
  return nearest.empty() ? nearest : "did you mean " + nearest + "?";
}

std::string MistakeDescriber::PlaceHint() const {
  switch (kind()) {
    case TokenKind::kAssign:
      return "== compares; = names a statement";
    case TokenKind::kHash:
      if (mistake_.stage == Stage::kOperand) {
        return "a comment starts with //, or stands between /* and */";
      }
      [[fallthrough]];
    case TokenKind::kColon:
    case TokenKind::kAt:
      return "hosts come first, then instances, then samples: "
             "metric :host #instance @0..3";
    case TokenKind::kPercent:
      return "a number stands before it: 50%_inst";
    case TokenKind::kLeftParen:
      return mistake_.stage == Stage::kActionText
                 ? "it stands without parentheses: " + Shown(mistake_.part) +
                       " \"...\""
                 : "";
    case TokenKind::kCaret:
      return "it belongs to units, byte^2; a square is metric * metric";
    case TokenKind::kString:
      return StringHint();
    case TokenKind::kIdentifier:
      return mistake_.stage == Stage::kActionText
                 ? "strings stand in double quotes"
                 : "";
    default:
      return {};
  }
}

std::string MistakeDescriber::StringHint() const {
  if (mistake_.stage == Stage::kHost || mistake_.stage == Stage::kInstance) {
    const std::string& name = wrong_.text;
    return "names stand in single quotes: " + Shown(mistake_.part) +
           (name.size() > kLongestName ? "'...'" : IdentifierText(name));
  }
  return mistake_.stage == Stage::kOperand &&
                 IsComparison(mistake_.construct.op)
             ? "only == and != take strings"
             : "";
}

// some_event ( ... ) > 0, with parentheses round the function or not.
bool MistakeDescriber::IsBehindTruth() const {
  std::size_t at = mistake_.token;
  while (at > 0 && tokens_[at - 1].kind == TokenKind::kRightParen) --at;
  return at > 0 && tokens_[at - 1].kind == TokenKind::kTrue;
}

std::string MistakeDescriber::OperatorHint() const {
  if (mistake_.have == kLogical && IsComparison(kind())) {
    if (IsBehindTruth())
      return "it is true or false by itself: compare nothing";
    return "two comparisons are joined by && or ||";
  }
  const bool wants_condition = IsOperandOfWrongKind()
                                   ? (mistake_.construct.wants & kLogical) != 0
                                   : LeftKinds(kind()) == kLogical;
  if (mistake_.have == kArithmetic && wants_condition) {
    const std::size_t at = mistake_.token;
    if (at >= 2 && tokens_[at - 1].kind == TokenKind::kNumber &&
        tokens_[at - 2].kind == TokenKind::kAssign) {
      return "== compares; = names a statement";
    }
    return "compare it with something: > 0, for example";
  }
  if (kind() == TokenKind::kIdentifier &&
      tokens_[mistake_.token - 1].kind == TokenKind::kIdentifier) {
    return "a name with blanks or signs in it stands in single quotes";
  }
  return {};
}

}  // namespace

Diagnostic DescribeMistake(const std::vector<Token>& tokens,
                           const Mistake& mistake, const SourceText& source) {
  return MistakeDescriber(tokens, mistake, source).Describe();
}

}  // namespace grammar
