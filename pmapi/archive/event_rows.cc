// A frame's arrays are its texts.
#include "pmapi/archive/event_rows.h"

#include <string>
#include <utility>

namespace pmapi {
namespace {

base::Bytes BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

LayoutRef LayoutOf(std::vector<InstanceId> instances) {
  auto layout = std::make_shared<LaneLayout>();
  layout->ids = std::move(instances);
  return layout;
}

}  // namespace

EventRows::EventRows(std::unique_ptr<EventTally> tally, base::Timestamp before)
    : tally_(std::move(tally)), before_(before), layout_(LayoutOf({})) {}

/// The tick before the first, which nobody is shown.
void EventRows::Begin() {
  if (std::exchange(begun_, true)) return;
  tally_->Finish(before_);
}

base::Result<void> EventRows::Add(const Frame& frame) {
  if (before_ < frame.record.time) Begin();
  for (std::size_t i = 0; i < frame.layout->size(); ++i) {
    auto added = tally_->Add(frame.layout->ids[i], frame.record.time,
                             BytesOf(frame.texts[frame.bits[i]]));
    if (!added) return added;
  }
  return {};
}

void EventRows::Finish(base::Timestamp at) {
  Begin();
  row_ = &tally_->Finish(at);
  if (row_->instances != layout_->ids) layout_ = LayoutOf(row_->instances);
}

}  // namespace pmapi
