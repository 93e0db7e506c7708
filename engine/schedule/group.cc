// How many ticks make a block, and the run over them.
#include "engine/schedule/group.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/check.h"
#include "base/stamp.h"
#include "engine/program/counterparts.h"
#include "engine/program/look_back.h"

namespace engine::schedule {
namespace {

/// A column of a block should fit the second-level cache beside others, and
/// all of a program's blocks together stay small, however many rules there
/// are and however wide they are. Units: bytes.
constexpr std::size_t kColumnBytes = std::size_t{256} << 10;
constexpr std::size_t kProgramBytes = std::size_t{12} << 20;
constexpr std::size_t kMaxTicks = 1024;
/// Less than this a tick is not worth another thread: to go over the records is
/// nearly all then, and that is done in one. Units: bytes.
constexpr std::size_t kLeastBytes = std::size_t{4} << 10;
/// Before anything was fetched nothing is known of the lanes.
constexpr int kFirstTicks = 4;
constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();

pmapi::ColumnRequest RequestFor(const program::Program& program,
                                const program::ColumnSpec& spec) {
  const expr::Layout& layout = program.layouts[spec.layout];
  pmapi::ColumnRequest request;
  for (std::size_t h = 0; h < layout.sources.size(); ++h) {
    request.hosts.push_back({layout.sources[h], spec.descs[h],
                             spec.folds.empty() ? nullptr : spec.folds[h]});
  }
  request.open = layout.kind == expr::Layout::Kind::kOpen;
  for (const expr::LaneLabel& label : layout.labels) {
    request.lanes.push_back(pmapi::Lane{label.host, label.instance});
  }
  request.lane_set = spec.layout;
  request.rate = spec.rate;
  return request;
}

std::vector<pmapi::ColumnRequest> RequestsFor(const program::Program& program) {
  std::vector<pmapi::ColumnRequest> requests;
  for (const program::ColumnSpec& spec : program.columns) {
    requests.push_back(RequestFor(program, spec));
  }
  for (const program::Node& node : program.nodes) {
    const auto* window = std::get_if<program::ReduceSamples>(&node.op);
    if (window == nullptr) continue;
    for (const int column : window->open_columns) {
      requests[column].counted = true;
    }
  }
  return requests;
}

}  // namespace

Group::Group(std::shared_ptr<const program::Program> program,
             pmapi::TickGrid grid, base::Timestamp end, eval::ClockValue clock,
             const eval::Names& names)
    : program_(std::move(program)),
      grid_(grid),
      ticks_(CountTicks(end)),
      names_(names),
      string_look_back_(program::StringLookBack(*program_)),
      state_(*program_, &strings_, std::move(clock), names) {
  const bool events =
      std::any_of(program_->columns.begin(), program_->columns.end(),
                  [](const auto& column) { return !column.folds.empty(); });
  if (events && end.ns < kForEver) CloseAt(end);
}

/// What came after the last tick is seen by one more, at the end.
void Group::CloseAt(base::Timestamp end) {
  if (ticks_ == 0 || !(grid_.At(ticks_ - 1) < end)) return;
  grid_.close = end;
  ++ticks_;
}

std::int64_t Group::CountTicks(base::Timestamp end) const {
  CHECK(grid_.step.ns > 0);
  if (end < grid_.start) return 0;
  std::int64_t ticks = (end - grid_.start).ns / grid_.step.ns;
  const double last = base::StampSeconds(end);
  while (ticks > 0 && DueSeconds(ticks) > last) --ticks;
  while (DueSeconds(ticks + 1) <= last) ++ticks;
  return ticks + 1;
}

base::Result<void> Group::Open(std::span<pmapi::Source* const> sources,
                               pmapi::RateOptions options) {
  auto opened = pmapi::Fetcher::Open(sources, RequestsFor(*program_), grid_,
                                     options, &strings_);
  if (!opened) return opened.error();
  fetcher_ = *std::move(opened);
  return {};
}

base::Result<void> Group::Open(std::span<pmapi::Source* const> sources,
                               pmapi::RateOptions options, Crew* crew) {
  crew_ = crew;
  const auto for_all = [crew](auto count, const auto& call) {
    crew->ForAll(count, call);
  };
  auto opened = pmapi::Fetcher::Open(sources, RequestsFor(*program_), grid_,
                                     options, &strings_, for_all);
  if (!opened) return opened.error();
  fetcher_ = *std::move(opened);
  const bool by_source =
      fetcher_->streams() >= static_cast<std::size_t>(8 * crew->threads());
  if (!by_source && fetcher_->CanPassOver()) FetchAhead(sources, options);
  return {};
}

void Group::FetchAhead(std::span<pmapi::Source* const> sources,
                       pmapi::RateOptions options) {
  const int threads = crew_->threads();
  RangesOptions ahead;
  ahead.grid = grid_;
  ahead.ticks = ticks_;
  ahead.threads = threads;
  ahead.most = static_cast<std::size_t>(threads + 3);
  stateless_ = std::make_unique<eval::Stateless>(*program_);
  ranges_ = std::make_unique<Ranges>(
      std::move(fetcher_),
      [this, sources, options] { return OpenWorker(sources, options); }, ahead);
  crew_->Add(&*ranges_);
}

base::Result<Worker> Group::OpenWorker(std::span<pmapi::Source* const> sources,
                                       pmapi::RateOptions options) {
  auto opened = pmapi::Fetcher::Open(sources, RequestsFor(*program_), grid_,
                                     options, &strings_);
  if (!opened) return opened.error();
  Worker worker;
  worker.fetcher = *std::move(opened);
  // What is stateless asks neither for the time nor for names.
  worker.state = std::make_unique<eval::State>(
      *program_, &strings_, eval::ClockValue(), eval::Names());
  worker.nodes = &*stateless_;
  return worker;
}

Group::Load Group::CurrentLoad() const {
  std::vector<int> widths(program_->layouts.size(), 1);
  Load load;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const auto labels = static_cast<int>(program_->layouts[i].labels.size());
    widths[i] = std::max(widths[i], labels);
  }
  for (std::size_t c = 0; c < piece_->columns.columns.size(); ++c) {
    const int width = piece_->columns.columns[c].block.width();
    widths[program_->columns[c].layout] = width;
    load.widest = std::max(load.widest, static_cast<std::size_t>(width));
    // The block itself and the samples that it is made of.
    load.bytes += static_cast<std::size_t>(width) * 2 * sizeof(double);
  }
  load.bytes += state_.BytesPerTick(widths);
  return load;
}

