// From the least level to the one that counts most.
#include "rules/site/resolve.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "grammar/nearest.h"
#include "grammar/settings/settings.h"

namespace rules::site {
namespace {

using grammar::DiagnosticAt;
using grammar::Severity;

template <typename Named>
std::string DidYouMean(const std::string& name, const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  const std::string meant = grammar::Nearest(name, names);
  return meant.empty() ? "" : "did you mean " + meant + "?";
}

/// What is wrong with `one`, if anything.
std::vector<grammar::Diagnostic> Check(const Setting& one,
                                       const std::vector<Template>& templates) {
  const auto named =
      std::find_if(templates.begin(), templates.end(),
                   [&](const Template& two) { return two.name == one.rule; });
  if (named == templates.end()) {
    return {DiagnosticAt(Severity::kError, one.key,
                         "there is no template " + one.rule,
                         DidYouMean(one.rule, templates))};
  }
  const Parameter* parameter = named->Find(one.parameter);
  if (parameter == nullptr) {
    return {DiagnosticAt(
        Severity::kError, one.key,
        "template " + one.rule + " has no parameter " + one.parameter,
        DidYouMean(one.parameter, named->parameters))};
  }
  const auto read = ReadValue(*parameter, one.value);
  const auto* refusal = std::get_if<Refusal>(&read);
  if (refusal == nullptr) return {};
  return {DiagnosticAt(Severity::kError,
                       refusal->place.value_or(one.value.place),
                       one.rule + '.' + one.parameter + ' ' + refusal->message +
                           ", as " + parameter->Origin() + " has it",
                       refusal->hint)};
}

}  // namespace

std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host,
                          const std::function<bool(const Level&)>& counts) {
  std::vector<Link> chain{{"default", parameter.initial_text, parameter.initial,
                           parameter.file, parameter.line}};
  for (const Level& level : site.levels) {
    for (const Setting& one : level.settings) {
      if (one.rule != from.name || one.parameter != parameter.name) continue;
      if (!site.Applies(level, host) || !counts(level)) break;
      auto read = ReadValue(parameter, one.value);
      auto* value = std::get_if<Value>(&read);
      if (value == nullptr) continue;
      chain.push_back({level.Text(), one.Text(), std::move(*value),
                       site.source.name(),
                       site.source.PositionAt(one.value.place.begin).line});
    }
  }
  return chain;
}

std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host,
                          const std::optional<std::string>& instance) {
  return ChainOf(from, parameter, site, host, [&](const Level& level) {
    return level.instances.empty() ||
           (instance && level.pattern->Matches(*instance));
  });
}

std::vector<grammar::Diagnostic> CheckSite(
    const SiteFile& site, const std::vector<Template>& templates) {
  std::vector<grammar::Diagnostic> all;
  for (const Level& level : site.levels) {
    const bool nobody = level.kind == Level::Kind::kLabel &&
                        std::none_of(site.labels.begin(), site.labels.end(),
                                     [&](const auto& host) {
                                       return site.Applies(level, host.first);
                                     });
    if (nobody) {
      all.push_back(DiagnosticAt(
          Severity::kWarning, level.place, "no host has the " + level.Text(),
          "hosts have labels below hosts: NAME: labels:"));
    }
    for (const Setting& one : level.settings) {
      auto wrong = Check(one, templates);
      std::move(wrong.begin(), wrong.end(), std::back_inserter(all));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.span.begin < b.span.begin;
  });
  return all;
}

}  // namespace rules::site
