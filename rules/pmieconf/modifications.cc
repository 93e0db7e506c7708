// Settings word by word, what follows them line by line.
#include "rules/pmieconf/modifications.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "rules/pmieconf/lexer.h"
#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Kind = Token::Kind;

constexpr std::string_view kMark = "pmieconf-pmie";
constexpr std::string_view kBegin =
    "// --- START GENERATED SECTION (do not change this section) ---";
constexpr std::string_view kEnd =
    "// --- END GENERATED SECTION (changes below will be preserved) ---";

Error Invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// The words of the settings, in lines that each begin with "//".
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  Token Next();
  /// What stands behind the line that is being read.
  std::string_view AfterLine() const {
    return rest_.substr(std::min(rest_.find('\n'), rest_.size() - 1) + 1);
  }

 private:
  bool SkipBlanks();

  std::string_view rest_;
  std::size_t line_ = 1;
};

/// False at the end of the settings.
bool Words::SkipBlanks() {
  while (!rest_.empty() && !IsGraphic(rest_.front())) {
    const bool ends = rest_.front() == '\n';
    rest_.remove_prefix(1);
    if (!ends) continue;
    ++line_;
    if (!rest_.starts_with("//")) return false;
    rest_.remove_prefix(2);
  }
  return !rest_.empty();
}

Token Words::Next() {
  const bool any = SkipBlanks();
  Token token{any ? Kind::kText : Kind::kEnd, "", line_};
  if (!any) return token;
  if (rest_.front() == '=') {
    token.text = '=';
    rest_.remove_prefix(1);
    return token;
  }
  const bool quoted = rest_.front() == '"';
  if (quoted) rest_.remove_prefix(1);
  while (!rest_.empty() && rest_.front() != '\n') {
    const char byte = rest_.front();
    if (quoted ? byte == '"' : !IsGraphic(byte) || byte == '=') break;
    if (quoted && byte == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
    token.text += rest_.front();
    rest_.remove_prefix(1);
  }
  if (!quoted) {
    if (rest_.starts_with('\n')) ++token.line;  // as of rules files
    return token;
  }
  if (!rest_.starts_with('"')) {
    token.kind = Kind::kUnended;
  } else {
    rest_.remove_prefix(1);
  }
  return token;
}

Result<void> SetAnswer(const std::string& value, bool* is) {
  const auto answer = YesOrNo(value);
  if (!answer) {
    return Invalid("input is invalid - expected yes or no, got \"" + value +
                   "\"");
  }
  *is = *answer;
  return {};
}

Result<void> SetAttribute(const std::string& name, const std::string& value,
                          Object* self) {
  if (name == "help") self->help = value;
  if (name == "default" || name == "summary") self->value = value;
  if (name == "modify") return SetAnswer(value, &self->modify);
  if (name == "display") return SetAnswer(value, &self->display);
  if (name != "enabled") return {};
  auto set = SetAnswer(value, &self->enabled);
  if (set) self->changed = true;
  return set;
}

/// Errors: of what is wrong with it alone.
Result<void> SetObject(const std::string& value, Object* object) {
  if (IsAction(object->type)) {
    if (auto set = SetAnswer(value, &object->enabled); !set) return set;
  } else {
    auto right = CheckValueOf(object->name, object->type, value);
    if (!right) return right;
    if (value.find('\n') != value.npos) {
      return Invalid(object->name +
                     "'s value is invalid.\n    It should be one "
                     "line, as the file that keeps it has it.");
    }
    object->value = value;
  }
  object->changed = true;
  return {};
}

/// Whether it is set to yes or no.
bool IsSwitch(const std::string& name, const Rule& rule,
              const Catalog& catalog) {
  if (IsAttribute(name)) {
    return name == "modify" || name == "display" || name == "enabled";
  }
  const Object* one = rule.Find(name);
  if (one == nullptr) one = catalog.global.Find(name);
  return one != nullptr && IsAction(one->type);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Catalog* catalog)
      : words_(text), file_(file), catalog_(*catalog) {}

  Result<Preserved> Read();

 private:
  Result<std::string> ReadHeader();
  Result<bool> ReadSetting(Preserved* preserved);
  Result<Token> Word(const char* expected);
  Error Unexpected(const char* expected, const Token& found) const {
    return pmieconf::Unexpected(file_, expected, found);
  }
  void ReadRest(std::string_view text, Preserved* preserved) const;

  Words words_;
  const std::string& file_;
  Catalog& catalog_;
};

Result<Token> Reader::Word(const char* expected) {
  Token token = words_.Next();
  if (token.kind == Kind::kText) return token;
  if (token.kind == Kind::kUnended) {
    expected = "end-of-string";
    token.text = "end-of-line";
  }
  return Unexpected(expected, token);
}

/// The rule path.
Result<std::string> Reader::ReadHeader() {
  const Token first = words_.Next(), mark = words_.Next();
  const Token version = words_.Next();
  if (!first.Is("//") || !mark.Is(kMark) || version.kind != Kind::kText) {
    return Invalid(file_ + " is not a rule customization file (bad header)");
  }
  if (!version.Is("1")) {
    return Invalid("unknown version number in " + file_ + ": \"" +
                   version.text + "\" (expected 1)");
  }
  Token path = words_.Next();
  if (path.kind != Kind::kText) {
    return Invalid("no rules path specified in " + file_ +
                   " after version number");
  }
  return std::move(path.text);
}

