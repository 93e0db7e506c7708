// Columns grouped by what they want of a source, then filled.
#include "pmapi/fetch/fetcher.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "pmapi/fetch/host_stream.h"

namespace pmapi {
namespace {

constexpr int kNoWant = -1;

/// One host's part of a column.
struct Part {
  std::size_t stream = 0;
  int want = kNoWant;  // none: a type without values
  Type type = Type::kNoSupport;
  double factor = 1;
  std::vector<InstanceId> instances;  // explicit ones, as written
  RateState state;
};

struct Plan {
  ColumnRequest request;
  std::vector<Part> parts;      // as request.hosts
  std::int32_t last_count = 0;  // Column::counts of the tick before
};

/// Where a host's lanes of an open lane set are found.
struct LaneOrigin {
  std::size_t stream = 0;
  int want = kNoWant;  // none: no column of the set has values on this host
};

/// A source that some column names. Of a thousand hosts a fetcher may be about
/// one.
struct NamedStream {
  int source = 0;
  HostStream stream;
};

/// The lanes that columns share.
struct LanePlan {
  bool open = false;
  std::vector<LaneOrigin> hosts;
  LaneSet lanes;
};

bool HasValues(Type type) { return IsNumeric(type) || type == Type::kString; }

/// The instances a source is asked for: ascending, each once.
std::vector<InstanceId> Only(const MetricDesc& desc,
                             std::vector<InstanceId> instances) {
  if (desc.singular()) return {};
  std::sort(instances.begin(), instances.end());
  instances.erase(std::unique(instances.begin(), instances.end()),
                  instances.end());
  return instances;
}

LaneSet MakeLaneSet(std::vector<Lane> lanes) {
  return std::make_shared<const std::vector<Lane>>(std::move(lanes));
}

std::int32_t CountValues(const Cell* cells, std::size_t n) {
  std::int32_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += cells[i] != kAbsent;
  return count;
}

/// Lanes [first, end) of a metric that never has values.
void FillWithout(Cell cell, std::size_t first, std::size_t end, Block* block) {
  for (int t = 0; t < block->ticks(); ++t) {
    std::fill(block->row(t) + first, block->row(t) + end, 0.0);
    std::fill(block->cell_row(t) + first, block->cell_row(t) + end, cell);
  }
}

}  // namespace

class Fetcher::Impl {
 public:
  Impl(std::span<Source* const> sources, RateOptions options,
       StringPool* strings)
      : sources_(sources), options_(options), strings_(strings) {}

  base::Result<void> Open(std::vector<ColumnRequest> requests, TickGrid grid);
  base::Result<void> Next(int max_ticks, Columns* out);
  void Ask(base::Timestamp due, base::Timestamp now, base::Duration limit,
           std::function<void()> ready);
  void Close() { streams_.clear(); }
  void Continue(Impl* before, std::span<const int> counterparts);
  const std::vector<Answer>& answers() const { return answers_; }

 private:
  Plan MakePlan(ColumnRequest request);
  void ShareLanes(const Plan& plan);
  void NameStreams(const std::vector<ColumnRequest>& requests);
  std::size_t StreamOf(int source) const;
  base::Result<void> OpenStreams(TickGrid grid);
  void UpdateLanes();
  void FindLanes(const LanePlan& plan);
  void FillColumn(Plan* plan, Column* column);
  std::size_t WidthOf(const Plan& plan, const Part& part) const;
  bool FillPart(const Plan& plan, Part* part, int first, Block* block);
  void CountFetched(Plan* plan, Column* column);
  std::int32_t KnownInstances(const ColumnRequest& request) const;

