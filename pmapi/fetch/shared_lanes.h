// SharedLanes: the lanes that columns share, block by block. The columns are
// fetched_column.h's.
#ifndef TOCSIN_PMAPI_FETCH_SHARED_LANES_H_
#define TOCSIN_PMAPI_FETCH_SHARED_LANES_H_

#include <vector>

#include "pmapi/block/lanes.h"
#include "pmapi/fetch/fetched_column.h"

namespace pmapi {

/// Of the columns with one ColumnRequest::lane_set.
class SharedLanes {
 public:
  /// Lifetime: the column's streams outlive this.
  void AddColumn(const FetchedColumn& column);

  /// Finds the lanes in what the streams have taken. The same ones keep their
  /// pointer, so that histories stay in place.
  void Update();

  /// REQUIRES: Update() since AddColumn().
  const LaneSet& lanes() const { return lanes_; }

 private:
  /// Where a host's lanes of an open set are found.
  struct Origin {
    const HostStream* stream = nullptr;
    int want = FetchedColumn::kNoWant;  // none: no column has values there
  };

  bool AsBefore() const;

  bool open_ = false;
  std::vector<Origin> hosts_;
  LaneSet lanes_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_SHARED_LANES_H_
