// Stores: texts that a pmcd is asked to store into its metrics, as pmstore(1)
// does: some agents give event records only to a client that has stored a
// filter.
#ifndef TOCSIN_PMAPI_PMCD_STORES_H_
#define TOCSIN_PMAPI_PMCD_STORES_H_

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/lifetime.h"
#include "pmapi/pmcd/connection.h"
#include "pmapi/pmcd/stored_text.h"
#include "pmapi/source/facts.h"

namespace pmapi::pmcd {

/// Threads: the loop's.
class Stores {
 public:
  using Tell = std::function<void(const std::string& problem)>;

  /// `tell` is called once a connection and metric where that fails; a metric
  /// that pmcd does not have is passed over.
  Stores(std::vector<StoredText> all, Tell tell)
      : all_(std::move(all)), tell_(std::move(tell)) {}

  /// There is another connection, over which nothing has been stored.
  void Begin();
  /// Stores into all that `facts` has and that has not been stored into over
  /// this connection, ahead of what is asked later.
  void Store(Connection* connection, const Facts& facts);

 private:
  void StoreOne(const StoredText& one, const MetricDesc& desc,
                const Facts& facts, Connection* connection);
  void Ask(const StoredText& one, Pmid pmid,
           const std::vector<InstanceId>& instances, Connection* connection);
  void Failed(const StoredText& one, const std::string& why);

  std::vector<StoredText> all_;
  Tell tell_;
  std::set<std::pair<std::string, InstanceId>> stored_;
  std::set<std::string> failed_;  // metrics
  base::Lifetime lifetime_;       // of one connection's
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_STORES_H_
