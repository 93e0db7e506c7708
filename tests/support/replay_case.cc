// Lines in, lines out.
#include "tests/support/replay_case.h"

#include <cinttypes>
#include <cstdio>
#include <sstream>

namespace tests {
namespace {

using pmapi::Type;

pmapi::ArchiveReadingOptions OptionsOf(const std::string& letters) {
  pmapi::ArchiveReadingOptions options;
  for (const char letter : letters) {
    if (letter == 'w') options.counter_wrap = true;
    if (letter == 'm') options.ignore_marks = base::Duration{INT64_MAX};
    if (letter == 's') options.horizon = 1, options.block_bytes = 2000;
  }
  return options;
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

std::string BitsText(const pmapi::Samples& samples, Type type,
                     std::uint64_t bits) {
  if (type == Type::kString) return Hex(samples.strings[bits]);
  const bool narrow =
      type == Type::k32 || type == Type::kU32 || type == Type::kFloat;
  char text[20];
  std::snprintf(text, sizeof text, narrow ? "%08" PRIx64 : "%016" PRIx64,
                narrow ? bits & 0xffffffffu : bits);
  return text;
}

}  // namespace

ReplayCase ParseReplayCase(const std::string& line) {
  ReplayCase c;
  std::istringstream in(line);
  std::string letters;
  in >> c.archive >> letters >> c.grid.start.ns >> c.grid.step.ns >> c.count >>
      c.block;
  c.options = OptionsOf(letters);
  for (std::string name; in >> name;) c.metrics.push_back(name);
  return c;
}

std::string ValueLines(const pmapi::Samples& samples, std::size_t metric,
                       Type type, int t, const std::string& label) {
  const pmapi::MetricSamples& of = samples.metrics[metric];
  const auto& ids = samples.groups[of.group].instances;
  std::string lines;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(t) * ids.size() + i;
    if (!(of.cells[at] & pmapi::kValid)) continue;
    lines += label + '\t' + std::to_string(ids[i]) + '\t' +
             BitsText(samples, type, of.bits[at]) + '\n';
  }
  return lines;
}

}  // namespace tests
