// Definitions found, complained of and followed.
#include "cli/derived_metrics.h"

#include <set>

#include "pmapi/derived/load.h"

namespace cli {
namespace {

using grammar::micro::DerivedComplaint;
using grammar::micro::DerivedConfig;
using grammar::micro::DerivedOp;

constexpr const char* kFolder = "/config/derived";

/// "FILE:LINE:COLUMN: error: ...", the line and a caret.
std::string OurText(const DerivedComplaint& complaint) {
  std::string place = complaint.file + ':' + std::to_string(complaint.line);
  if (complaint.mark) {
    place += ':' + std::to_string(complaint.begin + *complaint.mark + 1);
  }
  std::string lines =
      place + (complaint.is_warning ? ": warning: " : ": error: ");
  // PCP's functions mean nothing to who writes a file.
  const std::size_t call = complaint.what.find("pmLoadDerivedConfig: ");
  lines += call == 0 ? complaint.what.substr(complaint.what.find(' ') + 1)
           : complaint.reason.empty() ? "syntax error"
                                      : complaint.reason;
  lines += '\n';
  if (complaint.text) lines += "  " + *complaint.text + '\n';
  if (complaint.mark) {
    lines += "  " + std::string(*complaint.mark, ' ') + "^\n";
  }
  return lines;
}

}  // namespace

DerivedConfig LoadDerivedMetrics(const Environment& environment) {
  const auto paths = environment("PCP_DERIVED_CONFIG");
  if (paths) return pmapi::LoadDerived(*paths);
  return pmapi::LoadDerived(
      environment("PCP_VAR_DIR").value_or("/var/lib/pcp") + kFolder);
}

std::string DerivedComplaints(const DerivedConfig& config, bool as_pmie) {
  std::string text;
  for (const DerivedComplaint& complaint : config.complaints()) {
    text += as_pmie ? ComplaintText(complaint) : OurText(complaint);
  }
  return text;
}

namespace {

/// The x of defined(x).
std::set<std::string> NamesInDefined(
    const std::vector<grammar::micro::DerivedNode>& nodes) {
  std::set<std::string> names;
  for (const auto& node : nodes) {
    if (node.op == DerivedOp::kDefined) names.insert(node.text);
  }
  return names;
}

}  // namespace

std::vector<pmapi::PmcdNeed> WithOperands(const DerivedConfig& config,
                                          const MetricNeeds& needs) {
  MetricNeeds all = needs;
  std::set<std::string> derived;
  std::set<std::string> wanted;  // by who cannot do without
  std::vector<std::string> open;
  for (const auto& [metric, instances] : needs) {
    open.push_back(metric);
    wanted.insert(metric);
  }
  while (!open.empty()) {
    const std::string metric = std::move(open.back());
    open.pop_back();
    const auto place = config.Find(metric);
    if (!place) continue;
    derived.insert(metric);
    // Instances that a rule names are perhaps some of an operand's.
    const std::set<std::string> instances = all[metric];
    const auto& nodes = config.definitions()[*place].expr.nodes;
    const std::set<std::string> only_if_there = NamesInDefined(nodes);
    for (const auto& node : nodes) {
      if (node.op != DerivedOp::kMetric && node.op != DerivedOp::kDefined) {
        continue;
      }
      if (!only_if_there.contains(node.text)) wanted.insert(node.text);
      const auto [known, is_new] = all.try_emplace(node.text);
      const std::size_t before = known->second.size();
      known->second.insert(instances.begin(), instances.end());
      if (is_new || known->second.size() > before) open.push_back(node.text);
    }
  }
  std::vector<pmapi::PmcdNeed> list;
  for (const auto& [metric, instances] : all) {
    list.push_back({metric,
                    {instances.begin(), instances.end()},
                    derived.contains(metric) || !wanted.contains(metric)});
  }
  return list;
}

}  // namespace cli
