// The tables. Source: docs/pmie.md, "Keywords", "Unit words".
#include "grammar/words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "pmapi/metric/units.h"

namespace grammar {
namespace {

using ast::ActionKind;
using ast::BinaryOp;
using ast::Reduction;
using ast::UnaryOp;
using pmapi::SpaceScale;
using pmapi::TimeScale;
using K = TokenKind;
using R = ast::Reducer;
using Q = ast::Sequel::Kind;
using S = Symbol;
using T = ast::TextTest;

constexpr Vocabulary kExtension = Vocabulary::kExtension;
constexpr std::string_view kEventDomain = "_event";

// In the order of TokenKind: words, then signs, between what has no spelling.
constexpr Word kWords[] = {
    {K::kEnd, S::kEnd, "", {}},
    {K::kIdentifier, S::kIdentifier, "", {}},
    {K::kString, S::kString, "", {}},
    {K::kNumber, S::kNumber, "", {}},
    {K::kVariable, S::kVariable, "", {}},
    {K::kUnit, S::kUnit, "", {}},
    {K::kTrue, S::kTruth, "true", {}},
    {K::kFalse, S::kTruth, "false", {}},
    {K::kRate, S::kNumberPrefix, "rate", UnaryOp::kRate},
    {K::kInstant, S::kNumberPrefix, "instant", UnaryOp::kInstant},
    {K::kShell, S::kAction, "shell", ActionKind::kShell},
    {K::kAlarm, S::kAction, "alarm", ActionKind::kAlarm},
    {K::kSyslog, S::kAction, "syslog", ActionKind::kSyslog},
    {K::kPrint, S::kAction, "print", ActionKind::kPrint},
    {K::kStomp, S::kAction, "stomp", ActionKind::kStomp},
    {K::kRising, S::kTruthPrefix, "rising", UnaryOp::kRising},
    {K::kFalling, S::kTruthPrefix, "falling", UnaryOp::kFalling},
    {K::kMatch, S::kMatch, "match_inst", {}},
    {K::kNoMatch, S::kMatch, "nomatch_inst", {}},
    {K::kRuleset, S::kRuleset, "ruleset", {}},
    {K::kElse, S::kElse, "else", {}},
    {K::kUnknown, S::kUnknown, "unknown", {}},
    {K::kOtherwise, S::kOtherwise, "otherwise", {}},
    {K::kSum, S::kAggregate, "sum", Reduction{R::kSum}},
    {K::kAvg, S::kAggregate, "avg", Reduction{R::kAvg}},
    {K::kMax, S::kAggregate, "max", Reduction{R::kMax}},
    {K::kMin, S::kAggregate, "min", Reduction{R::kMin}},
    {K::kCount, S::kCount, "count", Reduction{R::kCount}},
    {K::kAll, S::kQuantifier, "all", Reduction{R::kAll}},
    {K::kSome, S::kQuantifier, "some", Reduction{R::kSome}},
    {K::kPercent, S::kPercent, "%", Reduction{R::kPercent}},
    {K::kP50, S::kAggregate, "p50", Reduction{R::kPercentile, 50}, kExtension},
    {K::kP90, S::kAggregate, "p90", Reduction{R::kPercentile, 90}, kExtension},
    {K::kP95, S::kAggregate, "p95", Reduction{R::kPercentile, 95}, kExtension},
    {K::kP99, S::kAggregate, "p99", Reduction{R::kPercentile, 99}, kExtension},
    {K::kStddev, S::kAggregate, "stddev", Reduction{R::kStddev}, kExtension},
    {K::kWebhook, S::kAction, "webhook", ActionKind::kWebhook, kExtension},
    {K::kExec, S::kAction, "exec", ActionKind::kExec, kExtension},
    {K::kJournal, S::kAction, "journal", ActionKind::kJournal, kExtension},
    {K::kMail, S::kAction, "mail", ActionKind::kMail, kExtension},
    {K::kNow, S::kActionPrefix, "now", {}, kExtension},
    {K::kReliably, S::kActionPrefix, "reliably", {}, kExtension},
    {K::kPiped, S::kActionPrefix, "piped", {}, kExtension},
    {K::kWhere, S::kWhere, "where", {}, kExtension},
    {K::kBy, S::kBy, "by", {}, kExtension},
    {K::kWithin, S::kWithin, "within", {}, kExtension},
    {K::kThen, S::kSequel, "then", Q::kThen, kExtension},
    {K::kWithout, S::kSequel, "without", Q::kWithout, kExtension},
    {K::kPair, S::kPair, "pair", Q::kPair, kExtension},
    {K::kFilter, S::kFilter, "filter", {}, kExtension},
    {K::kFilterName, S::kFilterName, "", {}},
    {K::kContains, S::kTextTest, "contains", T::kContains, kExtension},
    {K::kStarts, S::kTextTest, "starts", T::kStarts, kExtension},
    {K::kIn, S::kIn, "in", T::kIn, kExtension},
    {K::kDomain, S::kDomain, "", {}},
    {K::kEventDomain, S::kEventDomain, "", {}},
    {K::kArrow, S::kArrow, "->", {}},
    {K::kEqual, S::kEquality, "==", BinaryOp::kEqual},
    {K::kNotEqual, S::kEquality, "!=", BinaryOp::kNotEqual},
    {K::kLess, S::kOrdering, "<", BinaryOp::kLess},
    {K::kLessEqual, S::kOrdering, "<=", BinaryOp::kLessEqual},
    {K::kGreater, S::kOrdering, ">", BinaryOp::kGreater},
    {K::kGreaterEqual, S::kOrdering, ">=", BinaryOp::kGreaterEqual},
    {K::kAnd, S::kLogical, "&&", BinaryOp::kAnd},
    {K::kOr, S::kLogical, "||", BinaryOp::kOr},
    {K::kNot, S::kTruthPrefix, "!", UnaryOp::kNot},
    {K::kBoth, S::kJoin, "&", {}},
    {K::kEither, S::kJoin, "|", {}},
    {K::kPlus, S::kPlus, "+", BinaryOp::kAdd},
    {K::kMinus, S::kMinus, "-", BinaryOp::kSubtract},
    {K::kStar, S::kMultiply, "*", BinaryOp::kMultiply},
    {K::kSlash, S::kMultiply, "/", BinaryOp::kDivide},
    {K::kUnitSlash, S::kUnitSlash, "/", {}},
    {K::kLeftParen, S::kLeftParen, "(", {}},
    {K::kRightParen, S::kRightParen, ")", {}},
    {K::kColon, S::kColon, ":", {}},
    {K::kHash, S::kHash, "#", {}},
    {K::kAt, S::kAt, "@", {}},
    {K::kRange, S::kRange, "..", {}},
    {K::kCaret, S::kCaret, "^", {}},
    {K::kAssign, S::kAssign, "=", {}},
    {K::kMatches, S::kTextTest, "=~", T::kMatches, kExtension},
    {K::kMatchesNot, S::kTextTest, "!~", {}, kExtension},
    {K::kComma, S::kComma, ",", {}, kExtension},
    {K::kHolds, S::kHolds, "", {}},
    {K::kTextLess, S::kEquality, "", BinaryOp::kLess},
    {K::kTextLessEqual, S::kEquality, "", BinaryOp::kLessEqual},
    {K::kTextGreater, S::kEquality, "", BinaryOp::kGreater},
    {K::kTextGreaterEqual, S::kEquality, "", BinaryOp::kGreaterEqual},
    {K::kStray, S::kStray, "", {}},
};

constexpr bool IsInOrder() {
  std::size_t kind = 0;
  for (const Word& word : kWords) {
    if (word.kind != static_cast<TokenKind>(kind++)) return false;
  }
  return kWords[kind - 1].kind == K::kStray;
}
static_assert(IsInOrder());

constexpr std::span<const Word> Between(K first, K end) {
  const auto at = static_cast<std::size_t>(first);
  return std::span(kWords).subspan(at, static_cast<std::size_t>(end) - at);
}
constexpr auto kKeywords = Between(K::kTrue, K::kDomain);
constexpr auto kSigns = Between(K::kArrow, K::kMatches);

// sum_inst: a domain follows the word.
constexpr bool TakesDomain(Symbol symbol) {
  return symbol == S::kAggregate || symbol == S::kCount ||
         symbol == S::kQuantifier || symbol == S::kPercent;
}

constexpr UnitWord Space(SpaceScale scale) {
  return {UnitWord::Dimension::kSpace, static_cast<std::uint8_t>(scale)};
}
constexpr UnitWord Time(TimeScale scale) {
  return {UnitWord::Dimension::kTime, static_cast<std::uint8_t>(scale)};
}
constexpr UnitWord Count(std::uint8_t power) {
  return {UnitWord::Dimension::kCount, power};
}

constexpr std::pair<std::string_view, UnitWord> kUnits[] = {
    {"byte", Space(SpaceScale::kByte)},
    {"Kbyte", Space(SpaceScale::kKbyte)},
    {"Mbyte", Space(SpaceScale::kMbyte)},
    {"Gbyte", Space(SpaceScale::kGbyte)},
    {"Tbyte", Space(SpaceScale::kTbyte)},
    {"nsec", Time(TimeScale::kNsec)},
    {"nanosec", Time(TimeScale::kNsec)},
    {"nanosecond", Time(TimeScale::kNsec)},
    {"usec", Time(TimeScale::kUsec)},
    {"microsec", Time(TimeScale::kUsec)},
    {"microsecond", Time(TimeScale::kUsec)},
    {"msec", Time(TimeScale::kMsec)},
    {"millisec", Time(TimeScale::kMsec)},
    {"millisecond", Time(TimeScale::kMsec)},
    {"sec", Time(TimeScale::kSec)},
    {"second", Time(TimeScale::kSec)},
    {"min", Time(TimeScale::kMin)},
    {"minute", Time(TimeScale::kMin)},
    {"hour", Time(TimeScale::kHour)},
    {"count", Count(0)},
    {"Kcount", Count(3)},
    {"Mcount", Count(6)},
};

// Places in a table of words, in the order of what `spelling` gives for each.
template <std::size_t kSize, typename Table, typename F>
constexpr std::array<std::uint8_t, kSize> Sorted(const Table& table,
                                                 F spelling) {
  static_assert(kSize <= 256);
  std::array<std::uint8_t, kSize> places;
  std::iota(places.begin(), places.end(), std::uint8_t{0});
  std::sort(places.begin(), places.end(), [&](auto a, auto b) {
    return spelling(table[a]) < spelling(table[b]);
  });
  return places;
}

// The entry of `table` that is spelled `word`, or null.
template <typename Table, typename Places, typename F>
auto* FindIn(const Table& table, const Places& places, F spelling,
             std::string_view word) {
  const auto at = std::lower_bound(
      places.begin(), places.end(), word,
      [&](auto place, auto wanted) { return spelling(table[place]) < wanted; });
  const bool found = at != places.end() && spelling(table[*at]) == word;
  return found ? &table[*at] : nullptr;
}

constexpr auto SpellingOfWord = [](const Word& one) { return one.spelling; };
constexpr auto kSortedKeywords =
    Sorted<kKeywords.size()>(kKeywords, SpellingOfWord);

// No two are spelled alike, but for those that are not spelled.
const Word* FindWord(std::string_view spelling) {
  return spelling.empty()
             ? nullptr
             : FindIn(kKeywords, kSortedKeywords, SpellingOfWord, spelling);
}

constexpr auto NameOfUnit = [](const auto& one) { return one.first; };
constexpr auto kSortedUnits = Sorted<std::size(kUnits)>(kUnits, NameOfUnit);

// With a trailing s or without.
std::optional<UnitWord> FindUnit(std::string_view word) {
  const auto find = [](std::string_view name) {
    return FindIn(kUnits, kSortedUnits, NameOfUnit, name);
  };
  const auto* unit = find(word);
  if (unit == nullptr && word.ends_with('s')) {
    unit = find(word.substr(0, word.size() - 1));
  }
  if (unit == nullptr) return std::nullopt;
  return unit->second;
}

// count_event and its kin, without _event.
std::optional<Keyword> FindOfEvents(std::string_view word) {
  for (const Word& one : kKeywords) {
    if (!TakesDomain(one.symbol) || one.spelling != word) continue;
    return Keyword{.kind = one.kind, .of_events = true};
  }
  return std::nullopt;
}

// The enumerator whose name stands at its place in `names`.
template <typename Enum, std::size_t kSize>
std::optional<Enum> Look(const std::array<std::string_view, kSize>& names,
                         std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Enum>(at - names.begin());
}

}  // namespace

const Word& WordOf(TokenKind kind) {
  return kWords[static_cast<std::size_t>(kind)];
}

std::string SpellingOf(const Word::Node& node) {
  const auto* word =
      std::find_if(std::begin(kWords), std::end(kWords),
                   [&](const Word& one) { return one.node == node; });
  CHECK(word != std::end(kWords));
  return std::string(word->spelling);
}

std::optional<Keyword> FindKeyword(std::string_view word,
                                   Vocabulary vocabulary) {
  // Most words are names of metrics, which have dots.
  if (word.find('.') != word.npos) return std::nullopt;
  if (vocabulary == kExtension && word.ends_with(kEventDomain)) {
    return FindOfEvents(word.substr(0, word.size() - kEventDomain.size()));
  }
  const auto find = [&](std::string_view spelling, bool takes_domain) {
    const Word* one = FindWord(spelling);
    const bool fits = one != nullptr && one->vocabulary == vocabulary &&
                      TakesDomain(one->symbol) == takes_domain;
    return fits ? one : nullptr;
  };
  if (const Word* one = find(word, false)) return Keyword{one->kind};
  if (const std::size_t bar = word.find('_'); bar != word.npos) {
    const auto domain = Look<ast::Domain>(kDomainNames, word.substr(bar + 1));
    const Word* one = domain ? find(word.substr(0, bar), true) : nullptr;
    if (one != nullptr) return Keyword{one->kind, domain};
  }
  if (vocabulary != Vocabulary::kPmie) return std::nullopt;
  if (const auto unit = FindUnit(word)) {
    return Keyword{.kind = K::kUnit, .unit = unit};
  }
  return std::nullopt;
}

std::vector<std::string> AllKeywords() {
  std::vector<std::string> all;
  for (const Word& one : kKeywords) {
    const std::string word(one.spelling);
    if (TakesDomain(one.symbol)) {
      for (const auto& domain : kDomainNames) {
        all.push_back(word + "_" + std::string(domain));
      }
      all.push_back(word + std::string(kEventDomain));
    } else if (!IsEventWord(one.symbol)) {
      all.push_back(word);
    }
  }
  for (const auto& unit : kUnits) all.emplace_back(unit.first);
  return all;
}

std::optional<TokenKind> FindSign(std::string_view text) {
  for (const Word& one : kSigns) {
    if (one.spelling == text) return one.kind;
  }
  return std::nullopt;
}

bool BeginsLongSign(char first) {
  return std::any_of(kSigns.begin(), kSigns.end(), [first](const Word& one) {
    return one.spelling.size() == 2 && one.spelling.front() == first;
  });
}

std::optional<ast::ClockField> FindClockField(std::string_view name) {
  return Look<ast::ClockField>(kClockFieldNames, name);
}

}  // namespace grammar
