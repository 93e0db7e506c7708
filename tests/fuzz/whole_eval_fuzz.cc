// Fuzz target: all of `tocsin eval` over a small archive. The first byte says
// how many samples, and whether as JSON; the rest is the expression.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "cli/eval.h"
#include "tests/unit/cli/small_archive.h"

namespace {

constexpr std::size_t kMostBytes = 2048;
constexpr int kMostSamples = 4;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const cli::SmallArchive small;
  if (size == 0 || size > kMostBytes) return 0;
  cli::EvalOptions options;
  options.archives = {small.path()};
  options.samples = 1 + data[0] % kMostSamples;
  options.json = (data[0] & 0x80U) != 0;
  options.expression.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  cli::Printed out, err;
  const int status = cli::RunEval(options, cli::SmallProcess(&out, &err));
  CHECK(status >= 0 && status <= 3);
  CHECK(status != 2 || !err.Text().empty());
  CHECK(status == 2 || !out.Text().empty());
  return 0;
}
