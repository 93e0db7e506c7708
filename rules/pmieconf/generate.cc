// A rule is written once, or for each combination of elements of its lists.
#include "rules/pmieconf/generate.h"

#include <algorithm>
#include <utility>

#include "rules/pmieconf/expand.h"
#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What several lists of hundreds would make of one rule fills no disk.
constexpr std::size_t kMostCopies = 100'000;
constexpr std::size_t kMostBytes = std::size_t{256} << 20;

Error Invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// "^" ends one of the strings of an action, but for "/^".
std::string InStrings(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '^' || (at > 0 && text[at - 1] == '/')) {
      out += text[at];
    } else {
      out += "\" \"";
    }
  }
  return out;
}

/// One list, and the elements that it has in turn.
struct Enumerated {
  std::string name;
  std::vector<std::string> elements;
};

class Writer {
 public:
  Writer(const Catalog& catalog, std::vector<std::string>* warnings)
      : global_(catalog.global), warnings_(*warnings) {}

  Result<void> Write(const Rule& rule);
  std::string&& out() { return std::move(out_); }

 private:
  Result<std::vector<Enumerated>> Lists(const Rule& rule) const;
  Result<void> WriteCopy(const Rule& rule, std::size_t number);
  Result<void> WriteActions(const Rule& rule);
  Result<void> WriteAction(const Rule& rule, const Object& action,
                           const char* before);

  const Rule& global_;
  std::vector<std::string>& warnings_;
  std::string out_;
};

Result<std::vector<Enumerated>> Writer::Lists(const Rule& rule) const {
  std::vector<Enumerated> lists;
  for (const std::string& name : ElementsOf(rule.enumerate.value_or(""))) {
    if (IsAttribute(name)) {
      return Invalid("cannot enumerate rule " + rule.self.name +
                     " using attribute \"" + name + "\"");
    }
    const Object* list = rule.Find(name);
    if (list == nullptr) list = global_.Find(name);
    if (list == nullptr) {
      return Invalid("variable \"" + name +
                     "\" undefined for enumerated rule " + rule.self.name);
    }
    if (!IsList(list->type)) {
      return Invalid("rules file error - \"$" + name +
                     "$\" in \"enumerate\" clause of rule " + rule.self.name +
                     " is not of type hostlist or instlist");
    }
    const auto text = Expand(rule, global_, list->value);
    if (!text) return text.error();
    Enumerated one{name, ElementsOf(*text)};
    if (one.elements.empty()) one.elements.emplace_back();
    lists.push_back(std::move(one));
  }
  return lists;
}

/// The last list's elements change the fastest.
Result<void> Writer::Write(const Rule& rule) {
  const auto lists = Lists(rule);
  if (!lists) return lists.error();
  std::size_t copies = 1;
  for (const Enumerated& one : *lists) {
    copies *= one.elements.size();
    if (copies > kMostCopies) {
      return Invalid("rule " + rule.self.name + " would be written more than " +
                     std::to_string(kMostCopies) + " times");
    }
  }
  for (std::size_t number = 0; number < copies; ++number) {
    Rule copy = rule;
    std::size_t rest = number;
    for (std::size_t i = lists->size(); i-- > 0;) {
      const Enumerated& list = (*lists)[i];
      if (copy.Find(list.name) == nullptr) {
        copy.variables.push_back(*global_.Find(list.name));
      }
      copy.Find(list.name)->value = list.elements[rest % list.elements.size()];
      rest /= list.elements.size();
    }
    if (auto done = WriteCopy(copy, number); !done) return done;
    if (out_.size() > kMostBytes) {
      return Invalid("the rules are more than " + std::to_string(kMostBytes) +
                     " bytes");
    }
  }
  return {};
}

Result<void> Writer::WriteCopy(const Rule& rule, std::size_t number) {
  const std::string& name = rule.self.name;
  if (number == 0) {
    const auto delta = Expand(rule, global_, "$delta$");
    if (!delta) return delta.error();
    out_ += "// " + std::to_string(rule.version) + ' ' + name +
            "\ndelta = " + *delta + ";\n";
  }
  const auto predicate = Expand(rule, global_, rule.predicate);
  if (!predicate) return predicate.error();
  out_ +=
      name + (number == 0 ? "" : std::to_string(number)) + " = \n" + *predicate;
  if (auto done = WriteActions(rule); !done) return done;
  out_ += ";\n\n";
  return {};
}

/// A rule's own action stands in for the global one of that name.
Result<void> Writer::WriteActions(const Rule& rule) {
  const char* before = " -> ";
  for (const Rule* from : {&rule, &global_}) {
    for (const Object& one : from->variables) {
      const bool hidden = from == &global_ && rule.Find(one.name) != nullptr;
      if (!IsAction(one.type) || !one.enabled || hidden) continue;
      if (auto done = WriteAction(rule, one, before); !done) return done;
      before = "\n  & ";
    }
  }
  return {};
}

Result<void> Writer::WriteAction(const Rule& rule, const Object& action,
                                 const char* before) {
  const auto holdoff = Expand(rule, global_, " $holdoff$ ");
  if (!holdoff) return holdoff.error();
  const auto text = Expand(rule, global_, action.value);
  if (!text) {
    warnings_.push_back("Warning - failed to expand action for rule " +
                        rule.self.name + "\n  string: \"" + action.value +
                        "\"");
  }
  out_ += before + std::string(NameOf(action.type)) + *holdoff + '"' +
          (text ? InStrings(*text) : "") + '"';
  return {};
}

}  // namespace

Result<std::string> GenerateRules(const Catalog& catalog,
                                  std::vector<std::string>* warnings) {
  Writer writer(catalog, warnings);
  for (const Rule& rule : catalog.rules) {
    if (!rule.self.enabled) continue;
    if (auto done = writer.Write(rule); !done) return done.error();
  }
  return writer.out();
}

}  // namespace rules::pmieconf
