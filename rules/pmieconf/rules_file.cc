// A file's objects one after the other, and files in the order of names.
#include "rules/pmieconf/rules_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/system_error.h"
#include "rules/pmieconf/lexer.h"
#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Kind = Token::Kind;

constexpr std::string_view kGlobal = "global.";
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

Error Invalid(const std::string& message) {
  return {ErrorCode::kInvalid, message};
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Catalog* catalog)
      : lexer_(text), file_(file), catalog_(*catalog) {
    for (const Rule& rule : catalog->rules) names_.insert(rule.self.name);
  }

  Result<void> Read() {
    if (!lexer_.Next().Is("pmieconf-rules") || !lexer_.Next().Is("1")) {
      return {};
    }
    for (Token token = lexer_.Next(); token.kind != Kind::kEnd;
         token = lexer_.Next()) {
      if (auto done = ReadObject(token); !done) return done;
    }
    return {};
  }

 private:
  Error Unexpected(const char* expected, const Token& found) const {
    return pmieconf::Unexpected(file_, expected, found);
  }

  Result<void> ReadObject(const Token& first);
  Result<void> AddRule(const Token& token);
  Result<void> ReadAttributes(Rule* rule, Object* object);
  Result<void> Set(const Token& attribute, const Token& value, Rule* rule,
                   Object* object) const;
  Result<void> SetDefault(const Token& value, Object* object) const;
  Result<void> CheckName(const std::string& name, const Token& token) const;

  Lexer lexer_;
  const std::string& file_;
  Catalog& catalog_;
  std::unordered_set<std::string> names_;  // of rules
  std::optional<std::size_t> rule_;        // of catalog_.rules: the current one
};

/// What needs no quotes: elsewhere names stand without.
Result<void> Reader::CheckName(const std::string& name,
                               const Token& token) const {
  const auto ends = [](char byte) {
    return !IsGraphic(byte) || byte == '=' || byte == ';';
  };
  const bool one = !name.empty() && name.front() != '"' &&
                   name.front() != '#' &&
                   std::none_of(name.begin(), name.end(), ends);
  if (one) return {};
  return Invalid("name \"" + name +
                 "\" is none.\n    It should be a word without quotes, blanks, "
                 "= and ;.\n    line number: " +
                 std::to_string(token.line) + " (\"" + file_ + "\")");
}

Result<void> Reader::AddRule(const Token& token) {
  const std::string& name = token.text;
  if (auto right = CheckName(name, token); !right) return right;
  if (name.starts_with("global")) {
    return Invalid("rule name may not be \"global\" - this is reserved");
  }
  if (!names_.insert(name).second) {
    return Invalid("rule name \"" + name +
                   "\" has already been used, duplicate name found in:\n\t\"" +
                   file_ + "\", line " + std::to_string(token.line) + ".");
  }
  rule_ = catalog_.rules.size();
  Rule rule;
  rule.self.type = ObjectType::kRule;
  rule.self.name = name;
  rule.self.modify = false;
  catalog_.rules.push_back(std::move(rule));
  return ReadAttributes(&catalog_.rules.back(), &catalog_.rules.back().self);
}

Result<void> Reader::ReadObject(const Token& first) {
  const auto type = ObjectTypeOf(first.text);
  if (first.kind != Kind::kText || !type) {
    return Unexpected("type keyword", first);
  }
  const Token name = lexer_.Next();
  if (name.kind == Kind::kUnended) return Unexpected("end-of-string", name);
  if (name.kind == Kind::kEnd) return Unexpected("attribute value", name);
  if (*type == ObjectType::kRule) return AddRule(name);
  Object object;
  object.type = *type;
  object.name = name.text;
  const bool global = object.name.starts_with(kGlobal);
  auto right = CheckName(name.text.substr(global ? kGlobal.size() : 0), name);
  if (!right) return right;
  Rule* rule = rule_ ? &catalog_.rules[*rule_] : nullptr;
  if (global) rule = &catalog_.global;
  if (rule == nullptr) {
    return Invalid("no rule defined, cannot make sense of " +
                   std::string(NameOf(*type)) + " \"" + name.text +
                   "\" without one\n    line number: " +
                   std::to_string(name.line) + " (\"" + file_ + "\")\n");
  }
  if (auto done = ReadAttributes(nullptr, &object); !done) return done;
  if (global) object.name.erase(0, kGlobal.size());
  rule->variables.push_back(std::move(object));
  return {};
}

