// A metric a paragraph.
#include "cli/metric_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/printable.h"
#include "cli/json_text.h"
#include "grammar/names.h"

namespace cli {
namespace {

using pmapi::MetricDesc;
using pmapi::Semantics;
using pmapi::Type;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostInstances = 10;
constexpr char kIndent[] = "    ";

const char* Word(Semantics semantics) {
  switch (semantics) {
    case Semantics::kCounter:
      return "counter";
    case Semantics::kInstant:
      return "instant";
    case Semantics::kDiscrete:
      return "discrete";
  }
  return "unknown semantics";
}

const char* Word(Type type) {
  switch (type) {
    case Type::k32:
      return "32-bit integer";
    case Type::kU32:
      return "32-bit unsigned";
    case Type::k64:
      return "64-bit integer";
    case Type::kU64:
      return "64-bit unsigned";
    case Type::kFloat:
      return "float";
    case Type::kDouble:
      return "double";
    case Type::kString:
      return "string";
    case Type::kAggregate:
    case Type::kAggregateStatic:
      return "bytes, which rules cannot read";
    case Type::kEvent:
    case Type::kHighresEvent:
      return "event records, for count_event and its kin";
    case Type::kNoSupport:
    case Type::kUnknown:
      break;
  }
  return "no values";
}

std::string Kind(const MetricDesc& desc) {
  const std::string units = pmapi::UnitsText(desc.units);
  return std::string(Word(desc.semantics)) + ", " +
         (units.empty() ? "" : units + ", ") + Word(desc.type);
}

std::string InstanceLine(const std::vector<pmapi::Instance>& instances,
                         bool all) {
  if (instances.empty()) return "no instances now";
  const std::size_t shown =
      all ? instances.size() : std::min(instances.size(), kMostInstances);
  std::string line = std::to_string(instances.size()) +
                     (instances.size() == 1 ? " instance: " : " instances: ");
  for (std::size_t i = 0; i < shown; ++i) {
    line += (i == 0 ? "" : ", ") + grammar::IdentifierText(instances[i].name);
  }
  if (shown == instances.size()) return line;
  return line + " and " + std::to_string(instances.size() - shown) +
         " more (-i shows all)";
}

/// Each line of `text`, as far as there is something on it, below a metric.
std::string Indented(std::string_view text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto line = base::PrintableLines(text.substr(at, end - at));
    lines += (line.empty() ? "" : kIndent + line) + '\n';
    at = end + 1;
  }
  return lines;
}

Json AsObject(const ListedMetric& metric) {
  Json object{{"host", metric.host}, {"name", metric.name}};
  if (!metric.desc) {
    object["error"] = metric.desc.error().message;
    return object;
  }
  object["type"] = Word(metric.desc->type);
  object["semantics"] = Word(metric.desc->semantics);
  object["units"] = pmapi::UnitsText(metric.desc->units);
  const auto& [line, text] = metric.help;
  if (!line.empty()) object["help_line"] = line;
  if (!text.empty()) object["help_text"] = text;
  if (!metric.instances) return object;
  if (!*metric.instances) {
    object["error"] = metric.instances->error().message;
    return object;
  }
  object["instances"] = Json::array();
  for (const pmapi::Instance& instance : **metric.instances) {
    object["instances"].push_back(instance.name);
  }
  return object;
}

}  // namespace

ListedMetric Look(const pmapi::MetricCatalog& catalog, const std::string& host,
                  const std::string& name) {
  ListedMetric metric{host, name, catalog.Describe(name), std::nullopt};
  if (metric.desc && !metric.desc->singular()) {
    metric.instances = catalog.Instances(metric.desc->indom);
  }
  if (metric.desc) metric.help = catalog.Help(name);
  return metric;
}

std::string AsText(const ListedMetric& metric, bool all_instances) {
  const std::string name = base::Printable(metric.name);
  if (!metric.desc) {
    return name +
           ": not known now: " + base::Printable(metric.desc.error().message) +
           '\n';
  }
  std::string text =
      name + ": " + Kind(*metric.desc) + '\n' + Indented(metric.help.line);
  if (!metric.instances) return text;
  const auto& instances = *metric.instances;
  return text + Indented(base::Printable(
                    instances ? InstanceLine(*instances, all_instances)
                              : "instances not known now: " +
                                    instances.error().message));
}

std::string LongText(const ListedMetric& metric) {
  const auto& [line, text] = metric.help;
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos || text == line) return "";
  return '\n' + Indented(std::string_view(text).substr(0, end + 1));
}

std::string AsJson(const std::vector<ListedMetric>& metrics) {
  Json list = Json::array();
  for (const ListedMetric& metric : metrics) list.push_back(AsObject(metric));
  return JsonText(list, 2);
}

}  // namespace cli
