// The wall round yaml-cpp, which throws: its events become a tree.
#include "base/yaml/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"

namespace base::yaml {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
/// Of yaml-cpp's scanner, with quotes. Units: bytes.
constexpr std::size_t kMostKey = 1024;
constexpr std::string_view kMerge = "<<";
constexpr char kPlain[] = "?";   // what yaml-cpp says for a tag
constexpr char kQuoted[] = "!";  // where none is written

/// What C functions are given ends at one, be it a pattern or a path.
constexpr char kNul[] = "this has a NUL, and is no text";

/// Ends the reading where a text would be too much for us.
struct TooMuch {};

/// Ours for yaml-cpp's words, as far as they begin so.
struct Words {
  std::string_view theirs;
  const char* message;
  const char* hint;
};
constexpr Words kWords[] = {
    {"illegal map value", "a key and its value do not stand here",
     "a value with a colon stands in quotes; what belongs together begins in "
     "the same column, after blanks, not tabs"},
    {"end of map not found", "this stands in no column of those above",
     "what belongs together begins in the same column"},
    {"end of sequence not found", "this stands in no column of those above",
     "what belongs together begins in the same column"},
    {"end of map flow", "a { above has no }",
     "close it; a value that begins with { stands in quotes"},
    {"end of sequence flow", "a [ above has no ]",
     "close it; a value that begins with [ stands in quotes"},
    {"illegal tab", "a tab stands before this", "YAML counts blanks alone"},
    {"unknown token", "no value begins so", "such a value stands in quotes"},
    {"the referenced anchor", "there is no anchor of that name above",
     "a value that begins with * stands in quotes"},
};

bool IsQuote(char c) { return c == '"' || c == '\''; }

/// A long text counts as several nodes.
std::size_t CountOf(const std::string& text) {
  return 1 + text.size() / kNodeBytes;
}

std::size_t CountOf(const Node& node) {
  std::size_t count = CountOf(node.text);
  for (const Node& item : node.items) count += CountOf(item);
  for (const Member& member : node.members) {
    count += CountOf(member.key) + CountOf(member.value);
  }
  return count;
}

class Builder : public YAML::EventHandler {
 public:
  /// The text begins `skipped` bytes behind that whose places are told.
  Builder(std::string_view text, std::size_t skipped, Tree* tree)
      : text_(text), skipped_(skipped), tree_(*tree) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    Say(PlaceOf(mark, 3), "a second document begins",
        "one is read: leave out ---");
    throw TooMuch();
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Begin(Node::Kind::kNull, mark, anchor);
    End();
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag,
                YAML::anchor_t anchor, const std::string& value) override {
    RefuseTag(mark, tag);
    Begin(Node::Kind::kScalar, mark, anchor);
    Node& node = open_.back().node;
    node.text = value;
    node.place = ScalarPlace(mark, value);
    if (value.find('\0') != value.npos) {
      Say(node.place, kNul, "leave out the \\0, \\x00 or \\u0000");
    }
    End();
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Begin(Node::Kind::kNull, mark, 0);
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      Say(PlaceOf(mark, 1), "an alias stands within what it stands for", "");
    } else {
      Count(CountOf(found->second), mark);
      open_.back().node = found->second;
    }
    End();
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    RefuseTag(mark, tag);
    Begin(Node::Kind::kSequence, mark, anchor);
  }
  void OnSequenceEnd() override { End(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    RefuseTag(mark, tag);
    Begin(Node::Kind::kMap, mark, anchor);
  }
  void OnMapEnd() override { End(); }

  void Say(const YAML::Exception& error) {
    const Place place = PlaceOf(error.mark, 1);
    if (TabBefore(place)) {
      return Say(place, "a tab stands before this", "YAML counts blanks alone");
    }
    if (error.msg.starts_with(kWords[0].theirs)) {
      if (const auto key = LongKeyBefore(place)) return SayLongKey(*key);
      if (const auto line = LineWithoutColon(place)) {
        return Say(*line, "this line has no key and value",
                   "is the colon missing, or the blank behind it?");
      }
    }
    if (IsBehindQuote(place)) {
      return Say(
          place, "what is in quotes ends before this",
          "within \"...\" write \\\" for a quote, within '...' '' for an "
          "apostrophe; or a | and the text in lines below");
    }
    for (const Words& words : kWords) {
      if (!std::string_view(error.msg).starts_with(words.theirs)) continue;
      return Say(place, words.message, words.hint);
    }
    Say(place, error.msg, "");
  }

  std::size_t keys_twice() const { return keys_twice_; }

 private:
  /// A node whose end has not come.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<Member> member;  // of a map: its key is known
    std::set<std::string> keys;    // of a map: those above
  };

  void Say(Place place, std::string message, std::string hint) {
    tree_.faults.push_back({place, std::move(message), std::move(hint)});
  }

  void SayLongKey(Place place) {
    Say(place,
        "a key has more than " + std::to_string(kMostKey) +
            " bytes before its colon",
        "YAML takes no longer ones");
  }

  Place PlaceOf(const YAML::Mark& mark, std::size_t width) const {
    const std::size_t size = skipped_ + text_.size();
    const std::size_t begin = std::min(
        skipped_ + static_cast<std::size_t>(std::max(mark.pos, 0)), size);
    return {static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(std::min(begin + width, size))};
  }

  /// yaml-cpp takes the end of the text for that of a quote.
  Place ScalarPlace(const YAML::Mark& mark, const std::string& value) {
    const std::string_view rest = text_.substr(std::min(
        static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size()));
    const char quote = rest.empty() ? '\0' : rest.front();
    if (quote != '"' && quote != '\'') {
      return PlaceOf(mark, rest.starts_with(value) ? value.size() : 1);
    }
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != quote) {
      end += quote == '"' && rest[end] == '\\' ? 2 : 1;
      if (rest.substr(end, 2) == "''" && quote == '\'') end += 2;
    }
    if (end >= rest.size()) Say(PlaceOf(mark, 1), "this quote has no end", "");
    const std::size_t line = rest.substr(0, end).find('\n');
    return PlaceOf(mark, std::min({end + 1, line, rest.size()}));
  }

  /// Above the line of the key whose colon stands at `colon`, if it is the
  /// first there: YAML takes both for one key.
  std::optional<Place> LineWithoutColon(Place colon) const {
    const std::string_view before = text_.substr(0, colon.begin - skipped_);
    const std::size_t end = before.rfind('\n');
    if (end == before.npos || before.find(':', end) != before.npos) return {};
    const std::size_t begin = end == 0 ? 0 : before.rfind('\n', end - 1) + 1;
    const std::string_view line = before.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r-");
    if (first == line.npos || line[first] == '#' || line.ends_with(':') ||
        line.find(": ") != line.npos) {
      return {};
    }
    const std::size_t last = line.find_last_not_of(" \t\r") + 1;
    return Place{static_cast<std::uint32_t>(skipped_ + begin + first),
                 static_cast<std::uint32_t>(skipped_ + begin + last)};
  }

  /// Where it begins, if the key whose colon stands at `colon` is one.
  std::optional<Place> LongKeyBefore(Place colon) const {
    const std::string_view before = text_.substr(0, colon.begin - skipped_);
    const bool quoted = !before.empty() && IsQuote(before.back());
    const std::size_t begin =
        quoted ? before.rfind(before.back(), before.size() - 2)
               : before.find_last_of("\n{,") + 1;
    const std::size_t first = before.find_first_not_of(" \t-", begin);
    if (first == before.npos || before.size() - first <= kMostKey) return {};
    // Else the colon is one within a value.
    if (!quoted && before.find(": ", first) != before.npos) return {};
    const auto at = static_cast<std::uint32_t>(skipped_ + first);
    return Place{at, at + 1};
  }

  bool IsBehindQuote(Place place) const {
    const std::string_view before = text_.substr(0, place.begin - skipped_);
    const std::size_t last = before.find_last_not_of(" \t");
    return last != before.npos && IsQuote(before[last]);
  }

  /// At the beginning of its line.
  bool TabBefore(Place place) const {
    const std::string_view before = text_.substr(0, place.begin - skipped_);
    const std::size_t line = before.rfind('\n') + 1;
    const std::string_view blanks = before.substr(
        line,
        std::min(before.find_first_not_of(" \t", line), before.size()) - line);
    return blanks.find('\t') != blanks.npos;
  }

  void RefuseTag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == kPlain || tag == kQuoted) return;
    Say(PlaceOf(mark, 1), "tags (!) are not taken",
        "a value that begins with ! stands in quotes");
  }

  void Count(std::size_t nodes, const YAML::Mark& mark) {
    nodes_ += nodes;
    if (nodes_ <= kMostNodes && open_.size() < kMostDepth) return;
    Say(PlaceOf(mark, 1),
        nodes_ > kMostNodes ? "there are too many values"
                            : "values stand too deep inside one another",
        "");
    throw TooMuch();
  }

  void Begin(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    Count(1, mark);
    Open one;
    one.node.kind = kind;
    one.node.place = PlaceOf(mark, 1);
    one.anchor = anchor;
    open_.push_back(std::move(one));
  }

  void End() {
    Open ended = std::move(open_.back());
    open_.pop_back();
    if (ended.anchor != 0) anchors_[ended.anchor] = ended.node;
    if (open_.empty()) {
      tree_.root = std::move(ended.node);
    } else if (Open& outer = open_.back();
               outer.node.kind == Node::Kind::kSequence) {
      outer.node.items.push_back(std::move(ended.node));
    } else if (outer.member) {
      outer.member->value = std::move(ended.node);
      outer.node.members.push_back(*std::exchange(outer.member, {}));
    } else {
      BeginMember(std::move(ended.node), &outer);
    }
  }

  /// A long key between braces is read as two, the second one without a name.
  bool IsFarFromColon(std::string_view written) const {
    return end_of_colons_ > text_.size() - written.size() + kMostKey &&
           written.substr(0, kMostKey + 1).find(':') == written.npos;
  }

  void BeginMember(Node key, Open* map) {
    const std::string_view written = text_.substr(key.place.begin - skipped_);
    // A colon may be far away: it is looked for where there is no name.
    if (key.kind == Node::Kind::kNull && IsFarFromColon(written)) {
      SayLongKey(key.place);
    } else if (key.kind != Node::Kind::kScalar) {
      Say(key.place, "a key is a word",
          "a value that begins with { or [ stands "
          "in quotes");
    }
    if (key.text == kMerge && written.starts_with(kMerge)) {
      Say(key.place, "merge keys (<<) are not taken",
          "write the keys here themselves, or an alias in place of the whole "
          "map: values: *name");
    }
    if (!map->keys.insert(key.text).second) {
      ++keys_twice_;
      Say(key.place,
          (IsPlainKey(key.text) ? "'" + key.text + "'" : "a key") +
              " stands twice",
          "keep one");
    }
    map->member = Member{std::move(key.text), key.place, {}};
  }

  std::string_view text_;
  std::size_t end_of_colons_ = text_.rfind(':') + 1;  // 0: there is none
  std::size_t skipped_;
  Tree& tree_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
  std::size_t keys_twice_ = 0;
  int documents_ = 0;
};

