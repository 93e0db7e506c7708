// Definitions found, diagnosed and followed.
#include "cli/derived_metrics.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/one_line.h"
#include "cli/diagnostic_text.h"
#include "pmapi/derived/load.h"
#include "pmapi/source/event_names.h"

namespace cli {
namespace {

using pmapi::notation::DerivedConfig;
using pmapi::notation::DerivedDiagnostic;
using pmapi::notation::DerivedOp;

constexpr const char* kVariable = "PCP_DERIVED_CONFIG";
constexpr const char* kFolder = "/config/derived";

/// "FILE:LINE:COLUMN: error: ...", the line and a caret.
std::string OurText(const DerivedDiagnostic& diagnostic) {
  std::string place =
      base::OneLine(diagnostic.file) + ':' + std::to_string(diagnostic.line);
  if (diagnostic.mark) {
    place += ':' + std::to_string(diagnostic.begin + *diagnostic.mark + 1);
  }
  std::string lines =
      place + (diagnostic.is_warning ? ": warning: " : ": error: ");
  // The name of PCP's function is left out: it means nothing to the author of a
  // file.
  const std::size_t call = diagnostic.what.find("pmLoadDerivedConfig: ");
  lines += base::OneLine(
      call == 0 ? diagnostic.what.substr(diagnostic.what.find(' ') + 1)
      : diagnostic.reason.empty() ? "syntax error"
                                  : diagnostic.reason);
  lines += '\n';
  if (!diagnostic.text) return lines;
  const std::string_view text = *diagnostic.text;
  const std::size_t mark = diagnostic.mark.value_or(0);
  const std::string_view part = base::PartOfLine(text, mark);
  lines += "  " + base::OneLine(part) + '\n';
  if (!diagnostic.mark) return lines;
  const auto left_out = static_cast<std::size_t>(part.data() - text.data());
  return lines + "  " + std::string(mark - left_out, ' ') + "^\n";
}

}  // namespace

DerivedConfig LoadDerivedMetrics(const Environment& environment, bool as_pmie,
                                 Output* err) {
  const auto paths = environment(kVariable);
  std::vector<base::Error> unread;
  DerivedConfig config = pmapi::LoadDerived(
      paths ? *paths
            : environment("PCP_VAR_DIR").value_or("/var/lib/pcp") + kFolder,
      &unread);
  if (paths && !as_pmie) {
    for (const base::Error& one : unread) {
      err->Print("tocsin: warning - " + std::string(kVariable) + ": " +
                 base::OneLine(one.message) + '\n');
    }
  }
  err->Print(DerivedComplaints(config, as_pmie));
  return config;
}

std::string DerivedComplaints(const DerivedConfig& config, bool as_pmie) {
  std::string text;
  const auto& diagnostics = config.diagnostics();
  const std::size_t shown =
      as_pmie ? diagnostics.size() : std::min(diagnostics.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += as_pmie ? DiagnosticText(diagnostics[i]) : OurText(diagnostics[i]);
  }
  if (const std::size_t more = diagnostics.size() - shown; more > 0) {
    text += "and " + std::to_string(more) + " more\n";
  }
  return text;
}

namespace {

/// The x of defined(x).
std::set<std::string> NamesInDefined(
    const std::vector<pmapi::notation::DerivedNode>& nodes) {
  std::set<std::string> names;
  for (const auto& node : nodes) {
    if (node.op == DerivedOp::kDefined) names.insert(node.text);
  }
  return names;
}

using Names = std::set<std::string>;

/// What definitions need of a host, beside what rules need.
struct Operands {
  std::map<std::string, Names> of;  // a metric: none where it is not derived
  Names wanted;                     // by who cannot do without
};

Operands Follow(const DerivedConfig& config, const MetricNeeds& needs) {
  Operands operands;
  std::vector<std::string> open;
  for (const auto& [metric, instances] : needs) {
    open.push_back(metric);
    operands.wanted.insert(metric);
  }
  while (!open.empty()) {
    const std::string metric = std::move(open.back());
    open.pop_back();
    const auto [known, is_new] = operands.of.try_emplace(metric);
    const auto place = config.Find(metric);
    if (!is_new || !place) continue;
    const auto& nodes = config.definitions()[*place].expr.nodes;
    const Names only_if_there = NamesInDefined(nodes);
    for (const auto& node : nodes) {
      if (node.op != DerivedOp::kMetric && node.op != DerivedOp::kDefined) {
        continue;
      }
      if (!only_if_there.contains(node.text)) {
        operands.wanted.insert(node.text);
      }
      known->second.insert(node.text);
      open.push_back(node.text);
    }
  }
  return operands;
}

/// What the derived `metric` is made of, in the end.
Names Below(const DerivedConfig& config, const Operands& operands,
            const std::string& metric) {
  Names seen;
  Names found;
  std::vector<std::string> open = {metric};
  while (!open.empty()) {
    const std::string one = std::move(open.back());
    open.pop_back();
    if (!seen.insert(one).second) continue;
    if (!config.Find(one)) found.insert(one);
    const Names& its = operands.of.at(one);
    open.insert(open.end(), its.begin(), its.end());
  }
  return found;
}

}  // namespace

std::vector<pmapi::Need> WithOperands(const DerivedConfig& config,
                                      const MetricNeeds& needs) {
  const Operands operands = Follow(config, needs);
  std::vector<pmapi::Need> list;
  for (const auto& [metric, its] : operands.of) {
    pmapi::Need& need = list.emplace_back();
    const bool derived = config.Find(metric).has_value();
    need.metric = metric;
    need.optional = derived || !operands.wanted.contains(metric) ||
                    pmapi::IsEventName(metric) || metric.starts_with("*.");
    const auto own = needs.find(metric);
    if (own == needs.end() || own->second.empty()) continue;
    need.instances = {own->second.begin(), own->second.end()};
    if (!derived) continue;
    const Names below = Below(config, operands, metric);
    need.operands = {below.begin(), below.end()};
  }
  return list;
}

}  // namespace cli
