// RecordHub: the feeds of this host, and all streams that want their records: a
// record comes once, and each of them is given it.
#ifndef TOCSIN_PMAPI_RECORDS_RECORD_HUB_H_
#define TOCSIN_PMAPI_RECORDS_RECORD_HUB_H_

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "pmapi/records/record_feed.h"
#include "pmapi/source/event_wants.h"

namespace pmapi::records {

/// Threads: one.
class RecordHub {
 public:
  explicit RecordHub(std::vector<std::unique_ptr<RecordFeed>> feeds);

  /// Of all feeds; one that several have is there once.
  const std::vector<RecordMetric>& metrics() const { return metrics_; }

  /// From now on `wants` are given what comes. A feed that nobody has wanted
  /// before begins. Lifetime: `wants` until Leave().
  void Join(EventWants* wants);
  void Leave(EventWants* wants) { all_.erase(wants); }

  /// Gives all what has come by `now`. Of a feed that fails what it has given
  /// by then counts; if that is nothing, what has come is lost to them.
  void Read(base::Timestamp now);

  /// Which feeds that are wanted could not be read by the last Read(), and
  /// why, and what else is wrong with them: one line for all, kIncomplete.
  std::optional<base::Error> shortfall() const;

 private:
  struct Feed {
    std::unique_ptr<RecordFeed> feed;
    std::string name;       // of its records
    Pmid pmid = kNullPmid;  // the same
    bool begun = false;
    std::vector<std::string> wrong;  // at the last Read()
  };

  bool IsWanted(Pmid pmid) const;
  void ReadFeed(base::Timestamp now, Feed* one);

  std::vector<Feed> feeds_;
  std::vector<RecordMetric> metrics_;
  std::set<EventWants*> all_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_RECORD_HUB_H_
