// The metrics, instances and records of the specimen.
#include "tests/support/archive_specimen.h"

#include "tests/support/archive_writer.h"

namespace tests {
namespace {

using pmapi::InDom;
using pmapi::Pmid;
using pmapi::Semantics;
using pmapi::Type;

constexpr std::int64_t kT = 1'000'000'000;
constexpr InDom kDisks{0x0f000001};

void Describe(ArchiveWriter* writer) {
  const auto metric = [&](const char* name, std::uint32_t pmid, Type type,
                          InDom indom, Semantics semantics) {
    writer->Metric(name, {Pmid{pmid}, type, indom, semantics, {}});
  };
  metric("t.i32", 1, Type::k32, pmapi::kNullInDom, Semantics::kInstant);
  metric("t.u32", 2, Type::kU32, kDisks, Semantics::kCounter);
  metric("t.i64", 3, Type::k64, pmapi::kNullInDom, Semantics::kCounter);
  metric("t.u64", 4, Type::kU64, kDisks, Semantics::kCounter);
  metric("t.float", 5, Type::kFloat, pmapi::kNullInDom, Semantics::kInstant);
  metric("t.double", 6, Type::kDouble, kDisks, Semantics::kInstant);
  metric("t.string", 7, Type::kString, pmapi::kNullInDom, Semantics::kDiscrete);
  metric("t.bytes", 8, Type::kAggregate, pmapi::kNullInDom,
         Semantics::kInstant);
}

std::vector<ValuesOf> Everything(int k) {
  return {{"t.i32", -k},
          {"t.u32", {{1, k}, {2, 10 * k}}},
          {"t.i64", std::int64_t{1} << 40},
          {"t.u64", {{1, 1000 * k}, {2, k}}},
          {"t.float", 0.5 * k},
          {"t.double", {{1, 1.0 * k}, {2, -0.25 * k}}},
          {"t.string", "text " + std::to_string(k)},
          {"t.bytes", std::string("\1\2\3")}};
}

}  // namespace

ArchiveImage SpecimenArchive(pmapi::ArchiveVersion version) {
  ArchiveWriter writer({.version = version});
  Describe(&writer);
  writer.OnelineText(Pmid{1}, "a number");
  writer.ContextLabels(At(kT), R"({"a":"b"})");
  writer.Members(At(kT + 1), kDisks, {{1, "sda"}, {2, "sdb 8:16"}});
  writer.Record(At(kT + 1), Everything(1));
  writer.Record(
      At(kT + 2, 500'000'000),
      {{"t.u32", {{1, 3}}}, Absent("t.string", -12351), Absent("t.i32")});
  writer.Mark(At(kT + 3));
  writer.NextVolume();
  if (version == pmapi::ArchiveVersion::k3) {
    writer.MembersChange(At(kT + 4), kDisks, {{3, "sdc"}}, {2});
  }
  writer.Members(At(kT + 5), kDisks, {{1, "sda"}, {3, "sdc"}, {4, "sdd"}});
  writer.Record(At(kT + 5), Everything(5));
  writer.Record(At(kT + 6), Everything(6));
  return writer.Image();
}

}  // namespace tests
