// Class by class of instances, section by section, element by element.
#include "rules/site/bound_rules.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/check.h"
#include "grammar/settings/settings.h"

namespace rules::site {
namespace {

using grammar::ParsedStatement;

grammar::BoundValue Bound(const Value& value, const Link& by) {
  return {value.value, value.shown, by.file, by.line};
}

constexpr std::size_t kLongestSuffix = 40;

/// What `text` adds to a name: its letters and digits.
std::string SuffixOf(const std::string& text) {
  std::string suffix;
  for (const char c : text) {
    if (suffix.size() == kLongestSuffix) break;
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      suffix += c;
    } else if (!suffix.empty() && suffix.back() != '_') {
      suffix += '_';
    }
  }
  if (suffix.ends_with('_')) suffix.pop_back();
  return suffix.empty() ? "" : '_' + suffix;
}

/// Names statements after what they are made for: their holdoffs and states
/// are known by the name, whatever is made before them.
void Rename(const std::string& made_for, BoundPart* part) {
  const std::string suffix = SuffixOf(made_for);
  for (ParsedStatement& one : part->parsed.statements) {
    if (one.statement.expr == nullptr || one.statement.name.empty()) continue;
    one.statement.name += suffix;
  }
}

grammar::SourceText AloneText(const RulesText& text, const Section& section) {
  return {text.source.name(), SectionText(text.source.text(), section)};
}

/// Binds the template's parameters, and parses its sections.
class Binder {
 public:
  Binder(const Template& from, const std::vector<Link>& values,
         const grammar::ReceiverNames& receivers)
      : from_(from), values_(values) {
    CHECK(values.size() == from.parameters.size());
    parser_.set_receivers(receivers);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Bind(from.parameters[i].name, values[i].value, values[i]);
    }
  }

  std::vector<BoundPart> Parts();

 private:
  void Bind(const std::string& name, const Value& value, const Link& by) {
    parser_.Bind(name, Bound(value, by));
    names_.insert(name);
  }
  void AddSection(const RulesText& text, const Section& section);
  void Parse(const grammar::SourceText& source,
             const grammar::SourceText& alone);
  /// What gives a `for each` its elements; null where there is none, or it is
  /// made once.
  const Link* LinkOf(const Section& section) const;
  /// Tells of a section that would be made too often, or be too long.
  void Admit(const RulesText& text, const Section& section);
  void Refuse(const RulesText& text, base::yaml::Place place,
              std::string message, std::string hint);
  void RefuseConstants(grammar::ParsedFile* parsed) const;

  const Template& from_;
  const std::vector<Link>& values_;
  grammar::Parser parser_;
  std::set<std::string> names_;
  std::vector<BoundPart> parts_;
  std::size_t made_ = 0;  // sections, each time that it is admitted
  std::size_t read_ = 0;  // bytes, and those of the first section refused
};

/// A constant would take the place of a parameter from there on.
void Binder::RefuseConstants(grammar::ParsedFile* parsed) const {
  for (const ParsedStatement& one : parsed->statements) {
    const bool constant = one.kind == ParsedStatement::Kind::kConstant;
    if (!constant || !names_.contains(one.statement.name)) continue;
    grammar::Diagnostic twice;
    twice.span = one.statement.span;
    twice.message = one.statement.name + " is a parameter of this template";
    twice.hint = "give the constant another name";
    parsed->diagnostics.push_back(std::move(twice));
  }
}

void Binder::Parse(const grammar::SourceText& source,
                   const grammar::SourceText& alone) {
  parts_.push_back({&source, parser_.Parse(alone)});
  RefuseConstants(&parts_.back().parsed);
}

void Binder::Refuse(const RulesText& text, base::yaml::Place place,
                    std::string message, std::string hint) {
  parts_.push_back({&text.source, {}});
  parts_.back().parsed.diagnostics.push_back(grammar::DiagnosticAt(
      grammar::Severity::kError, place, std::move(message), std::move(hint)));
}

const Link* Binder::LinkOf(const Section& section) const {
  const Parameter* parameter = from_.Find(section.parameter);
  if (section.variable.empty() || parameter == nullptr) return nullptr;
  return &values_[static_cast<std::size_t>(parameter -
                                           from_.parameters.data())];
}

void Binder::Admit(const RulesText& text, const Section& section) {
  constexpr char kHint[] =
      "rules for each of the same stand between the same lines";
  if (read_ > kMostRead) return;
  const Link* link = LinkOf(section);
  const std::size_t times = link == nullptr ? 1 : link->value.rows.size();
  if (link != nullptr && made_ + times > kMostMade) {
    return Refuse(text, section.place,
                  "rules for each would be made more than " +
                      std::to_string(kMostMade) + " times in this template",
                  kHint);
  }
  made_ += times;
  read_ += times * text.source.text().size();
  if (read_ <= kMostRead) return;
  const auto place = link != nullptr
                         ? section.place
                         : base::yaml::Place{section.begin, section.begin};
  Refuse(text, place,
         "from here on this template is too long for so many rules for each",
         std::string(kHint) + ", in a short file that this one includes");
}

void Binder::AddSection(const RulesText& text, const Section& section) {
  if (section.variable.empty()) {
    return Parse(text.source, AloneText(text, section));
  }
  const Link* link = LinkOf(section);
  if (link == nullptr || link->value.rows.empty()) return;
  const auto variables = VariablesOf(section, *from_.Find(section.parameter));
  const grammar::SourceText alone = AloneText(text, section);
  for (const auto& row : link->value.rows) {
    for (std::size_t i = 0; i < std::min(row.size(), variables.size()); ++i) {
      Bind(variables[i], row[i], *link);
    }
    Parse(text.source, alone);
    Rename(row.front().shown, &parts_.back());
  }
}

