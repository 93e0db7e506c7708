// derived_dump CONFIG: our derived metrics, their descriptors and values at
// ticks, in lines that libpcp_derived.py also makes of libpcp's. Not for
// people. What is wrong with CONFIG comes first; then, for each line
//   ARCHIVE START_NS STEP_NS COUNT BLOCK_TICKS NAME...
// of standard input, each metric on its own.
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"
#include "pmapi/derived/derived_source.h"
#include "pmapi/derived/load.h"

namespace {

using pmapi::Type;

/// One line of input.
struct Case {
  std::string archive;
  pmapi::TickGrid grid;
  int count = 0;
  int block = 0;
  std::vector<std::string> metrics;
};

Case Parse(const std::string& line) {
  Case c;
  std::istringstream in(line);
  in >> c.archive >> c.grid.start.ns >> c.grid.step.ns >> c.count >> c.block;
  for (std::string name; in >> name;) c.metrics.push_back(name);
  return c;
}

std::string ValueText(const pmapi::Samples& samples, Type type,
                      std::uint64_t bits) {
  if (type == Type::kString) return '"' + samples.strings[bits];
  const bool narrow =
      type == Type::k32 || type == Type::kU32 || type == Type::kFloat;
  char text[20];
  std::snprintf(text, sizeof text, narrow ? "%08" PRIx64 : "%016" PRIx64,
                narrow ? bits & 0xffffffffu : bits);
  return text;
}

void PrintSamples(const pmapi::Samples& samples, const std::string& name,
                  Type type, int first) {
  const pmapi::MetricSamples& metric = samples.metrics[0];
  const auto& ids = samples.groups[metric.group].instances;
  for (int t = 0; t < samples.ticks(); ++t) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::size_t at = static_cast<std::size_t>(t) * ids.size() + i;
      if (!(metric.cells[at] & pmapi::kValid)) continue;
      std::printf("%s\t%d\t%d\t%s\n", name.c_str(), first + t, ids[i],
                  ValueText(samples, type, metric.bits[at]).c_str());
    }
  }
}

void Show(const Case& c, const std::string& name, pmapi::Source* source) {
  const auto desc = source->Catalog().Describe(name);
  if (!desc) {
    std::printf("%s\terror\t%s\n", name.c_str(), desc.error().message.c_str());
    return;
  }
  std::printf(
      "%s\tdesc\t%s\t%u\t%d\t%s\n", name.c_str(),
      pmapi::TypeName(desc->type).c_str(), static_cast<unsigned>(desc->indom),
      static_cast<int>(desc->semantics), pmapi::UnitsText(desc->units).c_str());
  auto stream = source->Open({{*desc, {}}}, c.grid);
  pmapi::Samples samples;
  for (int done = 0; stream && done < c.count; done += samples.ticks()) {
    if (!(*stream)->Fetch(std::min(c.block, c.count - done), &samples)) return;
    PrintSamples(samples, name, desc->type, done);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto config = pmapi::LoadDerived(argc > 1 ? argv[1] : "");
  for (const auto& complaint : config.complaints()) {
    std::cout << ComplaintText(complaint);
  }
  std::printf("end\n");
  for (std::string line; std::getline(std::cin, line);) {
    const Case c = Parse(line);
    auto archive = pmapi::OpenArchive(c.archive);
    if (archive) {
      pmapi::ArchiveSource plain(*std::move(archive), {});
      pmapi::DerivedSource source(&config, &plain, pmapi::OfNothing::kZero);
      for (const std::string& name : c.metrics) Show(c, name, &source);
    }
    std::printf("end\n");
    std::fflush(stdout);
  }
}
