// What a feed gives at a tick, record by record as texts.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_RECORDS_RECORD_TEXTS_H_
#define TOCSIN_TESTS_UNIT_PMAPI_RECORDS_RECORD_TEXTS_H_

#include <functional>
#include <string>
#include <vector>

#include "pmapi/events/event_array.h"
#include "pmapi/events/event_value.h"
#include "pmapi/records/record_feed.h"
#include "pmapi/records/record_sink.h"

namespace tests {

/// A record's parameters with blanks between: texts and numbers. Of one that
/// tells of lost ones "missed N".
inline std::string RecordText(const pmapi::EventRecord& record) {
  if (record.is_missed()) return "missed " + std::to_string(record.missed);
  std::string text;
  pmapi::EventParameters parameters(record);
  pmapi::EventParameter parameter;
  bool first = true;
  while (parameters.Next(&parameter)) {
    if (!first) text += ' ';
    first = false;
    if (const auto words = pmapi::EventText(parameter)) text += *words;
    if (const auto bits = pmapi::EventNumber(parameter)) {
      text += std::to_string(*bits);
    }
  }
  return text;
}

/// All records that `give` gives at `now`.
inline std::vector<std::string> RecordsOf(
    const std::function<void(pmapi::records::RecordSink*)>& give,
    base::Timestamp now = {}) {
  std::vector<std::string> texts;
  const auto take = [&texts](base::Bytes array) {
    const auto type = pmapi::Type::kHighresEvent;
    if (!pmapi::CheckEvents(type, array)) texts.emplace_back("no array");
    pmapi::EventRecords records(type, array);
    pmapi::EventRecord record;
    while (records.Next(&record)) texts.push_back(RecordText(record));
  };
  {
    pmapi::records::RecordSink sink(now, take);
    give(&sink);
  }
  return texts;
}

/// What `feed` gives; of an error its message.
inline std::vector<std::string> ReadTexts(pmapi::records::RecordFeed* feed,
                                          base::Timestamp now = {}) {
  std::string why;
  auto texts = RecordsOf(
      [&](pmapi::records::RecordSink* sink) {
        const auto read = feed->Read(sink);
        if (!read) why = read.error().message;
      },
      now);
  if (!why.empty()) texts.push_back(why);
  return texts;
}

}  // namespace tests

#endif  // TOCSIN_TESTS_UNIT_PMAPI_RECORDS_RECORD_TEXTS_H_
