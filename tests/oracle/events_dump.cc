// events_dump NAME: the event arrays of an archive, in lines that
// events_test.py also makes of pmdumplog's output. Not for people.
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <string>

#include "pmapi/archive/archive.h"
#include "pmapi/events/event_array.h"
#include "pmapi/events/event_value.h"

namespace {

using pmapi::Type;

int Fail(const base::Error& error) {
  std::printf("error\t%s\n", error.message.c_str());
  return 1;
}

void PrintNumber(Type type, std::uint64_t bits) {
  if (type == Type::kFloat) {
    const auto word = static_cast<std::uint32_t>(bits);
    std::printf("%.7g\n", static_cast<double>(std::bit_cast<float>(word)));
  } else if (type == Type::kDouble) {
    std::printf("%.16g\n", std::bit_cast<double>(bits));
  } else if (type == Type::kU32 || type == Type::kU64) {
    std::printf("%" PRIu64 "\n", bits);
  } else {
    std::printf("%" PRId64 "\n", static_cast<std::int64_t>(bits));
  }
}

void DumpParameter(const pmapi::EventParameter& parameter) {
  std::printf("parameter\t%s\t", pmapi::PmidText(parameter.pmid).c_str());
  if (const auto number = pmapi::EventNumber(parameter)) {
    return PrintNumber(parameter.type, *number);
  }
  if (const auto text = pmapi::EventText(parameter)) {
    std::printf("\"%s\"\n", std::string(*text).c_str());
    return;
  }
  std::printf("[");
  for (const int byte : parameter.value) std::printf("%02x", byte);
  std::printf("]\n");
}

/// The time of day alone: of high-resolution records no more is shown.
void DumpRecord(const pmapi::EventRecord& record, Type type) {
  const std::int64_t second = record.time.Seconds() % 86400;
  const bool highres = type == Type::kHighresEvent;
  const std::int64_t fraction = record.time.Nanoseconds();
  std::printf(
      "record\t%02d:%02d:%02d.%0*" PRId64 "\t%x\t%s\t%u\n",
      static_cast<int>(second / 3600), static_cast<int>(second / 60 % 60),
      static_cast<int>(second % 60), highres ? 9 : 6,
      highres ? fraction : fraction / base::kNanosPerMicro, record.flags,
      pmapi::EventFlagsText(record.flags).c_str(), record.missed);
  pmapi::EventParameters parameters(record);
  for (pmapi::EventParameter one; parameters.Next(&one);) DumpParameter(one);
}

base::Result<void> DumpArray(pmapi::Pmid pmid, const pmapi::ValueBlock& block) {
  const Type type{block.type};
  const auto counts = pmapi::CheckEvents(type, block.payload);
  if (!counts) return counts.error();
  std::printf("array\t%s\t%" PRId64 "\t%" PRId64 "\n",
              pmapi::PmidText(pmid).c_str(), counts->records, counts->missed);
  pmapi::EventRecords records(type, block.payload);
  for (pmapi::EventRecord one; records.Next(&one);) DumpRecord(one, type);
  return {};
}

base::Result<void> DumpSet(const pmapi::Record& record,
                           const pmapi::ValueSet& set) {
  if (set.format == pmapi::ValueFormat::kInSitu) return {};
  for (std::int32_t i = 0; i < set.count; ++i) {
    pmapi::ValueBlock block;
    if (!LoadBlock(record, set.word(i), &block)) continue;
    const Type type{block.type};
    if (type != Type::kEvent && type != Type::kHighresEvent) continue;
    if (auto good = DumpArray(set.pmid, block); !good) return good;
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto archive = pmapi::OpenArchive(argv[1]);
  if (!archive) return Fail(archive.error());
  pmapi::RecordWalker walker = (*archive)->Walk();
  while (walker.Next()) {
    pmapi::ValueSets sets(walker.record());
    for (pmapi::ValueSet set; sets.Next(&set);) {
      const auto good = DumpSet(walker.record(), set);
      if (!good) return Fail(good.error());
    }
  }
  return walker.status() ? 0 : Fail(walker.status().error());
}
