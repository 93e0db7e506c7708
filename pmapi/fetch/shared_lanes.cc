// An open set has the instances of the first column that has values.
#include "pmapi/fetch/shared_lanes.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace pmapi {
namespace {

LaneSet MakeLaneSet(std::vector<Lane> lanes) {
  return std::make_shared<const std::vector<Lane>>(std::move(lanes));
}

}  // namespace

void SharedLanes::AddColumn(const FetchedColumn& column) {
  open_ = column.request().open;
  if (!open_) lanes_ = MakeLaneSet(column.request().lanes);
  // A type without values says nothing of the lanes: another column may.
  hosts_.resize(column.hosts().size());
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const FetchedColumn::HostLanes& host = column.hosts()[h];
    if (hosts_[h].want == FetchedColumn::kNoWant) {
      hosts_[h] = {host.stream, host.want};
    }
  }
}

/// Whether the lanes are those that there are: mostly they are.
bool SharedLanes::AsBefore() const {
  if (!lanes_) return false;
  auto lane = lanes_->begin();
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const auto& [stream, want] = hosts_[h];
    if (want == FetchedColumn::kNoWant) continue;
    const std::vector<InstanceId>& ids = stream->group(want).instances;
    const auto left = static_cast<std::size_t>(lanes_->end() - lane);
    if (left < ids.size()) return false;
    for (const InstanceId id : ids) {
      if (*lane++ != Lane{static_cast<int>(h), id}) return false;
    }
  }
  return lane == lanes_->end();
}

void SharedLanes::Update() {
  if (!open_ || AsBefore()) return;
  std::vector<Lane> now;
  if (lanes_) now.reserve(lanes_->size());
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const auto& [stream, want] = hosts_[h];
    if (want == FetchedColumn::kNoWant) continue;
    for (const InstanceId id : stream->group(want).instances) {
      now.push_back(Lane{static_cast<int>(h), id});
    }
  }
  lanes_ = MakeLaneSet(std::move(now));
}

}  // namespace pmapi
