// EventLister: records in words, and the numbers of its function beside them.
#include "cli/event_lister.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "pmapi/events/event_writer.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using engine::events::EventFunction;
using pmapi::Pmid;
using pmapi::Type;

/// A lister of all records of web1, whose parameters `name` calls so.
EventLister Lister(bool json, std::function<std::string(Pmid)> name,
                   const base::Zone* zone, Output* out) {
  EventFunction::Written written;
  written.reduction = {grammar::ast::Reducer::kCount, 0};
  return EventLister(std::make_shared<EventFunction>(std::move(written)),
                     EventListing{json, false, {}, zone, out},
                     {"web1", [](pmapi::InstanceId) { return std::string(); },
                      std::move(name)});
}

TEST(EventLister, PrintsWhatIsCounted) {
  const base::Zone zone = base::Zone::FromTz("UTC");
  Printed out;
  const EventLister lister = Lister(true, pmapi::PmidText, &zone, out.out());
  const auto tally = lister.Begin(Type::kHighresEvent, {pmapi::kNullInstance});

  pmapi::EventWriter writer(Type::kHighresEvent);
  writer.BeginRecord(tests::At(1, 2), 0);
  const std::uint8_t bytes[] = {0x1f, 0x80};
  writer.AddParameter(Pmid{1}, Type::kAggregate, bytes);
  writer.AddText(Pmid{2}, "x");
  writer.AddText(Pmid{2}, "y");
  writer.AddMissed(tests::At(2), 5);
  ASSERT_TRUE(tally->Add(pmapi::kNullInstance, {}, writer.Finish()));
  EXPECT_EQ(lister.count(), 1);
  EXPECT_EQ(out.Text(),
            "{\"time\":\"1970-01-01T00:00:01.000000002Z\",\"host\":\"web1\","
            "\"flags\":\"\",\"parameters\":{\"0.0.1\":[\"1f80\"],"
            "\"0.0.2\":[\"x\",\"y\"]}}\n");
  const pmapi::EventRow& row = tally->Finish({}).front();
  ASSERT_EQ(row.bits.size(), 1u);
  EXPECT_EQ(std::bit_cast<double>(row.bits[0]), 1);
  const std::uint8_t damaged[] = {0, 0, 0, 1};
  EXPECT_FALSE(tally->Add(pmapi::kNullInstance, {}, damaged));
}

TEST(EventLister, QuotesInATextAreEscaped) {
  const base::Zone zone = base::Zone::FromTz("UTC");
  Printed out;
  const EventLister lister = Lister(
      false, [](Pmid) { return std::string("line"); }, &zone, out.out());
  const auto tally = lister.Begin(Type::kEvent, {pmapi::kNullInstance});
  pmapi::EventWriter writer(Type::kEvent);
  writer.BeginRecord(tests::At(1), 0);
  writer.AddText(Pmid{1}, "a \"b\" \\d");
  ASSERT_TRUE(tally->Add(pmapi::kNullInstance, {}, writer.Finish()));
  EXPECT_THAT(out.Text(), testing::HasSubstr(" line=\"a \\\"b\\\" \\\\d\"\n"));
}

TEST(EventLister, IntegersHaveAllTheirDigits) {
  const base::Zone zone = base::Zone::FromTz("UTC");
  for (const bool json : {false, true}) {
    Printed out;
    const EventLister lister = Lister(
        json, [](Pmid) { return std::string("n"); }, &zone, out.out());
    const auto tally = lister.Begin(Type::kEvent, {pmapi::kNullInstance});
    pmapi::EventWriter writer(Type::kEvent);
    writer.BeginRecord(tests::At(1), 0);
    writer.AddNumber(Pmid{1}, Type::kU64, UINT64_MAX);
    writer.AddNumber(Pmid{1}, Type::kU64, std::uint64_t{1} << 60);
    writer.AddNumber(Pmid{1}, Type::k64, (std::uint64_t{1} << 63) + 1);
    ASSERT_TRUE(tally->Add(pmapi::kNullInstance, {}, writer.Finish()));
    EXPECT_THAT(out.Text(),
                testing::HasSubstr(
                    json ? "\"n\":[18446744073709551615,1152921504606846976,"
                           "-9223372036854775807]"
                         : " n=18446744073709551615 n=1152921504606846976 "
                           "n=-9223372036854775807\n"));
  }
}

}  // namespace
}  // namespace cli