int Group::BlockLength(const Load& load) const {
  if (piece_->columns.stamps.empty()) return kFirstTicks;
  const std::size_t ticks =
      std::min(kColumnBytes / (load.widest * sizeof(double)),
               kProgramBytes / std::max<std::size_t>(load.bytes, 1));
  return static_cast<int>(std::clamp<std::size_t>(ticks, 1, kMaxTicks));
}

base::Result<void> Group::Reach(std::int64_t tick) {
  if (tick < next()) return {};
  // Who fetches ahead has chosen the length.
  const int length = ranges_ ? 0 : BlockLength(CurrentLoad());
  return Advance(
      static_cast<int>(std::min<std::int64_t>(length, ticks_ - next())));
}

/// Of more than this, what was asked for first would have left the second-level
/// cache before it is read.
bool Group::FitsCache() const {
  constexpr std::size_t kMostStreams = 4;
  constexpr std::size_t kMostNodes = 512;
  return fetcher_->streams() <= kMostStreams &&
         program_->nodes.size() <= kMostNodes;
}

void Group::Take() {
  if (FitsCache()) {
    // Much may have run since the tick before.
    fetcher_->Warm(piece_->columns);
    state_.Warm();
  }
  const auto taken = Advance(1);
  CHECK(taken.has_value());
}

void Group::Continue(Group* before) {
  const program::Counterparts same =
      program::FindCounterparts(*before->program_, *program_);
  state_.Continue(&before->state_, same.nodes);
  fetcher_->Continue(before->fetcher_.get(), same.columns);
}

base::Result<void> Group::Advance(int ticks) {
  const std::int64_t first = next();
  strings_.Forget(first - string_look_back_);
  if (auto fetched = Fetch(ticks); !fetched) return fetched;
  first_ = first;
  const pmapi::Columns& now = piece_->columns;
  state_.Run(eval::Input{now.stamps, now.columns, now.fetched},
             piece_->precomputed);
  return {};
}

base::Result<void> Group::Fetch(int ticks) {
  if (!ranges_) return fetcher_->Next(ticks, &piece_->columns);
  auto taken = crew_->Take(&*ranges_);
  if (!taken) return taken.error();
  piece_ = *taken;
  const Load load = CurrentLoad();
  crew_->Advise(&*ranges_, BlockLength(load), load.bytes >= kLeastBytes);
  if (piece_->precomputed.nodes != nullptr) ShareLanes(&piece_->precomputed);
  return {};
}

/// Each of those who fetch ahead has made the lanes for itself: where they are
/// the same they get one pointer, as if one had. Of the rest nobody asks for
/// more than what they are, and who made them finds them as they were.
void Group::ShareLanes(eval::Precomputed* precomputed) {
  lanes_.resize(program_->layouts.size());
  for (const program::NodeId id : stateless_->remembered()) {
    const program::Node& node = program_->nodes[id];
    if (const auto* read = std::get_if<program::ReadColumn>(&node.op)) {
      ShareLanes(node.layout, &piece_->columns.columns[read->column].block);
    } else {
      precomputed->Visit(id,
                         [&](auto* block) { ShareLanes(node.layout, block); });
    }
  }
}

/// `block`: numbers or truths.
template <typename B>
void Group::ShareLanes(int layout, B* block) {
  LastLanes& last = lanes_[layout];
  const pmapi::LaneSet& lanes = block->lanes();
  if (last.lanes == lanes) return;
  if (last.lanes == nullptr || (last.same != lanes && *last.lanes != *lanes)) {
    last = {lanes, nullptr};
    return;
  }
  if (last.same != lanes) last.same = lanes;
  block->Share(last.lanes);
}

}  // namespace engine::schedule
