// The diagnostic for a mistake that the walk has found.
#include "grammar/explain.h"

#include <string>
#include <utility>
#include <vector>

#include "grammar/keywords.h"
#include "grammar/syntax_walk.h"

namespace grammar {
namespace {

using Role = OpenConstruct::Role;
using Stage = Mistake::Stage;

// What people write who know other languages.
struct Foreign {
  const char* word;
  const char* hint;
};
constexpr Foreign kForeign[] = {
    {"and", "write && for \"and\""},
    {"AND", "write && for \"and\""},
    {"or", "write || for \"or\""},
    {"OR", "write || for \"or\""},
    {"not", "write ! for \"not\""},
    {"NOT", "write ! for \"not\""},
    {"B", "the unit is byte"},
    {"KB", "the unit is Kbyte"},
    {"kB", "the unit is Kbyte"},
    {"kb", "the unit is Kbyte"},
    {"MB", "the unit is Mbyte"},
    {"GB", "the unit is Gbyte"},
    {"TB", "the unit is Tbyte"},
    {"s", "the unit is sec"},
    {"ms", "the unit is msec"},
    {"us", "the unit is usec"},
    {"ns", "the unit is nsec"},
    {"m", "the unit is min"},
    {"h", "the unit is hour"},
    {"day", "the longest unit is hour: 24 hours"},
    {"days", "the longest unit is hour: 24 hours"},
    {"then", "write -> before the action"},
    {"if", "write the condition, then -> and the action"},
    {"when", "write the condition, then -> and the action"},
};

class Explainer {
 public:
  Explainer(const std::vector<Token>& tokens, const Mistake& mistake)
      : tokens_(tokens), mistake_(mistake), wrong_(tokens[mistake.token]) {}

  std::string Message() const {
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

  std::string Hint() const {
    const std::string of_word = WordHint(mistake_.token);
    if (!of_word.empty()) return of_word;
    // `rat x` is a metric and then another: the first may be a slip.
    if (mistake_.stage == Stage::kOperator && mistake_.token > 0 &&
        !tokens_[mistake_.operand].text.empty() &&
        mistake_.operand + 1 == mistake_.token) {
      const std::string before = WordHint(mistake_.operand);
      if (!before.empty()) return before;
    }
    return OtherHint();
  }

 private:
  TokenKind kind() const { return wrong_.kind; }

  std::string Shown(std::size_t token) const {
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
      case TokenKind::kSum:
      case TokenKind::kAvg:
      case TokenKind::kMax:
      case TokenKind::kMin:
      case TokenKind::kCount:
      case TokenKind::kAll:
      case TokenKind::kSome:
      case TokenKind::kPercent:
      case TokenKind::kIdentifier:
      case TokenKind::kUnit:
        return shown.text;
      case TokenKind::kStray:
        return StrayText(shown);
      default:
        return Spelling(shown.kind);
    }
  }

