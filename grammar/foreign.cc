// Tables of words and of characters.
#include "grammar/foreign.h"

#include <charconv>
#include <iterator>

#include "base/ascii.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "grammar/words.h"

namespace grammar {
namespace {

struct Foreign {
  const char* word;
  const char* hint;
};
constexpr char kByName[] =
    "instances are chosen by name with match_inst \"regular expression\" "
    "CONDITION";
// Also in capitals.
constexpr Foreign kWords[] = {
    {"and", "write && for \"and\""},
    {"or", "write || for \"or\""},
    {"not", "write ! for \"not\""},
    {"xor", "write (a && ! b) || (b && ! a)"},
    {"unless", "write && ! for \"unless\", and parentheses: && ! (...)"},
    {"elif", "write else: ruleset RULE else RULE"},
    {"elsif", "write else: ruleset RULE else RULE"},
    {"elseif", "write else: ruleset RULE else RULE"},
    {"then", "write -> before the action"},
    {"if", "write the condition, then -> and the action"},
    {"when", "write the condition, then -> and the action"},
    {"between", "write metric >= 1 && metric <= 5"},
    {"in", "write metric == 1 || metric == 2"},
    {"is", "write == for it"},
    {"eq", "write == for it"},
    {"ne", "write != for it"},
    {"lt", "write < for it"},
    {"le", "write <= for it"},
    {"gt", "write > for it"},
    {"ge", "write >= for it"},
    {"like", kByName},
    {"contains", kByName},
    {"by",
     "avg_inst makes one value of the instances of each host, avg_host "
     "of all hosts"},
};

constexpr char kRate[] =
    "a counter is its rate by itself, a value per second; of all else it is "
    "rate metric";
constexpr char kTime[] =
    "the time is $minute, $hour, $day, $month, $year and $day_of_week";
constexpr char kMissing[] =
    "what is missing is unknown: ruleset CONDITION -> ACTION unknown -> ACTION";
// But for those that make one value of many.
constexpr Foreign kFunctions[] = {
    {"abs", "write both: metric > 5 || metric < -5"},
    {"irate", kRate},
    {"deriv", kRate},
    {"derivative", kRate},
    {"delta", kRate},
    {"diff", kRate},
    {"increase", kRate},
    {"now", kTime},
    {"time", kTime},
    {"minute", kTime},
    {"hour", kTime},
    {"absent", kMissing},
    {"absent_over_time", kMissing},
    {"isnull", kMissing},
    {"isnan", kMissing},
};

struct ForeignUnit {
  const char* word;
  const char* unit;
  const char* note = "";
};
constexpr ForeignUnit kUnits[] = {
    {"B", "byte"},
    {"k", "Kbyte", " of bytes and Kcount of counts"},
    {"K", "Kbyte", " of bytes and Kcount of counts"},
    {"KB", "Kbyte"},
    {"kB", "Kbyte"},
    {"kb", "Kbyte"},
    {"KiB", "Kbyte", ": 1024 bytes"},
    {"M", "Mbyte", " of bytes and Mcount of counts"},
    {"MB", "Mbyte"},
    {"Mb", "Mbyte"},
    {"mb", "Mbyte"},
    {"MiB", "Mbyte", ": 1024 Kbyte"},
    {"G", "Gbyte"},
    {"GB", "Gbyte"},
    {"Gb", "Gbyte"},
    {"gb", "Gbyte"},
    {"GiB", "Gbyte", ": 1024 Mbyte"},
    {"T", "Tbyte"},
    {"TB", "Tbyte"},
    {"Tb", "Tbyte"},
    {"tb", "Tbyte"},
    {"TiB", "Tbyte", ": 1024 Gbyte"},
    {"bps", "byte/sec", ", and 8 bps are 1 of it"},
    {"kbps", "byte/sec", ", and 1 kbps is 125 of it"},
    {"Kbps", "byte/sec", ", and 1 Kbps is 125 of it"},
    {"Mbps", "byte/sec", ", and 1 Mbps is 125000 of it"},
    {"Gbps", "byte/sec", ", and 1 Gbps is 125000000 of it"},
    {"Bps", "byte/sec"},
    {"KBps", "Kbyte/sec"},
    {"MBps", "Mbyte/sec"},
    {"GBps", "Gbyte/sec"},
    {"s", "sec"},
    {"S", "sec"},
    {"ms", "msec"},
    {"us", "usec"},
    {"ns", "nsec"},
    {"m", "min"},
    {"h", "hour"},
    {"hr", "hour"},
    {"hrs", "hour"},
    {"d", "hour", ", the longest: 24 hours"},
    {"day", "hour", ", the longest: 24 hours"},
    {"days", "hour", ", the longest: 24 hours"},
};

// Of a _host, an _inst or a _sample.
constexpr Foreign kPrefixes[] = {
    {"any", "some"},     {"exists", "some"},  {"each", "all"},
    {"every", "all"},    {"mean", "avg"},     {"average", "avg"},
    {"total", "sum"},    {"least", "min"},    {"most", "max"},
    {"minimum", "min"},  {"maximum", "max"},  {"num", "count"},
    {"number", "count"}, {"none", "! some"},  {"no", "! some"},
    {"median", "p50"},   {"quantile", "p95"}, {"percentile", "p95"},
    {"std", "stddev"},
};

struct Character {
  char32_t code;
  const char* name;  // null: the character itself
  const char* hint;
};
constexpr char kBlank[] = "write an ordinary blank";
constexpr char kDouble[] = "strings stand in straight double quotes: \"text\"";
constexpr char kSingle[] = "names stand in straight single quotes: 'name'";
constexpr char kInstance[] =
    "an instance is named behind a #: metric #'instance'";
constexpr Character kCharacters[] = {
    {0, nullptr, "this is no text: save the file as UTF-8"},
    {'?', "'?'", "of a ? b : c make two rules: ruleset RULE else RULE"},
    {'[', "'['", kInstance},
    {']', "']'", kInstance},
    {'{', "'{'", kInstance},
    {'`', "'`'", kSingle},
    {0xa0, "a no-break space", kBlank},
    {0xab, nullptr, kDouble},
    {0xac, nullptr, "write ! for it"},
    {0xb4, nullptr, kSingle},
    {0xbb, nullptr, kDouble},
    {0xd7, nullptr, "write * for it"},
    {0xf7, nullptr, "write / for it"},
    {0x2007, "a no-break space", kBlank},
    {0x200b, "a space without width", "delete it"},
    {0x2010, nullptr, "write - for it"},
    {0x2011, nullptr, "write - for it"},
    {0x2012, nullptr, "write - for it"},
    {0x2013, nullptr, "write - for it"},
    {0x2014, nullptr, "write - for it"},
    {0x2018, nullptr, kSingle},
    {0x2019, nullptr, kSingle},
    {0x201a, nullptr, kSingle},
    {0x201b, nullptr, kSingle},
    {0x201c, nullptr, kDouble},
    {0x201d, nullptr, kDouble},
    {0x201e, nullptr, kDouble},
    {0x201f, nullptr, kDouble},
    {0x2026, nullptr, "write .. for it"},
    {0x202f, "a no-break space", kBlank},
    {0x2032, nullptr, kSingle},
    {0x2033, nullptr, kDouble},
    {0x2190, nullptr, "write -> before an action"},
    {0x2192, nullptr, "write -> for it"},
    {0x21d2, nullptr, "write -> for it"},
    {0x2212, nullptr, "write - for it"},
    {0x2227, nullptr, "write && for it"},
    {0x2228, nullptr, "write || for it"},
    {0x2260, nullptr, "write != for it"},
    {0x2264, nullptr, "write <= for it"},
    {0x2265, nullptr, "write >= for it"},
    {0x3000, "a wide space", kBlank},
    {0xfeff, "a byte order mark",
     "save the file as UTF-8 without a byte order mark"},
};

bool Touches(const Token& left, const Token& right) {
  return left.span.end == right.span.begin;
}

std::string Hexadecimal(std::uint32_t value, std::size_t digits) {
  char text[8];
  const auto end =
      std::to_chars(std::begin(text), std::end(text), value, 16).ptr;
  const std::string hex(text, end);
  return std::string(hex.size() < digits ? digits - hex.size() : 0, '0') + hex;
}

StrayCharacter Named(char32_t code, const std::string& bytes) {
  StrayCharacter stray;
  stray.tokens = bytes.size();
  const bool seen = code > 0x20 && !base::SteersTerminals(code);
  stray.name = seen ? (code < 0x80 ? "'" + bytes + "'" : bytes)
                    : "the character U+" + Hexadecimal(code, 4);
  for (const Character& known : kCharacters) {
    if (known.code != code) continue;
    if (known.name != nullptr) stray.name = known.name;
    stray.hint = known.hint;
  }
  // Full width forms of ASCII.
  if (code > 0xff00 && code < 0xff5f) {
    const char plain = static_cast<char>(code - 0xfee0);
    stray.hint = std::string("write an ordinary ") + plain;
  }
  return stray;
}

// 0,5 and 1,000, or a list.
std::string CommaHint(const std::vector<Token>& tokens, std::size_t at) {
  const bool in_number = at > 0 && at + 1 < tokens.size() &&
                         tokens[at - 1].kind == TokenKind::kNumber &&
                         tokens[at + 1].kind == TokenKind::kNumber &&
                         Touches(tokens[at - 1], tokens[at]) &&
                         Touches(tokens[at], tokens[at + 1]);
  return in_number ? "decimals stand behind a dot, 0.5, and thousands without "
                     "a sign, 1000"
                   : "the parts of a list have blanks between them";
}

const ForeignUnit* FindUnit(std::string_view word) {
  for (const ForeignUnit& foreign : kUnits) {
    if (word == foreign.word) return &foreign;
  }
  return nullptr;
}

// Of "MB" and "MB/s" behind a number.
std::string UnitHint(const std::vector<Token>& tokens, std::size_t at) {
  const bool per_second =
      at + 2 < tokens.size() && tokens[at + 1].kind == TokenKind::kSlash &&
      Touches(tokens[at + 1], tokens[at + 2]) && tokens[at + 2].text == "s";
  if (at == 0 || tokens[at - 1].kind != TokenKind::kNumber) return {};
  const ForeignUnit* foreign = FindUnit(tokens[at].text);
  if (foreign == nullptr) return {};
  return std::string("the unit is ") + foreign->unit +
         (per_second ? "/sec" : "") + foreign->note;
}

// Of "any" "some", of "none" "! some"; else the word itself.
std::string OursFor(const std::string& prefix) {
  for (const Foreign& foreign : kPrefixes) {
    if (prefix == foreign.word) return foreign.hint;
  }
  return prefix;
}

// some_inst, ! some_inst
bool IsReducing(const std::string& words) {
  const std::string word = words.substr(words.rfind(' ') + 1);
  return FindKeyword(word, Vocabulary::kPmie) ||
         FindKeyword(word, Vocabulary::kExtension);
}

// any_inst and its like.
std::string DomainHint(const std::string& word) {
  const std::size_t bar = word.find('_');
  if (bar == word.npos) return {};
  const std::string known = OursFor(word.substr(0, bar)) + word.substr(bar);
  return known != word && IsReducing(known) ? "write " + known + " for it" : "";
}

// What stands behind the 0 of 0x10.
std::string HexadecimalHint(const std::string& word) {
  std::uint32_t value = 0;
  const char* end = word.data() + word.size();
  const auto read = std::from_chars(word.data() + 1, end, value, 16);
  if (read.ptr != end || word.size() < 2) return {};
  if (read.ec != std::errc()) return "numbers are decimal";
  return "numbers are decimal: " + std::to_string(value);
}

}  // namespace

std::string UnitForForeign(std::string_view word) {
  const ForeignUnit* foreign = FindUnit(word);
  return foreign == nullptr ? "" : foreign->unit;
}

StrayCharacter ReadStray(const std::vector<Token>& tokens, std::size_t at) {
  std::string bytes;
  for (std::size_t i = at; i < tokens.size() && bytes.size() < 4; ++i) {
    if (tokens[i].kind != TokenKind::kStray) break;
    if (i > at && !Touches(tokens[i - 1], tokens[i])) break;
    bytes += tokens[i].text;
  }
  const auto [code, size] = base::Utf8Front(bytes);
  if (size == 0) {
    const auto byte = static_cast<unsigned char>(tokens[at].text[0]);
    return {1, "the byte 0x" + Hexadecimal(byte, 2), {}};
  }
  StrayCharacter stray = Named(code, bytes.substr(0, size));
  if (code == ',') stray.hint = CommaHint(tokens, at);
  return stray;
}

std::string ForeignWordHint(const std::vector<Token>& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  const std::string small = base::ToLower(word);
  for (const Foreign& foreign : kWords) {
    if (small == foreign.word) return foreign.hint;
  }
  for (std::string hint : {UnitHint(tokens, at), DomainHint(word)}) {
    if (!hint.empty()) return hint;
  }
  const bool percent = word == "%";
  if (at == 0 || tokens[at - 1].kind != TokenKind::kNumber) {
    return percent ? "% belongs to 90%_inst and its kin" : "";
  }
  const bool zero = std::get<double>(tokens[at - 1].value) == 0;
  if (zero && (word[0] == 'x' || word[0] == 'X') &&
      Touches(tokens[at - 1], tokens[at])) {
    return HexadecimalHint(word);
  }
  if (!percent) return {};
  return "a number has no %: write it as the metric has it, 90 or 0.9; % "
         "belongs to 90%_inst and its kin";
}

std::string ForeignFunctionHint(const std::string& name) {
  const std::string word = base::ToLower(name);
  for (const Foreign& foreign : kFunctions) {
    if (word == foreign.word) return foreign.hint;
  }
  const std::string ours = OursFor(word.substr(0, word.find("_over_time")));
  if (!IsReducing(ours + "_inst")) return {};
  const bool of_truths =
      ours.ends_with("some") || ours == "all" || ours == "count";
  const std::string what = of_truths ? " > 1)" : ")";
  return ours + "_inst (metric" + what + " goes over instances, " + ours +
         "_host over hosts, " + ours + "_sample (metric @0..4" + what +
         " over time";
}

}  // namespace grammar
