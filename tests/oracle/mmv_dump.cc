// mmv_dump: MMV files as tocsin sees and writes them.
//   values PATH [MICROS]  as tests::PrintSource(), at MICROS
//   write FILE            one with known values, until standard input ends;
//                         with long names if FILE ends in "long"
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pmapi/mmv/mmv_source.h"
#include "pmapi/mmv/writer.h"
#include "tests/support/metric_text.h"

namespace {

using pmapi::Semantics;
using pmapi::Type;

pmapi::MmvDeclaration Declaration(bool long_names) {
  const std::string tail = long_names ? std::string(100, 'x') : "";
  pmapi::MmvDeclaration made;
  made.indoms = {{7, {{3, "three" + tail}, {9, "nine lives"}}, "short", "long"},
                 {8, {{0, "other"}}, "", ""}};
  const auto add = [&made](const std::string& name, Type type, auto semantics,
                           std::uint32_t indom) {
    const auto item = static_cast<std::uint32_t>(made.metrics.size() + 1);
    made.metrics.push_back({name,
                            item,
                            type,
                            semantics,
                            {},
                            indom,
                            "the " + name,
                            "all of the " + name});
  };
  add("i32", Type::k32, Semantics::kInstant, 0);
  add("u32" + tail, Type::kU32, Semantics::kInstant, 7);
  add("i64", Type::k64, Semantics::kDiscrete, 8);
  add("u64", Type::kU64, Semantics::kCounter, 7);
  add("float", Type::kFloat, Semantics::kInstant, 0);
  add("double.deep", Type::kDouble, Semantics::kInstant, 0);
  add("text", Type::kString, Semantics::kDiscrete, 7);
  made.metrics[3].units = {
      1, -1, 0, pmapi::SpaceScale::kKbyte, pmapi::TimeScale::kSec, 0};
  return made;
}

int Write(const std::string& path) {
  const bool long_names = path.ends_with("long");
  const std::string tail = long_names ? std::string(100, 'x') : "";
  auto made = pmapi::MmvWriter::Create(path, Declaration(long_names), {1234});
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().message.c_str());
    return 1;
  }
  pmapi::MmvWriter& writer = **made;
  writer.SetInteger(writer.Find("i32"), static_cast<std::uint64_t>(-7));
  writer.SetInteger(writer.Find("u32" + tail, 3), 4000000000u);
  writer.AddInteger(writer.Find("u32" + tail, 9), 12);
  writer.SetInteger(writer.Find("i64", 0),
                    static_cast<std::uint64_t>(std::int64_t{-5000000000}));
  writer.SetInteger(writer.Find("u64", 3), ~std::uint64_t{0});
  writer.SetReal(writer.Find("float"), 0.25);
  writer.SetReal(writer.Find("double.deep"), 1.0 / 3);
  writer.SetText(writer.Find("text", 3), "first");
  writer.SetText(writer.Find("text", 3), "second");
  std::puts("written");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[1] : "";
  if (what == "values") {
    const base::Timestamp now{(argc > 3 ? std::atoll(argv[3]) : 0) *
                              base::kNanosPerMicro};
    return tests::PrintSource(pmapi::OpenMmvSource(argv[2]), now);
  }
  if (what == "write") return Write(argv[2]);
  std::fprintf(stderr, "usage: mmv_dump values PATH [MICROS] | write FILE\n");
  return 2;
}
