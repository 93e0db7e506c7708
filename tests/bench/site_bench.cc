// What a site of 10,000 hosts, 100 templates and four levels takes: its file
// read and checked, and which hosts share which programs.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "base/check.h"
#include "rules/site/bound_rules.h"
#include "rules/site/level_index.h"
#include "rules/site/programs.h"
#include "rules/site/resolve.h"

namespace rules::site {
namespace {

constexpr int kTemplates = 100;
constexpr int kHosts = 10'000;
constexpr int kGroups = 50;
constexpr int kLabels = 20;

std::vector<Template> Templates() {
  std::vector<Template> all;
  for (int i = 0; i < kTemplates; ++i) {
    const std::string name = "t" + std::to_string(i);
    all.push_back(
        ReadTemplate(name + ".rules",
                     "---\nparameters:\n"
                     "  busy: {type: percentage, default: 85 %}\n"
                     "  again: {type: duration, default: 1 hour}\n"
                     "  disk: {type: regex, default: ., help: which}\n---\n" +
                         name +
                         " = some_inst match_inst $disk (a > $busy) -> "
                         "syslog $again \"%i\";\n")
            .read);
  }
  return all;
}

/// Ten values for templates from the n-th on.
std::string Values(int n) {
  std::string text;
  for (int i = 0; i < 10; ++i) {
    text += (text.empty() ? "{t" : ", t") +
            std::to_string((n * 7 + i * 3) % kTemplates) +
            ".busy: " + std::to_string(50 + n % 40) + " %";
  }
  return text + '}';
}

std::string SiteText() {
  std::string text = "site: {values: " + Values(1) + "}\ngroups:\n";
  for (int i = 0; i < kGroups; ++i) {
    text += "  g" + std::to_string(i) + ": {hosts: [r" + std::to_string(i) +
            "-*], values: " + Values(i) + "}\n";
  }
  text += "labels:\n";
  for (int i = 0; i < kLabels; ++i) {
    text +=
        "  role=" + std::to_string(i) + ": {values: " + Values(i + 3) + "}\n";
  }
  text += "hosts:\n";
  for (int i = 0; i < kHosts; ++i) {
    text += "  r" + std::to_string(i % kGroups) + "-h" + std::to_string(i) +
            ": {labels: {role: " + std::to_string(i % kLabels) + '}';
    if (i % 10 == 0) text += ", values: {t1.again: 15 min, t2.busy: 97 %}";
    text += "}\n";
  }
  return text;
}

/// Units: megabytes.
double MostMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void BM_Read(benchmark::State& state) {
  const std::string text = SiteText();
  const auto templates = Templates();
  for (auto _ : state) {
    const SiteFile site = ReadSite("site.yaml", text);
    CHECK(site.diagnostics.empty() && CheckSite(site, templates).empty());
  }
  state.counters["MB"] = MostMemory();
}
BENCHMARK(BM_Read)->Unit(benchmark::kMillisecond);

void BM_Resolve(benchmark::State& state) {
  const SiteFile site = ReadSite("site.yaml", SiteText());
  const auto templates = Templates();
  const auto hosts = HostsOf(site);
  CHECK(hosts.size() == kHosts);
  std::size_t distinct = 0;
  for (auto _ : state) {
    distinct = ResolveHosts(templates, site, hosts).distinct.size();
  }
  state.counters["distinct"] = static_cast<double>(distinct);
  state.counters["MB"] = MostMemory();
}
BENCHMARK(BM_Resolve)->Unit(benchmark::kMillisecond);

/// The rules of each distinct program.
void BM_Bind(benchmark::State& state) {
  const SiteFile site = ReadSite("site.yaml", SiteText());
  const auto templates = Templates();
  const auto hosts = HostsOf(site);
  const Programs programs = ResolveHosts(templates, site, hosts);
  for (auto _ : state) {
    for (const Program& one : programs.distinct) {
      benchmark::DoNotOptimize(
          BoundRules(templates[one.of], site, hosts[one.host]));
    }
  }
  state.counters["distinct"] = static_cast<double>(programs.distinct.size());
  state.counters["MB"] = MostMemory();
}
BENCHMARK(BM_Bind)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rules::site