/// False at the word that ends them.
Result<bool> Reader::ReadSetting(Preserved* preserved) {
  const Token number = words_.Next();
  if (number.Is("end")) return false;
  if (number.kind != Kind::kText) {
    return Unexpected("rule identifier or \"end\" symbol", number);
  }
  if (!CheckValue(ObjectType::kUnsigned, number.text)) {
    return Unexpected("version number", number);
  }
  const auto rule_name = Word("rule name");
  if (!rule_name) return rule_name.error();
  const auto name = Word("rule attribute");
  if (!name) return name.error();
  const Token equals = words_.Next();
  if (!equals.Is("=")) return Unexpected("'=' symbol", equals);
  const auto value = Word("rule attribute value");
  if (!value) return value.error();
  Rule* const rule = catalog_.Find(rule_name->text);
  const auto version = std::strtoul(number.text.c_str(), nullptr, 10);
  if (rule == nullptr || rule->version != version) {
    preserved->left_out.push_back(
        {number.line, rule_name->text + '.' + name->text + " = " + value->text,
         rule == nullptr ? "there is no rule of this name; --rules names "
                           "those that the file was made by, " +
                               preserved->path
                         : "it is of version " + number.text +
                               " of the rule, and this is " +
                               std::to_string(rule->version)});
    return true;
  }
  if (IsSwitch(name->text, *rule, catalog_) && !YesOrNo(value->text)) {
    return Unexpected("yes or no", *value);
  }
  const auto set = SetValue(name->text, value->text, &catalog_, rule);
  if (!set) return set.error();
  const bool attribute = !rule->IsGlobal() && IsAttribute(name->text);
  (attribute ? rule->self : *rule->Find(name->text)).line = number.line;
  return true;
}

std::string_view TakeLine(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

/// "// 1 cpu.util"
struct RuleLine {
  std::string version;
  std::string name;
};

/// Nothing where `line`, before `text`, is a remark of a rule's own.
std::optional<RuleLine> RuleLineOf(std::string_view line,
                                   std::string_view text) {
  const bool begins = line.starts_with("// ") && text.starts_with("delta = ");
  if (!begins) return std::nullopt;
  Lexer words(line.substr(3));
  const Token version = words.Next(), name = words.Next();
  const bool number =
      !version.text.empty() &&
      version.text.find_first_not_of("0123456789") == std::string::npos;
  if (!number || name.kind != Kind::kText) return std::nullopt;
  return RuleLine{version.text, name.text};
}

/// Generated rules that nothing generates any more are kept as comments.
void Reader::ReadRest(std::string_view text, Preserved* preserved) const {
  bool deprecated = false;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    if (line == kEnd) {
      preserved->text += text;
      return;
    }
    if (const auto one = RuleLineOf(line, text)) {
      const Rule* const rule = catalog_.Find(one->name);
      const bool known =
          rule != nullptr && std::to_string(rule->version) == one->version;
      deprecated = !known;
      if (known) continue;
      const std::string how =
          one->name + (rule == nullptr
                           ? " (deprecated, rule definition no longer exists)"
                           : " (deprecated, rule version no longer supported)");
      preserved->text += "// // " + one->version + ' ' + how + '\n';
      preserved->deprecated.push_back(how);
    } else if (deprecated) {
      preserved->text += "// " + std::string(line) + '\n';
    }
  }
  preserved->text.clear();  // without that line nothing was behind it
}

Result<Preserved> Reader::Read() {
  Preserved preserved;
  auto path = ReadHeader();
  if (!path) return path.error();
  preserved.path = *std::move(path);
  while (true) {
    const auto more = ReadSetting(&preserved);
    if (!more) return more.error();
    if (!*more) break;
  }
  ReadRest(words_.AfterLine(), &preserved);
  return preserved;
}

void AppendSettings(const Rule& rule, std::string* out) {
  const auto append = [&](const std::string& name, const std::string& value) {
    *out += "// " + std::to_string(rule.version) + ' ' + rule.self.name + ' ' +
            name + " = " + value + '\n';
  };
  if (rule.self.changed) append("enabled", rule.self.enabled ? "yes" : "no");
  for (const Object& one : rule.variables) {
    if (one.changed) append(one.name, Displayed(one, true));
  }
}

}  // namespace

Result<void> SetValue(const std::string& name, const std::string& value,
                      Catalog* catalog, Rule* rule) {
  if (!rule->IsGlobal() && IsAttribute(name)) {
    return SetAttribute(name, value, &rule->self);
  }
  if (Object* own = rule->Find(name)) return SetObject(value, own);
  const Object* const global = catalog->global.Find(name);
  if (global == nullptr) {
    return Error{
        ErrorCode::kNotFound,
        "variable \"" + name + "\" is undefined for rule " + rule->self.name};
  }
  Object copy = *global;
  copy.promoted = true;
  if (auto set = SetObject(value, &copy); !set) return set;
  rule->variables.push_back(std::move(copy));
  return {};
}

Result<Preserved> ReadModifications(std::string_view text,
                                    const std::string& file, Catalog* catalog) {
  if (text.empty()) return Preserved{};
  return Reader(text, file, catalog).Read();
}

std::string ModificationFile(const Catalog& catalog, const Heading& heading,
                             std::string_view rules,
                             std::string_view preserved) {
  std::string out = "// " + std::string(kMark) + " 1 " + heading.path + '\n';
  AppendSettings(catalog.global, &out);
  for (const Rule& rule : catalog.rules) AppendSettings(rule, &out);
  out += "// end\n//\n" + std::string(kBegin) + "\n//" +
         (heading.automatic ? " Auto-" : "     ") +
         "generated by pmieconf on:  " + heading.date + "\n//\n\n";
  out += rules;
  return out + std::string(kEnd) + '\n' + std::string(preserved);
}

}  // namespace rules::pmieconf
