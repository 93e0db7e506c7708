// A stack of open constructs that each wait for an operand, popped as far as
// yacc would pop it, for pmie's messages tell of what is open then.
// Source: docs/pmie.md, "Precedence", "Recovery".
#include "grammar/syntax_walk.h"

#include <algorithm>
#include <utility>

#include "grammar/words.h"

namespace grammar {
namespace {

using Role = OpenConstruct::Role;
using Stage = Mistake::Stage;

class SyntaxWalk {
 public:
  SyntaxWalk(const std::vector<Token>& tokens, std::size_t count)
      : tokens_(tokens), count_(count) {
    open_.push_back({Role::kStatement, TokenKind::kEnd, 0, kAnything});
    if (Kind() == TokenKind::kIdentifier && Kind(1) == TokenKind::kAssign) {
      at_ = 2;
    }
  }

  WalkResult Run() {
    if (Kind() == TokenKind::kEnd && at_ == 0) return std::move(result_);
    while (!done_) have_ == 0 ? ReadOperand() : ReadOperator();
    return std::move(result_);
  }

 private:
  TokenKind Kind(std::size_t ahead = 0) const {
    const std::size_t i = at_ + ahead;
    return i < count_ ? tokens_[i].kind : TokenKind::kEnd;
  }
  bool TakeIf(TokenKind kind) {
    if (Kind() != kind) return false;
    ++at_;
    Shifted();
    return true;
  }
  // yacc is quiet until it has got three words further.
  void Shifted() { quiet_ = quiet_ > 0 ? quiet_ - 1 : 0; }
  bool Wants(unsigned kinds) const { return (open_.back().wants & kinds) != 0; }

  void ReadOperand();
  bool ReadWordOperand();
  bool ReadWord(unsigned if_wanted, unsigned kind);
  bool ReadPrefix();
  bool OpenPrefix(Role role, unsigned if_wanted, unsigned wants,
                  std::size_t words);
  void OpenGroup();
  bool ReadFetch();
  void ReadNames(TokenKind sign, Stage stage, const char* detail);
  void ReadSamples();
  bool ReadQuantity();
  bool ReadMatch();
  bool ReadCall();

  void ReadOperator();
  bool Shift();
  bool ShiftInfix();
  bool ShiftClause();
  bool Reduce();

  void Fail(Stage stage, std::size_t part, std::string detail,
            unsigned afterwards);
  bool StartRecovery(Stage stage, std::size_t part);
  void Recover(Stage stage, std::size_t part = 0);
  void GoOnWithoutLeft();
  void Have(unsigned kind, bool lost = false) {
    have_ = kind;
    lost_ = lost;
  }
  // pmie skips to the terminator, but for the words that it has read.
  void SkipBehind(std::size_t words) { count_ = std::min(count_, at_ + words); }

