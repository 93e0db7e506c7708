// Words and values as pminfo has them.
#include "tests/support/metric_text.h"

#include <bit>
#include <cstdio>
#include <map>

namespace tests {

using pmapi::MetricDesc;
using pmapi::Semantics;
using pmapi::Type;

namespace {

std::string OneField(const std::string& text) {
  std::string field;
  for (const char c : text) {
    if (c == '\n') {
      field += "\\n";
    } else if (c == '\t') {
      field += "\\t";
    } else {
      field += c;
    }
  }
  return field;
}

std::string MetricLine(const std::string& name, const MetricDesc& desc) {
  return name + '\t' + PmidText(desc.pmid) + '\t' + TypeName(desc.type) + '\t' +
         InDomText(desc.indom) + '\t' + SemanticsName(desc.semantics) + '\t' +
         UnitsOf(desc) + '\n';
}

std::string ValueLines(const pmapi::MetricCatalog& catalog,
                       const MetricDesc& desc, const pmapi::Samples& samples,
                       const pmapi::MetricSamples& metric) {
  std::map<pmapi::InstanceId, std::string> names;
  if (const auto instances = catalog.Instances(desc.indom)) {
    for (const pmapi::Instance& one : *instances) names[one.id] = one.name;
  }
  const auto& ids = samples.groups[metric.group].instances;
  std::string lines;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (metric.cells[i] != pmapi::kKnown) continue;
    lines +=
        '\t' + std::to_string(ids[i]) + '\t' + OneField(names[ids[i]]) + '\t' +
        OneField(ValueText(desc.type, metric.bits[i], samples.strings)) + '\n';
  }
  return lines;
}

base::Result<std::string> SourceText(pmapi::Source* source,
                                     base::Timestamp now) {
  const pmapi::MetricCatalog& catalog = source->Catalog();
  const std::vector<std::string> names = catalog.MetricNames();
  std::vector<pmapi::Want> wants;
  for (const std::string& name : names) {
    wants.push_back({*catalog.Describe(name), {}});
  }
  auto stream = source->Open(wants, {{0}, {base::kNanosPerSecond}});
  if (!stream) return stream.error();
  (*stream)->Ask(now, {}, [] {});
  pmapi::Samples samples;
  if (const auto done = (*stream)->Fetch(1, &samples); !done) {
    return done.error();
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += MetricLine(names[i], wants[i].desc) +
            ValueLines(catalog, wants[i].desc, samples, samples.metrics[i]);
  }
  return text;
}

}  // namespace

const char* SemanticsName(Semantics semantics) {
  switch (semantics) {
    case Semantics::kCounter:
      return "counter";
    case Semantics::kInstant:
      return "instant";
    case Semantics::kDiscrete:
      return "discrete";
  }
  return "?";
}

std::string UnitsOf(const MetricDesc& desc) {
  const std::string text = UnitsText(desc.units);
  return text.empty() ? "none" : text;
}

std::string ValueText(Type type, std::uint64_t bits,
                      const std::vector<std::string>& strings) {
  char text[64];
  switch (type) {
    case Type::k32:
    case Type::k64:
      return std::to_string(static_cast<std::int64_t>(bits));
    case Type::kFloat:
      std::snprintf(text, sizeof text, "%.8g",
                    static_cast<double>(std::bit_cast<float>(
                        static_cast<std::uint32_t>(bits))));
      return text;
    case Type::kDouble:
      std::snprintf(text, sizeof text, "%.16g", std::bit_cast<double>(bits));
      return text;
    case Type::kString:
      return strings[bits];
    default:
      return std::to_string(bits);
  }
}

int PrintSource(const base::Result<std::unique_ptr<pmapi::LiveSource>>& source,
                base::Timestamp now) {
  const auto text = source ? SourceText(source->get(), now)
                           : base::Result<std::string>(source.error());
  if (text) {
    std::fputs(text->c_str(), stdout);
  } else {
    std::fprintf(stderr, "%s\n", text.error().message.c_str());
  }
  return text ? 0 : 1;
}

}  // namespace tests
