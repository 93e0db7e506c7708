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

EventRows::EventRows(std::unique_ptr<EventTally> tally, std::size_t rows,
                     base::Timestamp before)
    : tally_(std::move(tally)),
      before_(before),
      layouts_(rows, LayoutOf({})),
      none_(rows) {}

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
  if (finished_ == at) return;
  finished_ = at;
  Begin();
  rows_ = tally_->Finish(at);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].instances == layouts_[i]->ids) continue;
    layouts_[i] = LayoutOf(rows_[i].instances);
  }
}

}  // namespace pmapi