  std::span<Source* const> sources_;
  RateOptions options_;
  StringPool* strings_;
  std::vector<NamedStream> streams_;  // by source
  std::vector<Plan> plans_;           // a column each
  std::vector<LanePlan> lane_plans_;  // by ColumnRequest::lane_set
  std::vector<Lane> scratch_;
  TickGrid grid_;
  std::int64_t next_tick_ = 0;
  std::optional<base::Timestamp> asked_;
  std::vector<Answer> answers_;  // an open stream each
};

Plan Fetcher::Impl::MakePlan(ColumnRequest request) {
  Plan plan;
  for (std::size_t h = 0; h < request.hosts.size(); ++h) {
    const ColumnRequest::HostMetric& host = request.hosts[h];
    Part part;
    part.stream = StreamOf(host.source);
    part.type = host.desc.type;
    part.factor = CanonicalFactor(host.desc.units);
    for (const Lane& lane : request.lanes) {
      if (lane.host == static_cast<int>(h)) {
        part.instances.push_back(lane.instance);
      }
    }
    if (HasValues(part.type)) {
      part.want = streams_[part.stream].stream.AddWant(
          {host.desc, Only(host.desc, part.instances)});
    }
    plan.parts.push_back(std::move(part));
  }
  if (request.counted) plan.last_count = KnownInstances(request);
  plan.request = std::move(request);
  return plan;
}

void Fetcher::Impl::ShareLanes(const Plan& plan) {
  const auto at = static_cast<std::size_t>(plan.request.lane_set);
  if (lane_plans_.size() <= at) lane_plans_.resize(at + 1);
  LanePlan& shared = lane_plans_[at];
  shared.open = plan.request.open;
  if (!shared.open) shared.lanes = MakeLaneSet(plan.request.lanes);
  // A type without values says nothing of the lanes: another column may.
  shared.hosts.resize(plan.parts.size());
  for (std::size_t h = 0; h < plan.parts.size(); ++h) {
    const Part& part = plan.parts[h];
    LaneOrigin& origin = shared.hosts[h];
    if (origin.want == kNoWant) origin = {part.stream, part.want};
  }
}

void Fetcher::Impl::NameStreams(const std::vector<ColumnRequest>& requests) {
  std::set<int> named;
  for (const ColumnRequest& request : requests) {
    for (const auto& host : request.hosts) named.insert(host.source);
  }
  streams_.resize(named.size());
  std::size_t next = 0;
  for (const int source : named) streams_[next++].source = source;
}

/// REQUIRES: a column names `source`.
std::size_t Fetcher::Impl::StreamOf(int source) const {
  const auto at = std::lower_bound(
      streams_.begin(), streams_.end(), source,
      [](const NamedStream& one, int wanted) { return one.source < wanted; });
  return static_cast<std::size_t>(at - streams_.begin());
}

base::Result<void> Fetcher::Impl::OpenStreams(TickGrid grid) {
  for (NamedStream& one : streams_) {
    Source* source = sources_[one.source];
    if (!one.stream.has_wants() && !source->waits()) continue;
    if (auto opened = one.stream.Open(source, grid); !opened) return opened;
    answers_.emplace_back().source = one.source;
  }
  return {};
}

base::Result<void> Fetcher::Impl::Open(std::vector<ColumnRequest> requests,
                                       TickGrid grid) {
  grid_ = grid;
  NameStreams(requests);
  for (ColumnRequest& request : requests) {
    plans_.push_back(MakePlan(std::move(request)));
    ShareLanes(plans_.back());
  }
  return OpenStreams(grid);
}

/// The lanes of `plan` as they are now, into scratch_.
void Fetcher::Impl::FindLanes(const LanePlan& plan) {
  scratch_.clear();
  for (std::size_t h = 0; h < plan.hosts.size(); ++h) {
    const LaneOrigin& origin = plan.hosts[h];
    if (origin.want == kNoWant) continue;
    for (const InstanceId id :
         streams_[origin.stream].stream.group(origin.want).instances) {
      scratch_.push_back(Lane{static_cast<int>(h), id});
    }
  }
}

void Fetcher::Impl::UpdateLanes() {
  for (LanePlan& plan : lane_plans_) {
    if (!plan.open) continue;
    FindLanes(plan);
    // The same lanes keep their pointer, so that histories stay in place.
    if (!plan.lanes || *plan.lanes != scratch_) {
      plan.lanes = MakeLaneSet(scratch_);
    }
  }
}

/// REQUIRES: `part` has a want.
std::size_t Fetcher::Impl::WidthOf(const Plan& plan, const Part& part) const {
  if (!plan.request.open) return part.instances.size();
  return streams_[part.stream].stream.group(part.want).instances.size();
}

bool Fetcher::Impl::FillPart(const Plan& plan, Part* part, int first,
                             Block* block) {
  const HostStream& from = streams_[part->stream].stream;
  const SampleGroup& group = from.group(part->want);
  const MetricSamples& metric = from.metric(part->want);
  const Segment segment =
      plan.request.open ? Segment::Wildcard(first)
                        : Segment::Explicit(first, group, part->instances);
  if (part->type == Type::kString) {
    return ConvertStrings(from.samples(), metric, from.string_numbers(),
                          segment, block);
  }
  if (plan.request.rate) {
    return Rate(from.samples(), metric, part->type, part->factor, options_,
                segment, &part->state, block);
  }
  return Convert(from.samples(), metric, part->type, part->factor, segment,
                 block);
}

void Fetcher::Impl::FillColumn(Plan* plan, Column* column) {
  Block& block = column->block;
  const std::vector<Lane>& lanes = *block.lanes();
  bool dense = true;
  std::size_t first = 0;
  for (std::size_t h = 0; h < plan->parts.size(); ++h) {
    Part& part = plan->parts[h];
    std::size_t end = first;
    const bool late = streams_[part.stream].stream.late();
    if (part.want != kNoWant && !late) {
      end += WidthOf(*plan, part);
      CHECK(end <= lanes.size());
      dense &= FillPart(*plan, &part, static_cast<int>(first), &block);
    } else {
      dense = false;
      while (end < lanes.size() && lanes[end].host == static_cast<int>(h)) {
        ++end;
      }
      FillWithout(plan->request.open ? kAbsent : kMember, first, end, &block);
    }
    first = end;
  }
  CHECK(first == lanes.size());
  block.set_dense(dense);
}

void Fetcher::Impl::CountFetched(Plan* plan, Column* column) {
  const auto ticks = static_cast<std::size_t>(column->block.ticks());
  column->count_before = plan->last_count;
  column->counts.assign(ticks, 0);
  for (const Part& part : plan->parts) {
    if (part.want == kNoWant) continue;
    const HostStream& from = streams_[part.stream].stream;
    const MetricSamples& metric = from.metric(part.want);
    const std::size_t width = from.group(part.want).instances.size();
    for (std::size_t t = 0; t < ticks; ++t) {
      column->counts[t] +=
          metric.dense ? static_cast<std::int32_t>(width)
                       : CountValues(metric.cells.data() + t * width, width);
    }
  }
  plan->last_count = column->counts.back();
}

std::int32_t Fetcher::Impl::KnownInstances(const ColumnRequest& request) const {
  std::size_t count = 0;
  for (const ColumnRequest::HostMetric& host : request.hosts) {
    const Source& source = *sources_[host.source];
    if (auto known = source.Catalog().Instances(host.desc.indom)) {
      count += known->size();
    }
  }
  return static_cast<std::int32_t>(count);
}

base::Result<void> Fetcher::Impl::Next(int max_ticks, Columns* out) {
  int ticks = max_ticks;
  for (NamedStream& one : streams_) {
    if (!one.stream.is_open()) continue;
    auto filled = one.stream.Fill(ticks, strings_);
    if (!filled) return filled.error();
    ticks = std::min(ticks, *filled);
  }
  auto answer = answers_.begin();
  out->fetched.clear();
  for (NamedStream& one : streams_) {
    if (!one.stream.is_open()) continue;
    one.stream.Take(ticks);
    out->fetched.push_back({one.source, one.stream.samples().stamps});
    answer->failure = one.stream.failure();
    (answer++)->interruption = one.stream.interruption();
  }
  out->stamps.resize(static_cast<std::size_t>(ticks));
  for (int t = 0; t < ticks; ++t) {
    out->stamps[t] = asked_ ? *asked_ : grid_.At(next_tick_ + t);
  }
  UpdateLanes();
  out->columns.resize(plans_.size());
  for (std::size_t c = 0; c < plans_.size(); ++c) {
    Plan& plan = plans_[c];
    Column& column = out->columns[c];
    const auto lane_set = static_cast<std::size_t>(plan.request.lane_set);
    column.block.Reset(ticks, lane_plans_[lane_set].lanes);
    FillColumn(&plan, &column);
    if (plan.request.counted) CountFetched(&plan, &column);
  }
  next_tick_ += ticks;
  return {};
}

void Fetcher::Impl::Ask(base::Timestamp due, base::Timestamp now,
                        base::Duration limit, std::function<void()> ready) {
  asked_ = due;
  // One more than there are streams, so that it is not done before all were
  // asked.
  auto left = std::make_shared<std::size_t>(streams_.size() + 1);
  const auto one_is_ready = [left, ready = std::move(ready)] {
    if (--*left == 0) ready();
  };
  for (NamedStream& one : streams_) {
    if (one.stream.is_open()) {
      one.stream.Ask(now, limit, one_is_ready);
    } else {
      one_is_ready();
    }
  }
  one_is_ready();
}

void Fetcher::Impl::Continue(Impl* before, std::span<const int> counterparts) {
  for (std::size_t c = 0; c < counterparts.size(); ++c) {
    if (counterparts[c] < 0) continue;
    Plan& there = before->plans_[counterparts[c]];
    Plan& here = plans_[c];
    CHECK(there.parts.size() == here.parts.size());
    here.last_count = there.last_count;
    for (std::size_t h = 0; h < here.parts.size(); ++h) {
      here.parts[h].state = std::move(there.parts[h].state);
    }
  }
}

Fetcher::Fetcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Fetcher::~Fetcher() = default;

base::Result<std::unique_ptr<Fetcher>> Fetcher::Open(
    std::span<Source* const> sources, std::vector<ColumnRequest> requests,
    TickGrid grid, RateOptions options, StringPool* strings) {
  auto impl = std::make_unique<Impl>(sources, options, strings);
  if (auto opened = impl->Open(std::move(requests), grid); !opened) {
    return opened.error();
  }
  return std::unique_ptr<Fetcher>(new Fetcher(std::move(impl)));
}

base::Result<void> Fetcher::Next(int max_ticks, Columns* out) {
  return impl_->Next(max_ticks, out);
}

void Fetcher::Ask(base::Timestamp due, base::Timestamp now,
                  base::Duration limit, std::function<void()> ready) {
  impl_->Ask(due, now, limit, std::move(ready));
}

void Fetcher::Close() { impl_->Close(); }

void Fetcher::Continue(Fetcher* before, std::span<const int> counterparts) {
  impl_->Continue(before->impl_.get(), counterparts);
}

const std::vector<Answer>& Fetcher::answers() const { return impl_->answers(); }

}  // namespace pmapi
