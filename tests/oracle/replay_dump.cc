// replay_dump: our values at ticks, in lines that libpcp_values.py also makes
// of what libpcp fetches. Not for people. One case a line of standard input,
// as ReplayCase; a NAME may be followed by #INSTANCE,INSTANCE...
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"
#include "tests/support/replay_case.h"

namespace {

using pmapi::ArchiveSource;
using pmapi::Want;

void PrintError(const base::Error& error) {
  std::cout << "error\t" << base::PmapiText(error) << '\t' << error.message
            << '\n';
}

Want WantOf(const ArchiveSource& source, const std::string& spec) {
  Want want;
  const std::size_t hash = spec.find('#');
  const auto desc = source.Catalog().Describe(spec.substr(0, hash));
  if (desc) want.desc = *desc;
  if (hash == std::string::npos) return want;
  std::istringstream ids(spec.substr(hash + 1));
  for (std::string id; std::getline(ids, id, ',');) {
    want.only.push_back(std::stoi(id));
  }
  return want;
}

void Run(const tests::ReplayCase& c, ArchiveSource* source) {
  std::vector<Want> wants;
  for (const std::string& spec : c.metrics) {
    wants.push_back(WantOf(*source, spec));
  }
  auto stream = source->Open(wants, c.grid);
  if (!stream) return PrintError(stream.error());
  pmapi::Samples samples;
  for (int done = 0; done < c.count; done += samples.ticks()) {
    const auto fetched =
        (*stream)->Fetch(std::min(c.block, c.count - done), &samples);
    if (!fetched) return PrintError(fetched.error());
    for (int t = 0; t < samples.ticks(); ++t) {
      for (std::size_t m = 0; m < wants.size(); ++m) {
        const std::string label =
            std::to_string(done + t) + '\t' + std::to_string(m);
        std::cout << tests::ValueLines(samples, m, wants[m].desc.type, t,
                                       label);
      }
    }
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const tests::ReplayCase c = tests::ParseReplayCase(line);
    auto archive = pmapi::OpenArchive(c.archive);
    if (!archive) {
      PrintError(archive.error());
    } else {
      ArchiveSource source(*std::move(archive), c.options);
      Run(c, &source);
    }
    std::cout << "end" << std::endl;
  }
}
