// Where bindings come from, and how single values are written.
#include <climits>
#include <cmath>
#include <cstdio>

#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/evaluator.h"

namespace spec {
namespace {

/// The first of the conjuncts of `node` that has metrics.
const Node* ConjunctWithMetrics(const Node& node) {
  if (MetricsOf(node) != nullptr) return &node;
  if (node.op != Op::kAnd) return nullptr;
  const Node* found = ConjunctWithMetrics(*node.left);
  return found != nullptr ? found : ConjunctWithMetrics(*node.right);
}

const Node& ChildWithMetrics(const Node& node) {
  const bool left = !node.right || MetricsOf(*node.left) == MetricsOf(node);
  return left ? *node.left : *node.right;
}

const char* FormatOf(double magnitude) {
  if (magnitude < 0.5) return "%g";
  if (magnitude < 5) return "%.2f";
  return magnitude < 50 ? "%.1f" : "%.0f";
}

}  // namespace

const Node* BindingNode(const Node& condition,
                        const std::function<Dims(const Node&)>& dims) {
  const Node* at = ConjunctWithMetrics(condition);
  while (at != nullptr && at->left && !at->is_aggregate()) {
    const Dims now = dims(*at);
    if (now.instances > 0 && now.hosts > 0) break;
    at = &ChildWithMetrics(*at);
  }
  return at;
}

const Node& ValueNode(const Node& binding) {
  const Node* at = &binding;
  while (at->sort == Sort::kTruth && at->left && MetricsOf(*at) != nullptr) {
    at = &ChildWithMetrics(*at);
  }
  return *at;
}

std::string InstanceName(const Log& log, const pmapi::MetricDesc& desc,
                         pmapi::InstanceId id) {
  return log.names.at(desc.indom).at(id);
}

std::string HostName(const Lane& lane, const std::vector<Log>& logs) {
  if (lane.log < 0) return "";
  return logs[lane.log].archive->host();
}

Bound BoundTo(const Lane& lane, const std::vector<Log>& logs) {
  Bound bound;
  if (lane.has_instance) bound.instance = lane.name;
  if (!lane.has_host) return bound;
  bound.host = HostName(lane, logs);
  bound.context = logs[lane.log].archive->name();
  return bound;
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : " ") + part;
  }
  return text;
}

std::string NumberText(double value, const Switches& switches) {
  if (std::isnan(value)) return "?";
  char text[512];
  if (value >= INT_MIN && value <= INT_MAX && value == std::trunc(value)) {
    std::snprintf(text, sizeof text, "%d", static_cast<int>(value));
    return text;
  }
  std::snprintf(text, sizeof text, FormatOf(std::fabs(value)), value);
  std::string written = text;
  if (written.size() <= 23) return written;
  if (!switches.long_numbers) return written.substr(0, 23);
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string TruthText(double code) {
  if (code == kTrue) return "true";
  return code == kFalse ? "false" : "unknown";
}

}  // namespace spec
