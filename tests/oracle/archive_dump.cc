// archive_dump NAME [RECORDS]: all that we read of an archive, or only so many
// of its records, in lines that archive_test.py also makes of pmdumplog's
// output. Not for people.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "pmapi/archive/archive.h"

namespace {

using pmapi::Archive;

std::string StampText(base::Timestamp t) {
  char text[40];
  std::snprintf(text, sizeof text, "%" PRId64 ".%09" PRId64, t.Seconds(),
                t.Nanoseconds());
  return text;
}

int Fail(const base::Error& error) {
  std::printf("error\t%s\t%s\n", base::PmapiText(error).c_str(),
              error.message.c_str());
  return 1;
}

void DumpLabel(const Archive& archive) {
  std::printf("label\t%d\t%s\t%s\t%s\t%s\n",
              static_cast<int>(archive.members().front()->label().version),
              archive.host().c_str(), archive.zone().c_str(),
              StampText(archive.start()).c_str(),
              StampText(archive.end()).c_str());
}

void DumpDescriptors(const Archive& archive) {
  for (const auto& [name, pmid] : archive.metadata().names()) {
    const pmapi::MetricDesc* desc = archive.metadata().Find(pmid);
    std::printf("desc\t%s\t%s\t%s\t%s\t%d\t%s\n", name.c_str(),
                pmapi::PmidText(pmid).c_str(),
                pmapi::TypeName(desc->type).c_str(),
                pmapi::InDomText(desc->indom).c_str(),
                static_cast<int>(desc->semantics),
                pmapi::UnitsText(desc->units).c_str());
  }
}

/// Names may hold whatever a command line may hold.
std::string Escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    text += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  }
  return text;
}

void DumpInstances(const Archive& archive) {
  for (const pmapi::InDom indom : archive.metadata().indoms()) {
    std::printf("indom\t%s\t%zu\n", pmapi::InDomText(indom).c_str(),
                archive.metadata().Records(indom).size());
    for (const auto& life : archive.metadata().History(indom)->instances) {
      std::printf("instance\t%d\t%s\t%s\t%s\n", life.id,
                  Escaped(life.name).c_str(), StampText(life.birth).c_str(),
                  life.death ? StampText(*life.death).c_str() : "-");
    }
  }
}

void DumpSet(const pmapi::ValueSet& set) {
  std::printf("set\t%s\t%d", pmapi::PmidText(set.pmid).c_str(), set.count);
  for (std::int32_t i = 0; i < set.count; ++i) {
    std::printf("\t%d", set.instance(i));
    if (set.format == pmapi::ValueFormat::kInSitu) {
      std::printf("=%u", set.word(i));
    }
  }
  std::printf("\n");
}

int DumpRecords(const Archive& archive, long most) {
  pmapi::RecordWalker walker = archive.Walk();
  while (most-- > 0 && walker.Next()) {
    const pmapi::Record& record = walker.record();
    if (auto good = pmapi::CheckRecord(record, walker.path()); !good) {
      return Fail(good.error());
    }
    std::printf("record\t%s\t%d\t%zu\n", StampText(record.time).c_str(),
                record.metric_count, record.bytes.size());
    pmapi::ValueSets sets(record);
    pmapi::ValueSet set;
    while (sets.Next(&set)) DumpSet(set);
  }
  return walker.status() ? 0 : Fail(walker.status().error());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  const auto archive = pmapi::OpenArchive(argv[1]);
  if (!archive) return Fail(archive.error());
  DumpLabel(**archive);
  DumpDescriptors(**archive);
  DumpInstances(**archive);
  return DumpRecords(**archive, argc == 3 ? std::atol(argv[2])
                                          : std::numeric_limits<long>::max());
}
