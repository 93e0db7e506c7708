// JournalNews: what is to be told of the place in the journal, and is no
// failure of a reading.
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_NEWS_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_NEWS_H_

#include <functional>
#include <optional>

#include "base/error.h"
#include "base/time.h"

namespace pmapi::records {

/// Any may be empty: nobody is told.
struct JournalNews {
  /// It is read from its place on, of an entry of that time or behind that
  /// time, the epoch being before all entries; nothing: no place has been kept,
  /// and it is read from now on.
  std::function<void(std::optional<base::Timestamp> place)> begun = {};
  /// The end has come, and the place could not be kept.
  std::function<void(const base::Error& why)> not_kept = {};
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_NEWS_H_
