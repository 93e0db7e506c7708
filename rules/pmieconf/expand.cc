// A scan with one bit of state, and itself for each value.
#include "rules/pmieconf/expand.h"

#include <optional>

#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// A name that leads so far leads to itself.
constexpr int kMostDeep = 64;

/// Names within values of names could be without number.
constexpr std::size_t kMostNames = 100'000;

/// Empty help is none, and may be the name of a variable then.
std::optional<std::string> AttributeOf(const Rule& rule,
                                       std::string_view name) {
  const Object& self = rule.self;
  const auto word = [](bool is) { return is ? "yes" : "no"; };
  if (name == "help" && !self.help.empty()) return self.help;
  if (name == "modify") return word(self.modify);
  if (name == "enabled") return word(self.enabled);
  if (name == "display") return word(self.display);
  if (name == "default" || name == "summary") return self.value;
  return std::nullopt;
}

std::optional<std::string> ValueOf(const Rule& rule, const Rule& global,
                                   std::string_view name) {
  if (auto attribute = AttributeOf(rule, name)) return attribute;
  if (name == rule.self.name) return rule.self.value;
  const Object* one = rule.Find(name);
  if (one == nullptr) one = global.Find(name);
  if (one == nullptr) return std::nullopt;
  return Generated(*one);
}

/// One text, and what has become of it.
class Expansion {
 public:
  Expansion(const Rule& rule, const Rule& global)
      : rule_(rule), global_(global) {}

  Result<void> Append(std::string_view text, int depth);
  std::string&& out() { return std::move(out_); }

 private:
  Result<void> AppendValue(std::string_view name, int depth);

  const Rule& rule_;
  const Rule& global_;
  std::size_t names_ = 0;
  std::string out_;
};

Result<void> Expansion::AppendValue(std::string_view name, int depth) {
  const auto value = ValueOf(rule_, global_, name);
  if (!value || depth == kMostDeep) {
    return Error{ErrorCode::kNotFound, "variable \"$" + std::string(name) +
                                           "$\" in " + rule_.self.name +
                                           " is undefined"};
  }
  if (++names_ > kMostNames) {
    return Error{ErrorCode::kUnsupported,
                 "a text of rule " + rule_.self.name + " has more than " +
                     std::to_string(kMostNames) + " variables"};
  }
  return Append(*value, depth + 1);
}

/// Behind the last "$", where that is an odd one, stands no name.
Result<void> Expansion::Append(std::string_view text, int depth) {
  constexpr auto kNone = std::string_view::npos;
  std::size_t begin = kNone;  // of a name
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) == "\\$") {
      out_ += text[++at];
    } else if (text[at] != '$') {
      if (begin == kNone) out_ += text[at];
    } else if (begin == kNone) {
      begin = at + 1;
    } else {
      const std::string_view name = text.substr(begin, at - begin);
      if (auto done = AppendValue(name, depth); !done) return done;
      begin = kNone;
    }
    if (out_.size() > kMostExpanded) {
      return Error{ErrorCode::kUnsupported,
                   "a text of rule " + rule_.self.name +
                       " becomes longer than " + std::to_string(kMostExpanded) +
                       " bytes"};
    }
  }
  if (begin != kNone) out_ += text.substr(begin);
  return {};
}

}  // namespace

Result<std::string> Expand(const Rule& rule, const Rule& global,
                           std::string_view text) {
  Expansion expansion(rule, global);
  if (auto done = expansion.Append(text, 0); !done) return done.error();
  return expansion.out();
}

}  // namespace rules::pmieconf