/// yaml-cpp would take it for UTF-16, or pass it on.
std::optional<Fault> NoText(std::string_view text) {
  const std::size_t bad = std::min(Utf8ValidPrefix(text), text.find('\0'));
  if (bad >= text.size()) return std::nullopt;
  const auto at = static_cast<std::uint32_t>(bad);
  return Fault{{at, at + 1},
               text[bad] == '\0' ? "this is a NUL, and no text"
                                 : "this is no text in UTF-8",
               ""};
}

}  // namespace

bool IsPlainKey(std::string_view key) {
  constexpr std::size_t kMostBytes = 24;
  return !key.empty() && key.size() <= kMostBytes &&
         (IsLetter(key.front()) || key.front() == '_') &&
         std::all_of(key.begin(), key.end(), [](char c) {
           return IsLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
         });
}

Tree Parse(std::string_view text) {
  Tree tree;
  if (auto fault = NoText(text)) {
    tree.faults.push_back(*std::move(fault));
    return tree;
  }
  const std::size_t skipped =
      text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  text.remove_prefix(skipped);
  Builder builder(text, skipped, &tree);
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
    tree.whole = builder.keys_twice() == tree.faults.size();
  } catch (const YAML::Exception& error) {
    builder.Say(error);
  } catch (const TooMuch&) {
    // It has been said.
  }
  return tree;
}

}  // namespace base::yaml
