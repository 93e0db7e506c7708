// linux_dump: the metrics of this host as tocsin sees them.
//   values [ROOT]  as tests::PrintSource()
//   table          docs/linux-metrics.md
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/linux/linux_source.h"
#include "tests/support/metric_text.h"

namespace {

using pmapi::MetricDesc;
using tests::SemanticsName;
using tests::UnitsOf;

int PrintTable() {
  auto source = pmapi::OpenLinuxSource({});
  if (!source) return 1;
  const pmapi::MetricCatalog& catalog = (*source)->Catalog();
  const std::vector<std::string> names = catalog.MetricNames();
  std::printf(
      "# The metrics of this host\n\n"
      "What tocsin reads without PCP, made by `linux_dump table` from the\n"
      "catalogue in pmapi/linux: %zu metrics, under PCP's names, but kmsg,\n"
      "which PCP has not. What the kernel at hand does not have has no "
      "value.\n\n"
      "| metric | what | identifier | type | instances | semantics | units |\n"
      "|---|---|---|---|---|---|---|\n",
      names.size());
  for (const std::string& name : names) {
    const MetricDesc desc = *catalog.Describe(name);
    std::printf("| %s | %s | %s | %s | %s | %s | %s |\n", name.c_str(),
                catalog.Help(name).line.c_str(), PmidText(desc.pmid).c_str(),
                TypeName(desc.type).c_str(),
                desc.singular() ? "" : InDomText(desc.indom).c_str(),
                SemanticsName(desc.semantics), UnitsOf(desc).c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "values") {
    return tests::PrintSource(pmapi::OpenLinuxSource({argc > 2 ? argv[2] : ""}),
                              {});
  }
  if (what == "table") return PrintTable();
  std::fprintf(stderr, "usage: linux_dump values [ROOT] | table\n");
  return 2;
}