/// What is too much is told before any of it is made, which takes its time.
std::vector<BoundPart> Binder::Parts() {
  for (const RulesText& text : from_.texts) {
    for (const Section& section : text.sections) Admit(text, section);
  }
  if (!parts_.empty()) return std::move(parts_);
  for (const RulesText& text : from_.texts) {
    for (const Section& section : text.sections) AddSection(text, section);
  }
  return std::move(parts_);
}

/// What is wrong with a rule is told once, however often it is made.
void DropRepeated(std::vector<BoundPart>* parts) {
  std::map<const grammar::SourceText*,
           std::set<std::pair<std::uint32_t, std::string>>>
      told;
  for (BoundPart& part : *parts) {
    auto& of = told[part.source];
    auto& all = part.parsed.diagnostics;
    const auto repeated = [&](const grammar::Diagnostic& one) {
      return !of.emplace(one.span.begin, one.message).second;
    };
    all.erase(std::remove_if(all.begin(), all.end(), repeated), all.end());
  }
}

/// Statements that have the same name still get a number from the second on.
void NumberNames(std::vector<BoundPart>* parts) {
  std::set<std::string> used;
  std::map<std::string, int> last;  // numbers, by what they stand behind
  for (BoundPart& part : *parts) {
    for (ParsedStatement& one : part.parsed.statements) {
      std::string& name = one.statement.name;
      if (one.statement.expr == nullptr || name.empty()) continue;
      const std::string stem = name;
      while (!used.insert(name).second) {
        int& number = last.try_emplace(stem, 1).first->second;
        name = stem + '_' + std::to_string(++number);
      }
    }
  }
}

/// The last level with values for instances of `host`.
const Level* InstanceLevel(const Template& from, const SiteFile& site,
                           const std::string& host) {
  const Level* last = nullptr;
  for (const Level& level : site.levels) {
    const bool ours =
        std::any_of(level.settings.begin(), level.settings.end(),
                    [&](const Setting& one) { return one.rule == from.name; });
    if (ours && !level.instances.empty() && site.Applies(level, host)) {
      last = &level;
    }
  }
  return last;
}

BoundPart Refused(const SiteFile& site, const Level& level, std::string message,
                  std::string hint) {
  BoundPart part{&site.source, {}};
  part.parsed.diagnostics.push_back(
      grammar::DiagnosticAt(grammar::Severity::kError, level.place,
                            std::move(message), std::move(hint)));
  return part;
}

/// The place of a statement that is not of each instance by itself, if any.
std::string RestrictParts(const InstanceClass& which,
                          std::vector<BoundPart>* parts) {
  for (BoundPart& part : *parts) {
    for (ParsedStatement& one : part.parsed.statements) {
      auto& statement = one.statement;
      if (statement.expr == nullptr || Restrict(which, statement.expr.get())) {
        continue;
      }
      const int line = part.source->PositionAt(statement.span.begin).line;
      return part.source->name() + ':' + std::to_string(line);
    }
  }
  return "";
}

}  // namespace

std::vector<BoundPart> BindRules(const Template& from,
                                 const std::vector<Link>& values,
                                 const grammar::ReceiverNames& receivers) {
  auto parts = Binder(from, values, receivers).Parts();
  DropRepeated(&parts);
  return parts;
}

std::vector<Link> ValuesOf(const Template& from, const SiteFile& site,
                           const std::string& host,
                           const InstanceClass& which) {
  std::vector<Link> values;
  for (const Parameter& one : from.parameters) {
    values.push_back(ChainOf(from, one, site, host, [&](const Level& level) {
                       return which.Has(level);
                     }).back());
  }
  return values;
}

bool IsOn(const Template& from, const std::vector<Link>& values) {
  const auto index =
      static_cast<std::size_t>(from.Find(kEnabled) - from.parameters.data());
  const auto* on = std::get_if<bool>(&values[index].value.value);
  return on == nullptr || *on;
}

std::vector<BoundPart> BoundRules(const Template& from, const SiteFile& site,
                                  const std::string& host) {
  const auto classes = ClassesOf(from, site, host);
  const Level* level = InstanceLevel(from, site, host);
  if (classes.empty()) {
    std::vector<BoundPart> parts;
    parts.push_back(
        Refused(site, *level,
                "globs of instances divide those of " + from.name +
                    " on a host into "
                    "more than " +
                    std::to_string(kMostClasses) + " kinds",
                "globs that have no name in common are cheap: sda*, sdb*"));
    return parts;
  }
  std::vector<BoundPart> all;
  for (const InstanceClass& which : classes) {
    const auto values = ValuesOf(from, site, host, which);
    if (!IsOn(from, values)) continue;
    auto parts = BindRules(from, values, site.receivers);
    for (const std::string& glob : which.in) {
      for (BoundPart& part : parts) Rename(glob, &part);
    }
    const std::string wrong = RestrictParts(which, &parts);
    if (!wrong.empty()) {
      all.push_back(Refused(
          site, *level,
          "instances cannot have values of their own of " + from.name + ": " +
              wrong + " is not about each of them",
          "such a rule has one some_inst, or its action is for each instance"));
      break;
    }
    std::move(parts.begin(), parts.end(), std::back_inserter(all));
  }
  DropRepeated(&all);
  NumberNames(&all);
  return all;
}

}  // namespace rules::site
