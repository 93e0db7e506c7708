// How fast event records are filtered: arrays in memory, through the functions
// of engine/events, beside a walk over their bytes alone.
//   event_speed [RECORDS]          what each costs
//   event_speed --archive BASE RECORDS   writes an archive of such records
//   event_speed --walk BASE        walks over one: nothing is as fast
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "engine/events/event_function.h"
#include "pmapi/events/event_writer.h"
#include "tests/support/archive_image.h"
#include "tests/support/archive_writer.h"

namespace {

using engine::events::Comparison;
using engine::events::EventFilter;
using engine::events::EventFunction;
using engine::events::Field;
using engine::events::Matches;
using grammar::ast::BinaryOp;
using grammar::ast::Reducer;
using pmapi::Pmid;
using pmapi::Type;

constexpr int kInArray = 1000;
constexpr std::uint32_t kDomain = 240u << 22;
constexpr Pmid kLines{kDomain | 1};
constexpr Pmid kPriority{kDomain | 2};
constexpr Pmid kSize{kDomain | 3};
constexpr Pmid kUnit{kDomain | 4};
constexpr Pmid kMessage{kDomain | 5};
constexpr Pmid kProcess{kDomain | 6};

const std::vector<std::string> kUnits = {"sshd", "cron",  "systemd",  "kernel",
                                         "app",  "nginx", "postgres", "su"};
const std::vector<std::string> kMessages = {
    "accepted a connection from 10.1.2.3 port 40022 for the user backup",
    "session opened for the user root by (uid=0)",
    "sd 0:0:0:0: [sda] tag#17 I/O error, dev sda, sector 1953525160 op 0x0",
    "GET /index.html HTTP/1.1 200 5120 in 0.004 s",
    "started the daily clean-up of temporary directories",
    "checkpoint complete: wrote 123 buffers (0.8%)",
    "the request took longer than expected: 2.41 s",
    "disconnected: the peer has closed the connection"};

/// The same records every time.
class Lines {
 public:
  std::vector<std::uint8_t> Array(base::Timestamp at) {
    pmapi::EventWriter writer(Type::kHighresEvent);
    for (int i = 0; i < kInArray; ++i) {
      const std::uint64_t random = random_();
      writer.BeginRecord(at, 1);
      writer.AddNumber(kPriority, Type::kU32, random % 8);
      writer.AddNumber(kSize, Type::kU64, random % 100'000);
      writer.AddText(kUnit, kUnits[random >> 8 & 7]);
      writer.AddText(kMessage, kMessages[random >> 16 & 7]);
      writer.AddNumber(kProcess, Type::kU32, random >> 24 & 0xffff);
    }
    return writer.Finish();
  }

 private:
  std::mt19937_64 random_{1};
};

Field Of(Pmid pmid) { return {{{pmid, 1}}, std::nullopt}; }

std::shared_ptr<EventFunction> Counted(EventFilter where) {
  EventFunction::Written written;
  written.reduction = {Reducer::kCount, 0};
  written.where = std::move(where);
  return std::make_shared<EventFunction>(std::move(written));
}

std::shared_ptr<EventFunction> Number() {
  EventFilter filter;
  filter.AddTerm({Of(kPriority), Comparison{BinaryOp::kLessEqual, 3.0}});
  return Counted(std::move(filter));
}

std::shared_ptr<EventFunction> NumberAndPattern(const std::string& pattern) {
  EventFilter filter;
  const auto number =
      filter.AddTerm({Of(kPriority), Comparison{BinaryOp::kLessEqual, 3.0}});
  const auto text = filter.AddTerm(
      {Of(kMessage), Matches{base::Pattern::Compile(pattern).value()}});
  filter.AddBoth(number, text, true);
  return Counted(std::move(filter));
}

double Seconds(const std::chrono::steady_clock::time_point& since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since)
      .count();
}

using Arrays = std::vector<std::vector<std::uint8_t>>;

/// Every parameter is stepped over, and nothing is asked.
double Walk(const Arrays& arrays) {
  const auto begun = std::chrono::steady_clock::now();
  std::uint64_t parameters = 0;
  for (const auto& array : arrays) {
    pmapi::EventRecords records(Type::kHighresEvent, array);
    pmapi::EventRecord record;
    while (records.Next(&record)) parameters += record.parameters.size();
  }
  if (parameters == 0) std::abort();
  return Seconds(begun);
}

double Filter(const Arrays& arrays, const pmapi::EventFolds& all) {
  const auto tally = all.size() == 1
                         ? all.front()->Begin(Type::kHighresEvent, {0})
                         : all.front()->BeginAll(all, Type::kHighresEvent, {0});
  const auto begun = std::chrono::steady_clock::now();
  for (const auto& array : arrays) {
    if (!tally->Add(0, {}, array)) std::abort();
  }
  return Seconds(begun);
}

void Tell(const char* what, double seconds, double walk, std::size_t records,
          std::size_t bytes) {
  std::printf("%-36s %7.2f million records/s %6.2f GB/s %5.0f%% of the walk\n",
              what, static_cast<double>(records) / seconds / 1e6,
              static_cast<double>(bytes) / seconds / 1e9, 100 * walk / seconds);
}

void Measure(std::size_t records) {
  Lines lines;
  Arrays arrays;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < records / kInArray; ++i) {
    arrays.push_back(lines.Array({}));
    bytes += arrays.back().size();
  }
  Walk(arrays);
  const double walk = Walk(arrays);
  const auto tell = [&](const char* what, double seconds) {
    Tell(what, seconds, walk, records, bytes);
  };
  tell("walk", walk);
  tell("count alone", Filter(arrays, {Counted({})}));
  tell("a number", Filter(arrays, {Number()}));
  const double one =
      Filter(arrays, {NumberAndPattern("I/O error, dev sd[a-z]")});
  tell("a number and a pattern", one);
  pmapi::EventFolds many;
  for (int i = 0; i < 1000; ++i) {
    many.push_back(
        NumberAndPattern("word" + std::to_string(i) + " of sd[a-z]"));
  }
  const double thousand = Filter(arrays, many);
  tell("1,000 of those", thousand);
  std::printf("1,000 filters cost %.0f times one\n", thousand / one);
}