  static std::string StrayText(const Token& stray) {
    static constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(stray.text[0]);
    if (byte > 0x20 && byte < 0x7f) return "'" + stray.text + "'";
    return std::string("the byte 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
  }

  std::string Found() const { return ", not " + Shown(mistake_.token); }

  static std::string KindName(unsigned kinds) {
    if ((kinds & kRuleset) != 0) return "an expression";
    if ((kinds & (kRule | kLogical)) == (kRule | kLogical)) {
      return "an expression";
    }
    if ((kinds & (kArithmetic | kLogical)) == (kArithmetic | kLogical)) {
      return "an expression";
    }
    if ((kinds & kText) != 0) return "a number, a metric or a string";
    if ((kinds & kArithmetic) != 0) return "a number or a metric";
    if ((kinds & kAction) != 0) return "an action";
    return "a condition";
  }

  // "behind the operator X", for what stands innermost open.
  std::string Behind() const {
    const OpenConstruct& construct = mistake_.construct;
    switch (construct.role) {
      case Role::kStatement:
        return mistake_.token == 2 && tokens_[1].kind == TokenKind::kAssign
                   ? " must follow ="
                   : " must stand here";
      case Role::kPattern:
        return " must follow the regular expression";
      case Role::kQuantifier:
        if (construct.op == TokenKind::kNumber) {
          return " must follow " + Shown(construct.token + 1);
        }
        break;
      default:
        break;
    }
    return " must follow " + Shown(construct.token);
  }

  std::string OperandMessage() const {
    return KindName(mistake_.construct.wants) + Behind() + Found();
  }

  std::string OperatorMessage() const {
    const OpenConstruct& construct = mistake_.construct;
    const unsigned have = mistake_.have;
    const bool open =
        construct.role != Role::kStatement && construct.role != Role::kGroup;
    if (open && (construct.wants & have) == 0) {
      return KindName(construct.wants) + Behind() + ", and this is " +
             HaveName();
    }
    switch (kind()) {
      case TokenKind::kEnd:
        return "( is not closed";
      case TokenKind::kRightParen:
        return construct.role == Role::kGroup
                   ? KindName(construct.wants) + " must stand in these " +
                         "parentheses, and this is " + HaveName()
                   : "there is no ( for this )";
      case TokenKind::kArrow:
        if ((have & kRule) != 0) return "a rule has one -> only";
        return "a condition must stand before ->, and this is " + HaveName();
      case TokenKind::kAnd:
      case TokenKind::kOr:
        return std::string("a condition must stand before ") +
               Spelling(kind()) + ", and this is " + HaveName();
      case TokenKind::kLess:
      case TokenKind::kLessEqual:
      case TokenKind::kGreater:
      case TokenKind::kGreaterEqual:
      case TokenKind::kEqual:
      case TokenKind::kNotEqual:
      case TokenKind::kPlus:
      case TokenKind::kMinus:
      case TokenKind::kStar:
      case TokenKind::kSlash:
        return std::string("a number must stand before ") + Spelling(kind()) +
               ", and this is " + HaveName();
      case TokenKind::kBoth:
      case TokenKind::kEither:
        return std::string("an action must stand before ") + Spelling(kind()) +
               ", and this is " + HaveName();
      case TokenKind::kStray:
        return Shown(mistake_.token) + " means nothing in a rule";
      default:
        break;
    }
    return "an operator or the end of the statement must follow" + Found();
  }

  std::string HaveName() const {
    switch (mistake_.have) {
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

  std::string WordHint(std::size_t at) const {
    const Token& token = tokens_[at];
    if (token.kind == TokenKind::kUnit) {
      return mistake_.stage == Stage::kOperator
                 ? "a unit stands directly behind a number only"
                 : "\"" + token.text +
                       "\" is a unit; in single quotes it "
                       "would be a name";
    }
    if (token.kind != TokenKind::kIdentifier) return {};
    for (const Foreign& foreign : kForeign) {
      if (token.text == foreign.word) return foreign.hint;
    }
    const std::string nearest = NearestKeyword(token.text);
    return nearest.empty() ? nearest : "did you mean " + nearest + "?";
  }

  std::string OtherHint() const {
    switch (kind()) {
      case TokenKind::kAssign:
        return "== compares; = names a statement";
      case TokenKind::kColon:
      case TokenKind::kHash:
      case TokenKind::kAt:
        return "hosts come first, then instances, then samples: "
               "metric :host #instance @0..3";
      case TokenKind::kStray:
        if (wrong_.text == "{") return "a macro is used as $name or $'name'";
        break;
      case TokenKind::kString:
        return "only == and != take strings";
      default:
        break;
    }
    if (mistake_.stage != Stage::kOperator) return {};
    const unsigned wants = mistake_.construct.wants;
    const bool compare =
        mistake_.have == kLogical &&
        (kind() == TokenKind::kLess || kind() == TokenKind::kLessEqual ||
         kind() == TokenKind::kGreater || kind() == TokenKind::kGreaterEqual ||
         kind() == TokenKind::kEqual || kind() == TokenKind::kNotEqual);
    if (compare) return "two comparisons are joined by && or ||";
    if (mistake_.have == kArithmetic && (wants & kArithmetic) == 0) {
      return "compare it with something: > 0, for example";
    }
    if (mistake_.have == kArithmetic &&
        (kind() == TokenKind::kArrow || kind() == TokenKind::kAnd ||
         kind() == TokenKind::kOr)) {
      return "compare it with something: > 0, for example";
    }
    if (kind() == TokenKind::kIdentifier || kind() == TokenKind::kNumber) {
      return "names that hold other characters than letters, digits, . and _ "
             "stand in single quotes";
    }
    return {};
  }

  const std::vector<Token>& tokens_;
  const Mistake& mistake_;
  const Token& wrong_;
};

// pmie's lines: what the scanner says, then what the parser does.
void AddLines(const WalkResult& walk, const Place& place, const PmieWords& pmie,
              std::vector<std::string>* lines) {
  if (!walk.mistake) return;
  lines->push_back(pmie.ErrorLine(place));
  lines->insert(lines->end(), walk.pmie.begin(), walk.pmie.end());
}

Explanation ExplainMistake(const StatementText& text, const WalkResult& walk,
                           const PmieWords& pmie) {
  const Explainer explainer(text.tokens, *walk.mistake);
  const Token& wrong = text.tokens[walk.mistake->token];
  Explanation why;
  why.takes_number = walk.takes_number;
  why.diagnostic.span = wrong.span;
  why.diagnostic.message = explainer.Message();
  why.diagnostic.hint = explainer.Hint();
  AddLines(walk, wrong.place, pmie, &why.diagnostic.pmie);
  return why;
}

// For pmie the statement ends at a fault, and it may have gone wrong before.
Explanation ExplainFault(const StatementText& text, const PmieWords& pmie) {
  const LexicalFault& fault = *text.fault;
  const WalkResult walk = WalkSyntax(text.tokens, fault.token);
  std::vector<std::string> lines = fault.diagnostic.pmie;
  if (fault.pmie_syntax_error) {
    lines.insert(lines.begin(), pmie.ErrorLine(fault.place));
  }
  if (walk.mistake && walk.mistake->token < fault.token) {
    Explanation why = ExplainMistake(text, walk, pmie);
    std::vector<std::string>& all = why.diagnostic.pmie;
    if (walk.read_to_end) all.insert(all.end(), lines.begin(), lines.end());
    return why;
  }
  Explanation why;
  why.diagnostic = fault.diagnostic;
  why.diagnostic.pmie = std::move(lines);
  why.takes_number = walk.takes_number && fault.token > 0;
  AddLines(walk, fault.place, pmie, &why.diagnostic.pmie);
  return why;
}

}  // namespace

Explanation Explain(const StatementText& text, const PmieWords& pmie) {
  if (text.fault) return ExplainFault(text, pmie);
  const WalkResult walk = WalkSyntax(text.tokens, text.tokens.size() - 1);
  if (!walk.mistake) {
    // The parser is right even if we cannot tell why.
    Explanation why;
    why.diagnostic.span = {text.tokens.front().span.begin,
                           text.tokens.back().span.begin};
    why.diagnostic.message = "this is not a statement";
    why.diagnostic.pmie = {pmie.ErrorLine(text.tokens.back().place)};
    return why;
  }
  return ExplainMistake(text, walk, pmie);
}

}  // namespace grammar
