// Comments, and then statement by statement.
#include "rules/site/render.h"

#include "base/printable.h"
#include "grammar/names.h"
#include "grammar/print.h"
#include "rules/site/resolve.h"

namespace rules::site {
namespace {

constexpr double kDefaultInterval = 10;

std::string Comment(const std::string& text) {
  return base::Printable("// " + text) + '\n';
}

std::string DeltaLine(double seconds) {
  return "delta = " + grammar::NumberText(seconds) + ";\n";
}

std::string Statements(const grammar::ParsedFile& parsed) {
  std::string text;
  double interval = kDefaultInterval;
  for (const grammar::ParsedStatement& one : parsed.statements) {
    if (one.statement.expr == nullptr) continue;
    if (one.statement.interval != interval) {
      interval = one.statement.interval;
      text += DeltaLine(interval);
    }
    text += grammar::Print(one.statement) + '\n';
  }
  if (interval != kDefaultInterval) text += DeltaLine(kDefaultInterval);
  return text;
}

}  // namespace

bool IsEnabled(const Template& from, const SiteFile& site,
               const std::string& host) {
  const auto chain = ChainOf(from, *from.Find(kEnabled), site, host);
  return std::get<bool>(chain.back().value.value);
}

std::string RenderRules(const Template& from, const SiteFile& site,
                        const std::string& host) {
  if (!IsEnabled(from, site, host)) return "";
  std::string text =
      Comment(from.name + (from.summary.empty() ? "" : ": " + from.summary));
  for (const Parameter& one : from.parameters) {
    if (one.name == kEnabled) continue;
    const Link link = ChainOf(from, one, site, host).back();
    text += Comment(one.name + ": " + link.text + " (" + link.level + ", " +
                    link.place + ")");
  }
  return text + Statements(BoundRules(from, site, host));
}

}  // namespace rules::site