  const std::vector<Token>& tokens_;
  std::size_t count_;  // of those that are still to be seen
  std::size_t at_ = 0;
  std::vector<OpenConstruct> open_;
  unsigned have_ = 0;        // the kind of the operand behind the stack
  bool lost_ = false;        // pmie has made nothing of that operand
  std::size_t operand_ = 0;  // where it begins
  bool unknown_read_ = false;
  bool otherwise_read_ = false;
  int quiet_ = 0;
  bool done_ = false;
  WalkResult result_;
};

void SyntaxWalk::ReadOperand() {
  operand_ = at_;
  if (ReadWordOperand() || ReadPrefix()) return;
  if (Kind() == TokenKind::kLeftParen) return OpenGroup();
  Recover(Stage::kOperand);
}

bool SyntaxWalk::ReadWordOperand() {
  switch (SymbolOf(Kind())) {
    case Symbol::kIdentifier:
      return Wants(kAnyNumber) && ReadFetch();
    case Symbol::kVariable:
      return ReadWord(kAnyNumber, kArithmetic);
    case Symbol::kNumber:
      if (Kind(1) == TokenKind::kPercent && Wants(kCondition)) {
        return OpenPrefix(Role::kQuantifier, kCondition, kLogical, 3);
      }
      if (!Wants(kAnyNumber)) return false;
      if (ReadQuantity()) Have(kArithmetic);
      return true;
    case Symbol::kString:
      return ReadWord(kCondition | kText, kText);
    case Symbol::kTruth:
      return ReadWord(kCondition, kLogical);
    case Symbol::kActionPrefix:
    case Symbol::kAction:
      return Wants(kAction) && ReadCall();
    default:
      return false;
  }
}

bool SyntaxWalk::ReadWord(unsigned if_wanted, unsigned kind) {
  if (!Wants(if_wanted)) return false;
  TakeIf(Kind());
  Have(kind);
  return true;
}

bool SyntaxWalk::ReadPrefix() {
  switch (SymbolOf(Kind())) {
    case Symbol::kMinus:
    case Symbol::kNumberPrefix:
      return OpenPrefix(Role::kPrefix, kAnyNumber, kArithmetic, 1);
    case Symbol::kAggregate:
      return OpenPrefix(Role::kAggregate, kAnyNumber, kArithmetic, 2);
    case Symbol::kCount:
      return OpenPrefix(Role::kAggregate, kAnyNumber, kLogical, 2);
    case Symbol::kTruthPrefix:
      return OpenPrefix(Role::kPrefix, kCondition, kLogical, 1);
    case Symbol::kQuantifier:
      return OpenPrefix(Role::kQuantifier, kCondition, kLogical, 2);
    case Symbol::kMatch:
      return Wants(kCondition) && ReadMatch();
    case Symbol::kRuleset:
      return OpenPrefix(Role::kRules, kRuleset, kRule, 1);
    default:
      return false;
  }
}

bool SyntaxWalk::OpenPrefix(Role role, unsigned if_wanted, unsigned wants,
                            std::size_t words) {
  if (!Wants(if_wanted)) return false;
  // The rules of a ruleset before the first are none.
  open_.push_back({role, Kind(), at_, wants, role == Role::kRules});
  at_ += words;
  Shifted();
  return true;
}

// Parentheses hold what is wanted, and what that may begin with.
void SyntaxWalk::OpenGroup() {
  unsigned inside =
      open_.back().wants & (kArithmetic | kLogical | kAction | kRule);
  if ((inside & kCondition) != 0) inside |= kLogical | kArithmetic;
  open_.push_back({Role::kGroup, TokenKind::kLeftParen, at_, inside});
  TakeIf(TokenKind::kLeftParen);
}

bool SyntaxWalk::ReadFetch() {
  TakeIf(TokenKind::kIdentifier);
  Have(kArithmetic);
  ReadNames(TokenKind::kColon, Stage::kHost, "host name expected to follow :");
  ReadNames(TokenKind::kHash, Stage::kInstance,
            "instance name expected to follow #");
  if (!done_) ReadSamples();
  return true;
}

void SyntaxWalk::ReadNames(TokenKind sign, Stage stage, const char* detail) {
  while (!done_ && TakeIf(sign)) {
    if (!TakeIf(TokenKind::kIdentifier)) {
      Fail(stage, at_ - 1, detail, kArithmetic);
    }
  }
}

void SyntaxWalk::ReadSamples() {
  const std::size_t part = at_;
  if (!TakeIf(TokenKind::kAt)) return;
  if (TakeIf(TokenKind::kNumber) &&
      (!TakeIf(TokenKind::kRange) || TakeIf(TokenKind::kNumber))) {
    return;
  }
  Fail(Stage::kSample, part, "sample number(s) expected to follow @",
       kArithmetic);
}

bool SyntaxWalk::ReadQuantity() {
  TakeIf(TokenKind::kNumber);
  while (Kind() == TokenKind::kUnit || Kind() == TokenKind::kUnitSlash) {
    TakeIf(TokenKind::kUnitSlash);
    TakeIf(TokenKind::kUnit);
    const std::size_t part = at_;
    if (!TakeIf(TokenKind::kCaret)) continue;
    if (TakeIf(TokenKind::kNumber)) continue;
    Recover(Stage::kPower, part);
    return false;
  }
  return true;
}

bool SyntaxWalk::ReadMatch() {
  const std::size_t part = at_++;
  Shifted();
  if (TakeIf(TokenKind::kString)) {
    open_.push_back({Role::kPattern, tokens_[part].kind, part, kLogical});
    return true;
  }
  Fail(Stage::kPattern, part,
       "regular expression expected to follow " + Spelling(tokens_[part].kind),
       kLogical);
  return true;
}

bool SyntaxWalk::ReadCall() {
  if (SymbolOf(Kind()) == Symbol::kActionPrefix) TakeIf(Kind());
  const std::size_t part = at_++;
  Shifted();
  if (Kind() == TokenKind::kNumber && !ReadQuantity()) return true;
  Have(kAction);
  if (TakeIf(TokenKind::kString)) {
    while (TakeIf(TokenKind::kString)) continue;
    if (tokens_[part].kind == TokenKind::kSyslog && !result_.mistake) {
      result_.syslogs.push_back({part, at_});
    }
    return true;
  }
  Fail(Stage::kActionText, part,
       "(time interval optional) and string expected to follow " +
           Spelling(tokens_[part].kind),
       kAction);
  return true;
}

void SyntaxWalk::ReadOperator() {
  if (Shift()) return;
  if (Reduce()) return;
  if (open_.size() == 1) {
    if (Kind() == TokenKind::kEnd) {
      done_ = true;
      result_.takes_number = result_.takes_number || !lost_;
      return;
    }
    // pmie has taken what is complete, junk or not.
    const unsigned taken = kLogical | kAction | kRule | kRuleset;
    if (!lost_ && (have_ & taken) != 0) result_.takes_number = true;
  }
  Recover(Stage::kOperator);
}

bool SyntaxWalk::Shift() {
  if (Kind() == TokenKind::kRightParen) {
    const OpenConstruct& top = open_.back();
    if (top.role != Role::kGroup || (top.wants & have_) == 0) return false;
    operand_ = top.token;
    open_.pop_back();
    return TakeIf(TokenKind::kRightParen);
  }
  return ShiftInfix() || ShiftClause();
}

bool SyntaxWalk::ShiftInfix() {
  const TokenKind op = Kind();
  const OpenConstruct& top = open_.back();
  if ((LeftKinds(op) & have_) == 0) return false;
  const bool reducible = CompletedKind(top) != 0 && (top.wants & have_) != 0;
  if (reducible && Precedence(top) >= Precedence(op)) return false;
  // What it makes must be of use to what is open.
  const unsigned makes = ResultKind(op);
  unsigned useful = top.wants;
  if ((useful & kCondition) != 0) useful |= kLogical | kArithmetic;
  if ((useful & makes) == 0) return false;
  const Role role = op == TokenKind::kArrow ? Role::kArrow : Role::kInfix;
  open_.push_back({role, op, at_, RightKinds(op), lost_});
  have_ = 0;
  return TakeIf(op);
}

// else, unknown and otherwise, behind a rule of a ruleset.
bool SyntaxWalk::ShiftClause() {
  OpenConstruct& top = open_.back();
  if (top.role != Role::kRules || (have_ & (kRule | kRuleset)) == 0) {
    return false;
  }
  if (Kind() == TokenKind::kElse && have_ == kRule && !unknown_read_ &&
      !otherwise_read_) {
    top.lost_left = top.lost_left && lost_;
    top.op = TokenKind::kElse;
    top.token = at_;
    have_ = 0;
    return TakeIf(TokenKind::kElse);
  }
  const bool unknown = Kind() == TokenKind::kUnknown;
  if (!unknown && Kind() != TokenKind::kOtherwise) return false;
  if (otherwise_read_ || (unknown && unknown_read_)) return false;
  (unknown ? unknown_read_ : otherwise_read_) = true;
  const std::size_t part = at_;
  TakeIf(Kind());
  have_ = 0;
  if (Kind() != TokenKind::kArrow) {
    top.lost_left = true;  // unwinding takes the rules before, too
    Recover(Stage::kClauseArrow, part);
    return true;
  }
  open_.push_back({Role::kClauseArrow, TokenKind::kArrow, at_, kAction});
  return TakeIf(TokenKind::kArrow);
}

bool SyntaxWalk::Reduce() {
  const OpenConstruct top = open_.back();
  if (top.role == Role::kRules) {
    if ((have_ & (kRule | kRuleset)) == 0) return false;
    Have(kRuleset, lost_ && top.lost_left);
  } else {
    const unsigned makes = CompletedKind(top);
    if (makes == 0 || (top.wants & have_) == 0) return false;
    Have(makes, LostWith(top, lost_));
  }
  operand_ = std::min(operand_, top.token);
  open_.pop_back();
  return true;
}

// Notes the first mistake. False: pmie gives up.
bool SyntaxWalk::StartRecovery(Stage stage, std::size_t part) {
  if (!result_.mistake) {
    result_.mistake = {at_, stage, have_, operand_, open_.back(), part};
  }
  // A word that has been found wrong before is passed over.
  done_ = quiet_ == 3 && Kind() == TokenKind::kEnd;
  if (done_) return false;
  if (quiet_ == 3) ++at_;
  quiet_ = 3;
  return true;
}

// At a place with a message of its own; reading goes on as if it were right.
void SyntaxWalk::Fail(Stage stage, std::size_t part, std::string detail,
                      unsigned afterwards) {
  if (!StartRecovery(stage, part)) return;
  result_.pmie.push_back(std::move(detail));
  SkipBehind(1);
  Have(afterwards, /*lost=*/true);
}

// Anywhere else: what is innermost open tells what was expected. An operator
// whose left side may be missing here is taken first.
void SyntaxWalk::Recover(Stage stage, std::size_t part) {
  if (!StartRecovery(stage, part)) return;
  have_ = 0;
  operand_ = at_;
  const OpenConstruct top = open_.back();
  const bool minus = top.role == Role::kPrefix && top.op == TokenKind::kMinus;
  if (!minus && KnownWithoutLeft(Kind(), top.wants)) return GoOnWithoutLeft();
  if (CompletedKind(top) != 0 && top.role != Role::kClauseArrow) {
    result_.pmie.push_back(FollowDetail(top));
    SkipBehind(1);
    open_.pop_back();
    Have(CompletedKind(top), /*lost=*/true);
    return;
  }
  while (Kind() != TokenKind::kEnd && !KnownWithoutLeft(Kind(), top.wants)) {
    ++at_;
  }
  if (Kind() != TokenKind::kEnd) return GoOnWithoutLeft();
  result_.read_to_end = true;
  done_ = true;
}

void SyntaxWalk::GoOnWithoutLeft() {
  const TokenKind op = Kind();
  result_.pmie.push_back(PrecedeDetail(op));
  TakeIf(op);
  SkipBehind(0);
  Have(op == TokenKind::kPercent ? unsigned{kLogical} : ResultKind(op),
       /*lost=*/true);
}

}  // namespace

WalkResult WalkSyntax(const std::vector<Token>& tokens, std::size_t count) {
  return SyntaxWalk(tokens, std::min(count, tokens.size())).Run();
}

}  // namespace grammar
