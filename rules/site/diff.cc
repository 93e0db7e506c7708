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
  const Template* of = nullptr;
  std::vector<Link> values;
  Lines statements;

  const Link* Find(const std::string& parameter) const {
    const Parameter* found = of == nullptr ? nullptr : of->Find(parameter);
    if (found == nullptr) return nullptr;
    return &values[static_cast<std::size_t>(found - of->parameters.data())];
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

void AppendParameters(const Rendered& from, const Rendered& to, Lines* lines) {
  Lines names;
  for (const Rendered* one : {&from, &to}) {
    if (one->of == nullptr) continue;
    for (const Parameter& parameter : one->of->parameters) {
      if (std::find(names.begin(), names.end(), parameter.name) ==
          names.end()) {
        names.push_back(parameter.name);
      }
    }
  }
  for (const std::string& name : names) {
    const Link* before = from.Find(name);
    const Link* after = to.Find(name);
    const bool same =
        before != nullptr && after != nullptr && before->value == after->value;
    if (same) continue;
    lines->push_back(name + ": " + LinkText(before) + " -> " + LinkText(after));
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