void WriteArchive(const std::string& base, std::size_t records) {
  constexpr std::int64_t kStart = 1'772'438'400;
  tests::ArchiveOptions options;
  options.start = tests::At(kStart);
  tests::ArchiveWriter writer(options);
  const auto parameter = [&](const char* name, Pmid pmid, Type type) {
    writer.Metric(
        name, {pmid, type, pmapi::kNullInDom, pmapi::Semantics::kDiscrete, {}});
  };
  parameter("bench.lines", kLines, Type::kHighresEvent);
  parameter("bench.priority", kPriority, Type::kU32);
  parameter("bench.size", kSize, Type::kU64);
  parameter("bench.unit", kUnit, Type::kString);
  parameter("bench.message", kMessage, Type::kString);
  parameter("bench.process", kProcess, Type::kU32);
  Lines lines;
  for (std::size_t i = 0; i < records / kInArray; ++i) {
    const auto at = tests::At(kStart + static_cast<std::int64_t>(i));
    const auto array = lines.Array(at);
    writer.Record(at,
                  {{"bench.lines", std::string(array.begin(), array.end())}});
  }
  tests::WriteImage(writer.Image(), base);
}

/// All records of all arrays of such an archive, and nothing else of it.
std::uint64_t WalkArchive(const std::string& base) {
  // Length, stamp and number of sets; PMID, count and format; instance, where
  // the block is, and its head.
  constexpr std::size_t kBeforeArray = 4 + 12 + 4 + 12 + 8 + 4;
  const auto file = base::MapFile(base + ".0");
  if (!file) std::abort();
  const base::Bytes bytes = (*file)->bytes();
  std::uint64_t records = 0;
  std::size_t length = base::LoadBig32(bytes.data());  // the label's
  for (std::size_t at = length; at < bytes.size(); at += length) {
    length = base::LoadBig32(bytes.data() + at);
    pmapi::EventRecords array(
        Type::kHighresEvent,
        bytes.subspan(at + kBeforeArray, length - kBeforeArray - 4));
    pmapi::EventRecord record;
    while (array.Next(&record)) ++records;
  }
  return records;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "1000000";
  if (first == "--archive" && argc == 4) {
    WriteArchive(argv[2], std::strtoull(argv[3], nullptr, 10));
  } else if (first == "--walk" && argc == 3) {
    std::printf("%llu\n",
                static_cast<unsigned long long>(WalkArchive(argv[2])));
  } else if (argc <= 2 && std::atoi(first.c_str()) >= kInArray) {
    Measure(std::strtoull(first.c_str(), nullptr, 10));
  } else {
    std::fputs(
        "usage: event_speed [RECORDS] | --archive BASE RECORDS | --walk BASE\n",
        stderr);
    return 2;
  }
  return 0;
}
