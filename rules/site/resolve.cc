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

std::string PlaceIn(const grammar::SourceText& source,
                    const base::yaml::Place& place) {
  return source.name() + ':' +
         std::to_string(source.PositionAt(place.begin).line);
}

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
  const auto read = ReadValue(*parameter, one.text);
  const auto* refusal = std::get_if<Refusal>(&read);
  if (refusal == nullptr) return {};
  return {DiagnosticAt(Severity::kError, one.place,
                       one.rule + '.' + one.parameter + ' ' + refusal->message +
                           ", as " + PlaceIn(named->source, parameter->place) +
                           " has it",
                       refusal->hint)};
}

}  // namespace

std::vector<Link> ChainOf(const Template& from, const Parameter& parameter,
                          const SiteFile& site, const std::string& host) {
  std::vector<Link> chain{{"default", parameter.initial_text, parameter.initial,
                           PlaceIn(from.source, parameter.place)}};
  for (const Level& level : site.levels) {
    if (!site.Applies(level, host)) continue;
    for (const Setting& one : level.settings) {
      if (one.rule != from.name || one.parameter != parameter.name) continue;
      auto read = ReadValue(parameter, one.text);
      auto* value = std::get_if<Value>(&read);
      if (value == nullptr) continue;
      chain.push_back({level.Text(), one.text, std::move(*value),
                       PlaceIn(site.source, one.place)});
    }
  }
  return chain;
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

grammar::ParsedFile BoundRules(const Template& from, const SiteFile& site,
                               const std::string& host) {
  grammar::Parser parser;
  for (const Parameter& parameter : from.parameters) {
    const Link link = ChainOf(from, parameter, site, host).back();
    auto value = std::visit(
        [](const auto& one) -> decltype(grammar::BoundValue::value) {
          return one;
        },
        link.value.value);
    parser.Bind(parameter.name, {std::move(value), link.value.shown});
  }
  grammar::ParsedFile parsed = parser.Parse(from.rules);
  for (const grammar::ParsedStatement& one : parsed.statements) {
    const bool constant = one.kind == grammar::ParsedStatement::Kind::kConstant;
    if (!constant || from.Find(one.statement.name) == nullptr) continue;
    grammar::Diagnostic twice;
    twice.span = one.statement.span;
    twice.message = one.statement.name + " is a parameter of this template";
    twice.hint = "give the constant another name";
    parsed.diagnostics.push_back(std::move(twice));
  }
  return parsed;
}

}  // namespace rules::site
