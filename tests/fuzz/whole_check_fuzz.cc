// Fuzz target: any bytes as a rule file through all of `tocsin check` and of
// -C, over an archive and over none, in each form that people see: text, JSON,
// and the words of pmie. Nothing that is said may steer a terminal.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/printable.h"
#include "cli/check.h"
#include "cli/pmie.h"
#include "tests/unit/cli/small_archive.h"

namespace {

// Each input is read five times.
constexpr std::size_t kMostBytes = 4096;

/// Lines are whole, and hold nothing but text and tabs.
void CheckLines(std::string_view text) {
  CHECK(text.empty() || text.back() == '\n');
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find_first_of("\t\n", begin);
    const std::string_view part = text.substr(begin, end - begin);
    CHECK(base::Printable(part) == part);
    begin = end + 1;
  }
}

int Check(const cli::CheckOptions& options) {
  cli::Printed out, err;
  const int status = cli::RunCheck(options, cli::SmallProcess(&out, &err));
  CHECK(status == 0 || status == 1);
  CHECK(!out.Text().empty());
  CheckLines(out.Text());
  CheckLines(err.Text());
  return status;
}

void CheckOnly(const std::string& program, const std::string& archive,
               const std::string& rules) {
  cli::Printed out, err;
  cli::ProcessContext process = cli::SmallProcess(&out, &err);
  process.program = program;
  const int status =
      cli::RunPmie({program, "-C", "-a", archive, "-c", rules}, process);
  CHECK(status == 0 || status == 1);
  CheckLines(out.Text());
  CheckLines(err.Text());
  CHECK((status == 0) || !err.Text().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const cli::SmallArchive small;
  if (size > kMostBytes) return 0;
  const std::string rules = small.Write(
      "rules", std::string(reinterpret_cast<const char*>(data), size));
  cli::CheckOptions options;
  options.files = {rules};
  Check(options);
  options.archives = {small.path()};
  const int status = Check(options);
  options.json = true;
  CHECK(Check(options) == status);
  CheckOnly("tocsin", small.path(), rules);
  CheckOnly("pmie", small.path(), rules);
  return 0;
}