Result<void> Reader::ReadAttributes(Rule* rule, Object* object) {
  while (true) {
    const Token attribute = lexer_.Next();
    if (attribute.Is(";")) return {};
    if (attribute.kind == Kind::kEnd) {
      return Unexpected("attribute or ';'", attribute);
    }
    if (!IsAttribute(attribute.text)) {
      return Unexpected("attribute keyword", attribute);
    }
    const Token equals = lexer_.Next();
    if (!equals.Is("=")) return Unexpected("=", equals);
    const Token value = lexer_.Next();
    if (value.kind != Kind::kText) return Unexpected("attribute value", value);
    if (auto done = Set(attribute, value, rule, object); !done) return done;
  }
}

Result<void> Reader::SetDefault(const Token& value, Object* object) const {
  auto right = CheckValueOf(object->name, object->type, value.text);
  if (!right) return right;
  object->value = object->factory = value.text;
  return {};
}

/// Of what is no rule some attributes mean nothing.
Result<void> Reader::Set(const Token& attribute, const Token& value, Rule* rule,
                         Object* object) const {
  const std::string& name = attribute.text;
  if (name == "default" || name == "summary") return SetDefault(value, object);
  if (name == "help") {
    const auto blank = [](char byte) { return !IsGraphic(byte); };
    if (std::all_of(value.text.begin(), value.text.end(), blank)) {
      return Unexpected("non-empty string for help", value);
    }
    object->help = value.text;
  } else if (name == "version") {
    if (rule == nullptr) return {};
    if (auto right = CheckValue(ObjectType::kUnsigned, value.text); !right) {
      Token found = value;
      found.text = right.error().message;
      return Unexpected("version number", found);
    }
    rule->version = std::strtoul(value.text.c_str(), nullptr, 10);
  } else if (name == "predicate") {
    if (rule != nullptr) rule->predicate = value.text;
  } else if (name == "enumerate") {
    if (rule != nullptr) rule->enumerate = value.text;
  } else {
    const auto answer = YesOrNo(value.text);
    if (!answer) return Unexpected("yes or no", value);
    if (name == "modify") object->modify = *answer;
    if (name == "display") object->display = *answer;
    if (name == "enabled") object->enabled = object->factory_enabled = *answer;
  }
  return {};
}

std::vector<std::string> PartsOf(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Error CannotOpen(const std::string& path, const Error& why) {
  if (why.system_errno == EINVAL) {
    return Invalid("cannot open " + path + ": it is no regular file");
  }
  if (why.system_errno == 0) return why;
  return base::SystemError("cannot open " + path, why.system_errno);
}

/// A link that leads back to a directory round it leads nowhere.
class Loader {
 public:
  explicit Loader(Catalog* catalog) : catalog_(*catalog) {}

  Result<void> Load(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error || status.type() == std::filesystem::file_type::not_found) {
      return base::SystemError("cannot stat " + path,
                               error ? error.value() : ENOENT);
    }
    if (std::filesystem::is_directory(status)) return LoadAll(path);
    // One that must be waited for may never come to its end.
    const auto text = base::ReadRegularText(path, kMostBytes);
    if (!text) return CannotOpen(path, text.error());
    return ReadRules(*text, path, &catalog_);
  }

 private:
  Result<void> LoadAll(const std::string& path) {
    std::error_code error;
    const auto itself = std::filesystem::canonical(path, error);
    const bool loops =
        std::find(round_.begin(), round_.end(), itself) != round_.end();
    if (error || loops) {
      return base::SystemError("cannot opendir " + path,
                               error ? error.value() : ELOOP);
    }
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator at(path, error), end;
         !error && at != end; at.increment(error)) {
      names.push_back(at->path().filename());
    }
    if (error) {
      return base::SystemError("cannot opendir " + path, error.value());
    }
    round_.push_back(itself);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (auto done = Load(path + '/' + name); !done) return done;
    }
    round_.pop_back();
    return {};
  }

  Catalog& catalog_;
  std::vector<std::filesystem::path> round_;  // the directories one is in
};

}  // namespace

Result<void> ReadRules(std::string_view text, const std::string& file,
                       Catalog* catalog) {
  if (!text.starts_with('#')) return {};
  return Reader(text.substr(1), file, catalog).Read();
}

Result<Catalog> LoadRules(const std::string& path) {
  Catalog catalog;
  Loader loader(&catalog);
  for (const std::string& part : PartsOf(path)) {
    if (auto done = loader.Load(part); !done) return done.error();
  }
  std::sort(
      catalog.rules.begin(), catalog.rules.end(),
      [](const Rule& a, const Rule& b) { return a.self.name < b.self.name; });
  if (catalog.rules.empty()) {
    return Error{ErrorCode::kNotFound,
                 "no rules were found using rule path: " + path};
  }
  return catalog;
}

}  // namespace rules::pmieconf
