// derived_dump CONFIG: our derived metrics, their descriptors and values at
// ticks, in lines that libpcp_derived.py also makes of libpcp's. Not for
// people. What is wrong with CONFIG comes first; then, for each line of
// standard input, a ReplayCase, each metric on its own.
#include <algorithm>
#include <iostream>
#include <string>

#include "pmapi/archive/archive_source.h"
#include "pmapi/derived/derived_source.h"
#include "pmapi/derived/load.h"
#include "tests/support/replay_case.h"

namespace {

void Show(const tests::ReplayCase& c, const std::string& name,
          pmapi::Source* source) {
  const auto desc = source->Catalog().Describe(name);
  if (!desc) {
    std::cout << name << "\terror\t" << desc.error().message << '\n';
    return;
  }
  std::cout << name << "\tdesc\t" << TypeName(desc->type) << '\t'
            << static_cast<unsigned>(desc->indom) << '\t'
            << static_cast<int>(desc->semantics) << '\t'
            << UnitsText(desc->units) << '\n';
  auto stream = source->Open({{*desc, {}}}, c.grid);
  pmapi::Samples samples;
  for (int done = 0; stream && done < c.count; done += samples.ticks()) {
    if (!(*stream)->Fetch(std::min(c.block, c.count - done), &samples)) return;
    for (int t = 0; t < samples.ticks(); ++t) {
      std::cout << tests::ValueLines(samples, 0, desc->type, t,
                                     name + '\t' + std::to_string(done + t));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto config = pmapi::LoadDerived(argc > 1 ? argv[1] : "");
  for (const auto& diagnostic : config.diagnostics()) {
    std::cout << DiagnosticText(diagnostic);
  }
  std::cout << "end\n";
  for (std::string line; std::getline(std::cin, line);) {
    const tests::ReplayCase c = tests::ParseReplayCase(line);
    auto archive = pmapi::OpenArchive(c.archive);
    if (archive) {
      pmapi::ArchiveSource plain(*std::move(archive), c.options);
      pmapi::DerivedSource source(&config, &plain, pmapi::OfNothing::kZero);
      for (const std::string& name : c.metrics) Show(c, name, &source);
    }
    std::cout << "end" << std::endl;
  }
}
