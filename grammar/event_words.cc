// A word is one where a name would be a mistake: behind an operand.
#include "grammar/event_words.h"

#include "grammar/words.h"

namespace grammar {
namespace {

using K = TokenKind;

bool EndsOperand(K kind) {
  return kind == K::kIdentifier || kind == K::kFilterName ||
         kind == K::kNumber || kind == K::kUnit || kind == K::kString ||
         kind == K::kTrue || kind == K::kFalse || kind == K::kVariable ||
         kind == K::kRightParen;
}

// Where a condition, or a part of one, begins.
bool BeginsCondition(K kind) {
  return kind == K::kWhere || kind == K::kHolds || kind == K::kAnd ||
         kind == K::kOr || kind == K::kNot || kind == K::kLeftParen ||
         kind == K::kAssign;
}

// pmie's grammar has no order of texts: these are words of conditions alone.
K OfTexts(K kind) {
  switch (kind) {
    case K::kLess:
      return K::kTextLess;
    case K::kLessEqual:
      return K::kTextLessEqual;
    case K::kGreater:
      return K::kTextGreater;
    case K::kGreaterEqual:
      return K::kTextGreaterEqual;
    default:
      return kind;
  }
}

}  // namespace

EventWords::EventWords(const std::vector<Token>& tokens,
                       const NamedFilters& filters)
    : tokens_(tokens), filters_(filters) {
  in_filter_ = tokens.size() > 3 && KindAt(0) == K::kIdentifier &&
               !tokens[0].quoted && tokens[0].text == Spelling(K::kFilter) &&
               KindAt(1) == K::kIdentifier && KindAt(2) == K::kAssign;
  in_condition_ = in_filter_;
}

TokenKind EventWords::KindAt(std::size_t at) const {
  return at < tokens_.size() ? tokens_[at].kind : K::kEnd;
}

EventWords::Read EventWords::Next(std::size_t at) {
  Read read{KindAt(at)};
  if (in_filter_ && at == 0) {
    read.kind = K::kFilter;
  } else if (in_filter_ && at < 3) {
    // NAME =
  } else if (read.kind == K::kIdentifier) {
    if (IsFilter(at)) {
      read.kind = K::kFilterName;
    } else if (!tokens_[at].quoted) {
      read.kind = ReadWord(at);
    }
  } else if (IsNameOfUnit(at)) {
    read.kind = K::kIdentifier;
  } else if (inside() || in_head_) {
    read = ReadSign(at);
  }
  Note(read.kind);
  return read;
}

// Parameters may be called bytes or count: without a number before it, or
// behind the unit of a time, such a word is none of a unit.
bool EventWords::IsNameOfUnit(std::size_t at) const {
  if (KindAt(at) != K::kUnit) return false;
  if (in_head_) return before_ != K::kNumber;
  return inside() && before_ != K::kNumber && before_ != K::kUnit &&
         before_ != K::kUnitSlash && before_ != K::kCaret;
}

EventWords::Read EventWords::ReadSign(std::size_t at) {
  const K kind = KindAt(at);
  const auto stray = [&](std::size_t i, const char* sign) {
    return KindAt(i) == K::kStray && tokens_[i].text == sign;
  };
  if (kind == K::kColon && in_condition_) return {K::kHolds};
  if (stray(at, ",")) return {K::kComma};
  const bool tilde =
      stray(at + 1, "~") && tokens_[at].span.end == tokens_[at + 1].span.begin;
  if (kind == K::kAssign && tilde) return {K::kMatches, 2};
  if (kind == K::kNot && tilde) return {K::kMatchesNot, 2};
  const bool beside_text =
      KindAt(at + 1) == K::kString || before_ == K::kString;
  return {in_condition_ && beside_text ? OfTexts(kind) : kind};
}

TokenKind EventWords::ReadWord(std::size_t at) const {
  const std::string& word = tokens_[at].text;
  if (in_head_) {
    // sum_event by (...) is of a parameter called so.
    const bool by =
        word == Spelling(K::kBy) && KindAt(at + 1) == K::kIdentifier;
    return by ? K::kBy : K::kIdentifier;
  }
  if (!inside()) return K::kIdentifier;
  if (IsPair(at)) return K::kPair;
  return EndsOperand(before_) ? ReadBehindOperand(at) : K::kIdentifier;
}

bool EventWords::IsFilter(std::size_t at) const {
  return in_condition_ && BeginsCondition(before_) && IsAlone(at) &&
         filters_.find(tokens_[at].text) != filters_.end();
}

// What is compared is a parameter, whatever it is called.
bool EventWords::IsAlone(std::size_t at) const {
  const K next = KindAt(at + 1);
  if (next != K::kIdentifier) {
    return next == K::kAnd || next == K::kOr || next == K::kRightParen ||
           next == K::kColon || next == K::kEnd;
  }
  const std::string& word = tokens_[at + 1].text;
  return word == Spelling(K::kThen) || word == Spelling(K::kWithout) ||
         word == Spelling(K::kWithin) || word == Spelling(K::kBy);
}

TokenKind EventWords::ReadBehindOperand(std::size_t at) const {
  for (const K kind : {K::kWhere, K::kBy, K::kWithin, K::kThen, K::kWithout,
                       K::kContains, K::kStarts, K::kIn}) {
    if (Spelling(kind) == tokens_[at].text) return kind;
  }
  return K::kIdentifier;
}

// Of ( pair where ... ) and its kin it is a metric's name.
bool EventWords::IsPair(std::size_t at) const {
  if (depth_ != 1 || before_ != K::kLeftParen || in_condition_ ||
      tokens_[at].text != Spelling(K::kPair) ||
      KindAt(at + 1) != K::kIdentifier) {
    return false;
  }
  const std::string& next = tokens_[at + 1].text;
  return next != Spelling(K::kWhere) && next != Spelling(K::kThen) &&
         next != Spelling(K::kWithout);
}

void EventWords::Note(TokenKind kind) {
  before_ = kind;
  if (in_filter_) return;
  if (kind == K::kLeftParen && (in_head_ || depth_ > 0)) {
    in_head_ = false;
    ++depth_;
  } else if (kind == K::kRightParen && depth_ > 0) {
    --depth_;
  }
  if (kind == K::kWhere) in_condition_ = true;
  if (depth_ == 0 || kind == K::kThen || kind == K::kWithout) {
    in_condition_ = false;
  }
}

}  // namespace grammar
