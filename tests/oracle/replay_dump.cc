// replay_dump: our values at ticks, in lines that libpcp_values.py also makes
// of what libpcp fetches. Not for people. One case a line of standard input:
//   ARCHIVE OPTIONS START_NS STEP_NS COUNT BLOCK_TICKS NAME[#I,J...]...
// OPTIONS are letters: `-` none, `w` counters wrap, `m` no marks, `s` tiny
// horizon and blocks.
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"

namespace {

using pmapi::ArchiveSource;
using pmapi::Type;
using pmapi::Want;

/// One line of input.
struct Case {
  std::string archive;
  std::string options;
  pmapi::TickGrid grid;
  int count = 0;
  int block = 0;
  std::vector<std::string> metrics;
};

Case Parse(const std::string& line) {
  Case c;
  std::istringstream in(line);
  in >> c.archive >> c.options >> c.grid.start.ns >> c.grid.step.ns >>
      c.count >> c.block;
  for (std::string name; in >> name;) c.metrics.push_back(name);
  return c;
}

pmapi::ReplayOptions OptionsOf(const std::string& letters) {
  pmapi::ReplayOptions options;
  for (const char letter : letters) {
    if (letter == 'w') options.counter_wrap = true;
    if (letter == 'm') options.ignore_marks = base::Duration{INT64_MAX};
    if (letter == 's') options.horizon = 1, options.block_bytes = 2000;
  }
  return options;
}

void PrintError(const base::Error& error) {
  std::printf("error\t%s\t%s\n", base::PmapiText(error).c_str(),
              error.message.c_str());
}

std::string Hex(const std::string& text) {
  std::string hex = "\"";
  char pair[3];
  for (const char c : text) {
    std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(c));
    hex += pair;
  }
  return hex;
}

std::string ValueText(const pmapi::Samples& samples, Type type,
                      std::uint64_t bits) {
  if (type == Type::kString) return Hex(samples.strings[bits]);
  const bool narrow =
      type == Type::k32 || type == Type::kU32 || type == Type::kFloat;
  char text[20];
  std::snprintf(text, sizeof text, narrow ? "%08" PRIx64 : "%016" PRIx64,
                narrow ? bits & 0xffffffffu : bits);
  return text;
}

void PrintSamples(const pmapi::Samples& samples, const std::vector<Want>& wants,
                  int first) {
  for (int t = 0; t < samples.ticks(); ++t) {
    for (std::size_t m = 0; m < wants.size(); ++m) {
      const pmapi::MetricSamples& metric = samples.metrics[m];
      const auto& ids = samples.groups[metric.group].instances;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::size_t at = static_cast<std::size_t>(t) * ids.size() + i;
        if (!(metric.cells[at] & pmapi::kValid)) continue;
        std::printf(
            "%d\t%zu\t%d\t%s\n", first + t, m, ids[i],
            ValueText(samples, wants[m].desc.type, metric.bits[at]).c_str());
      }
    }
  }
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

void Run(const Case& c, ArchiveSource* source) {
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
    PrintSamples(samples, wants, done);
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const Case c = Parse(line);
    auto archive = pmapi::OpenArchive(c.archive);
    if (!archive) {
      PrintError(archive.error());
    } else {
      ArchiveSource source(*std::move(archive), OptionsOf(c.options));
      Run(c, &source);
    }
    std::printf("end\n");
    std::fflush(stdout);
  }
}
