// linux_dump: the metrics of this host as tocsin sees them.
//   values [ROOT]  a line a metric: name, identifier, type, instance domain,
//                  semantics, units; then a line a value, after a tab:
//                  instance, its name, value
//   table          docs/linux-metrics.md
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/linux/linux_source.h"
#include "tests/support/metric_text.h"

namespace {

using pmapi::MetricDesc;
using tests::OneField;
using tests::SemanticsName;
using tests::UnitsOf;
using tests::ValueText;

using Names = std::map<pmapi::InstanceId, std::string>;

Names InstanceNames(const pmapi::MetricCatalog& catalog, pmapi::InDom indom) {
  Names names;
  if (auto got = catalog.Instances(indom)) {
    for (const pmapi::Instance& one : *got) names[one.id] = one.name;
  }
  return names;
}

int PrintValues(const char* root) {
  auto source = pmapi::OpenLinuxSource({root});
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().message.c_str());
    return 1;
  }
  const pmapi::MetricCatalog& catalog = (*source)->Catalog();
  const std::vector<std::string> names = catalog.MetricNames();
  std::vector<pmapi::Want> wants;
  for (const std::string& name : names) {
    wants.push_back({*catalog.Describe(name), {}});
  }
  const pmapi::TickGrid grid{{0}, {base::kNanosPerSecond}};
  auto stream = (*source)->Open(wants, grid);
  pmapi::Samples samples;
  if (!stream || !(*stream)->Fetch(1, &samples)) return 1;
  std::map<pmapi::InDom, Names> instances;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const MetricDesc& desc = wants[i].desc;
    std::printf("%s\t%s\t%s\t%s\t%s\t%s\n", names[i].c_str(),
                PmidText(desc.pmid).c_str(), TypeName(desc.type).c_str(),
                InDomText(desc.indom).c_str(), SemanticsName(desc.semantics),
                UnitsOf(desc).c_str());
    if (!desc.singular() && !instances.contains(desc.indom)) {
      instances[desc.indom] = InstanceNames(catalog, desc.indom);
    }
    const pmapi::MetricSamples& got = samples.metrics[i];
    const auto& ids =
        samples.groups[static_cast<std::size_t>(got.group)].instances;
    for (std::size_t j = 0; j < ids.size(); ++j) {
      if (got.cells[j] != pmapi::kKnown) continue;
      const std::string text =
          ValueText(desc.type, got.bits[j], samples.strings);
      std::printf("\t%d\t%s\t%s\n", ids[j],
                  OneField(instances[desc.indom][ids[j]]).c_str(),
                  OneField(text).c_str());
    }
  }
  return 0;
}

int PrintTable() {
  auto source = pmapi::OpenLinuxSource({});
  if (!source) return 1;
  const pmapi::MetricCatalog& catalog = (*source)->Catalog();
  const std::vector<std::string> names = catalog.MetricNames();
  std::printf(
      "# The metrics of this host\n\n"
      "What tocsin reads without PCP, made by `linux_dump table` from the\n"
      "catalogue in pmapi/linux: %zu metrics, under PCP's names. What the\n"
      "kernel at hand does not have has no value.\n\n"
      "| metric | identifier | type | instances | semantics | units |\n"
      "|---|---|---|---|---|---|\n",
      names.size());
  for (const std::string& name : names) {
    const MetricDesc desc = *catalog.Describe(name);
    std::printf("| %s | %s | %s | %s | %s | %s |\n", name.c_str(),
                PmidText(desc.pmid).c_str(), TypeName(desc.type).c_str(),
                desc.singular() ? "" : InDomText(desc.indom).c_str(),
                SemanticsName(desc.semantics), UnitsOf(desc).c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "values") return PrintValues(argc > 2 ? argv[2] : "");
  if (what == "table") return PrintTable();
  std::fprintf(stderr, "usage: linux_dump values [ROOT] | table\n");
  return 2;
}
