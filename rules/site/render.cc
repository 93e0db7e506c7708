// Comments, and then statement by statement.
#include "rules/site/render.h"

#include "base/printable.h"
#include "grammar/names.h"
#include "grammar/print.h"

namespace rules::site {
namespace {

constexpr double kDefaultInterval = 10;

std::string Comment(const std::string& text) {
  return base::Printable("// " + text) + '\n';
}

std::string DeltaLine(double seconds) {
  return "delta = " + grammar::NumberText(seconds) + ";\n";
}

/// One for each value: of instances those that are other ones.
std::string ValueComments(const Template& from, const SiteFile& site,
                          const std::string& host) {
  const auto values = ValuesOf(from, site, host);
  std::string text;
  for (const InstanceClass& which : ClassesOf(from, site, host)) {
    const auto own = ValuesOf(from, site, host, which);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Parameter& parameter = from.parameters[i];
      const Link& link = own[i];
      const bool same = !which.in.empty() && link.level == values[i].level;
      if (same || (parameter.name == kEnabled && which.in.empty())) continue;
      std::string name = parameter.name;
      for (const std::string& glob : which.in) name += ' ' + glob;
      text += Comment(name + ": " + link.text + " (" + link.level + ", " +
                      link.Place() + ")");
    }
  }
  return text;
}

}  // namespace

std::string StatementsText(const std::vector<BoundPart>& parts) {
  std::string text;
  double interval = kDefaultInterval;
  for (const BoundPart& part : parts) {
    for (const grammar::ParsedStatement& one : part.parsed.statements) {
      if (one.statement.expr == nullptr) continue;
      if (one.statement.interval != interval) {
        interval = one.statement.interval;
        text += DeltaLine(interval);
      }
      text += grammar::Print(one.statement) + '\n';
    }
  }
  if (interval != kDefaultInterval) text += DeltaLine(kDefaultInterval);
  return text;
}

std::string RenderRules(const Template& from, const SiteFile& site,
                        const std::string& host) {
  const auto parts = BoundRules(from, site, host);
  if (parts.empty()) return "";
  return Comment(from.name +
                 (from.summary.empty() ? "" : ": " + from.summary)) +
         ValueComments(from, site, host) + StatementsText(parts);
}

}  // namespace rules::site
