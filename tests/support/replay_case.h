// ReplayCase: values at ticks, asked for and shown in lines of text, for
// programs whose values are compared with libpcp's, bit for bit.
#ifndef TOCSIN_TESTS_SUPPORT_REPLAY_CASE_H_
#define TOCSIN_TESTS_SUPPORT_REPLAY_CASE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"

namespace tests {

/// ARCHIVE OPTIONS START_NS STEP_NS COUNT BLOCK_TICKS NAME...
/// OPTIONS are letters: `-` none, `w` counters wrap, `m` no marks, `s` tiny
/// horizon and blocks.
struct ReplayCase {
  std::string archive;
  pmapi::ArchiveReadingOptions options;
  pmapi::TickGrid grid;
  int count = 0;
  int block = 0;
  std::vector<std::string> metrics;
};

ReplayCase ParseReplayCase(const std::string& line);

/// A line for each value that `samples.metrics[metric]`, of `type`, has at tick
/// `t` of `samples`: `label`, the instance, the value's bits in hexadecimal or,
/// after a quotation mark, a string's bytes; tabs between.
std::string ValueLines(const pmapi::Samples& samples, std::size_t metric,
                       pmapi::Type type, int t, const std::string& label);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_REPLAY_CASE_H_
