// Template by template, in the order of their names.
#include "rules/site/diff.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/printable.h"
#include "rules/site/bound_rules.h"
#include "rules/site/render.h"

namespace rules::site {
namespace {

using Lines = std::vector<std::string>;

/// A template on a host; one that is not there has nothing.
struct Rendered {
  const Side* side = nullptr;
  const Template* of = nullptr;
  std::vector<Link> values;
  Lines statements;

  /// As `values`, of the instances of `which`.
  std::vector<Link> ValuesFor(const InstanceClass& which) const {
    return ValuesOf(*of, side->site->file, side->host, which);
  }
  /// That of the parameter among `links`, which are in the order of `values`.
  const Link* Find(const std::string& parameter,
                   const std::vector<Link>& links) const {
    const Parameter* found = of == nullptr ? nullptr : of->Find(parameter);
    if (found == nullptr) return nullptr;
    return &links[static_cast<std::size_t>(found - of->parameters.data())];
  }
};

Lines LinesOf(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

Rendered RenderedOf(const Side& side, const std::string& name) {
  Rendered rendered;
  rendered.side = &side;
  rendered.of = side.site->Find(name);
  if (rendered.of == nullptr) return rendered;
  const SiteFile& file = side.site->file;
  rendered.values = ValuesOf(*rendered.of, file, side.host);
  rendered.statements =
      LinesOf(StatementsText(BoundRules(*rendered.of, file, side.host)));
  return rendered;
}

std::string LinkText(const Link* link) {
  if (link == nullptr) return "none";
  return link->text + " (" + link->level + ", " + link->Place() + ")";
}

/// Of both, each once.
Lines ParametersOf(const Rendered& from, const Rendered& to) {
  Lines names;
  for (const Rendered* one : {&from, &to}) {
    for (const Parameter& parameter : one->of->parameters) {
      if (std::find(names.begin(), names.end(), parameter.name) ==
          names.end()) {
        names.push_back(parameter.name);
      }
    }
  }
  return names;
}

void AppendParameters(const Rendered& from, const Rendered& to, Lines* lines) {
  for (const std::string& name : ParametersOf(from, to)) {
    const Link* before = from.Find(name, from.values);
    const Link* after = to.Find(name, to.values);
    const bool same =
        before != nullptr && after != nullptr && before->value == after->value;
    if (same) continue;
    lines->push_back(name + ": " + LinkText(before) + " -> " + LinkText(after));
  }
}

/// Those of either side, but the one of instances that no glob matches.
std::vector<InstanceClass> ClassesOfBoth(const Rendered& from,
                                         const Rendered& to) {
  std::vector<InstanceClass> classes;
  std::set<std::set<std::string>> known{{}};
  for (const Rendered* side : {&from, &to}) {
    for (InstanceClass& one :
         ClassesOf(*side->of, side->side->site->file, side->side->host)) {
      const bool is_new = known.emplace(one.in.begin(), one.in.end()).second;
      if (is_new) classes.push_back(std::move(one));
    }
  }
  return classes;
}

/// Where instances have values of their own: what other ones the classes of
/// instances have, each such change once.
void AppendInstances(const Rendered& from, const Rendered& to, Lines* lines) {
  std::set<std::string> told;
  for (const InstanceClass& which : ClassesOfBoth(from, to)) {
    const auto all_before = from.ValuesFor(which);
    const auto all_after = to.ValuesFor(which);
    std::string globs;
    for (const std::string& one : which.in) {
      globs += (globs.empty() ? " of " : " and ") + one;
    }
    for (const Parameter& parameter : from.of->parameters) {
      const std::string& name = parameter.name;
      const Link* before = from.Find(name, all_before);
      const Link* after = to.Find(name, all_after);
      if (after == nullptr) continue;  // that is told of the host
      const bool had = before->level != from.Find(name, from.values)->level;
      const bool has = after->level != to.Find(name, to.values)->level;
      const bool same = before->value == after->value && had == has;
      if (same || (!had && !has)) continue;
      const std::string change =
          ": " + LinkText(before) + " -> " + LinkText(after);
      if (!told.insert(name + change).second) continue;
      lines->push_back(name + globs + change);
    }
  }
}

/// Those of `these` that are not among `others`, with a sign before them.
void AppendOthers(const Lines& these, const Lines& others, const char* sign,
                  Lines* lines) {
  const std::set<std::string> known(others.begin(), others.end());
  for (const std::string& one : these) {
    if (!known.contains(one)) lines->push_back(sign + one);
  }
}

std::string DiffTemplate(const std::string& name, const Rendered& from,
                         const Rendered& to) {
  Lines lines;
  if (from.of != nullptr && to.of != nullptr) {
    AppendParameters(from, to, &lines);
    AppendInstances(from, to, &lines);
  }
  AppendOthers(from.statements, to.statements, "- ", &lines);
  AppendOthers(to.statements, from.statements, "+ ", &lines);
  const bool gone = to.of == nullptr;
  const bool come = from.of == nullptr;
  if (lines.empty() && !gone && !come) return "";
  std::string text = base::Printable(name);
  if (gone || come) text += gone ? ": is gone" : ": is new";
  text += '\n';
  for (const std::string& one : lines) {
    text += "  " + base::Printable(one) + '\n';
  }
  return text;
}

}  // namespace

std::string DiffRules(const Side& from, const Side& to) {
  std::set<std::string> names;
  for (const Side* side : {&from, &to}) {
    for (const Template& one : side->site->templates) names.insert(one.name);
  }
  std::string text;
  for (const std::string& name : names) {
    text += DiffTemplate(name, RenderedOf(from, name), RenderedOf(to, name));
  }
  return text;
}

}  // namespace rules::site
