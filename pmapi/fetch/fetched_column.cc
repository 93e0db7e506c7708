// Host by host, each its lanes side by side.
#include "pmapi/fetch/fetched_column.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace pmapi {
namespace {

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

using HostLanes = FetchedColumn::HostLanes;

/// The columns of a host's group that are counted: an instance that is written
/// twice is one.
std::vector<int> CountedColumns(const HostLanes& host, bool open) {
  std::vector<int> columns(host.group().instances.size());
  std::iota(columns.begin(), columns.end(), 0);
  if (open) return columns;
  columns = Segment::Explicit(0, host.group(), host.instances).from;
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::erase(columns, -1);
  return columns;
}

/// How many of `columns` have a value, added by tick.
void AddCounts(const HostLanes& host, const std::vector<int>& columns,
               std::vector<std::int32_t>* counts) {
  const MetricSamples& metric = host.metric();
  const std::size_t width = host.group().instances.size();
  const std::vector<bool>& left_out = host.mark_rule.left_out();
  for (std::size_t t = 0; t < counts->size(); ++t) {
    if (!left_out.empty() && left_out[t]) continue;
    const Cell* row = metric.cells.data() + t * width;
    const auto there = [row](int column) { return row[column] != kAbsent; };
    const auto count =
        metric.dense ? static_cast<std::ptrdiff_t>(columns.size())
                     : std::count_if(columns.begin(), columns.end(), there);
    (*counts)[t] += static_cast<std::int32_t>(count);
  }
}

/// Lanes [first, end) of a metric that never has values.
void FillWithout(Cell cell, std::size_t first, std::size_t end, Block* block) {
  for (int t = 0; t < block->ticks(); ++t) {
    std::fill(block->row(t) + first, block->row(t) + end, 0.0);
    std::fill(block->cell_row(t) + first, block->cell_row(t) + end, cell);
  }
}

}  // namespace

FetchedColumn::FetchedColumn(ColumnRequest request,
                             const std::vector<HostStream*>& streams,
                             SharedRates* rates, std::int32_t known_instances)
    : request_(std::move(request)), last_count_(known_instances) {
  for (std::size_t h = 0; h < request_.hosts.size(); ++h) {
    const MetricDesc& desc = request_.hosts[h].desc;
    HostLanes& host = hosts_.emplace_back();
    host.stream = streams[h];
    host.type = desc.type;
    host.factor = CanonicalFactor(desc.units);
    for (const Lane& lane : request_.lanes) {
      if (lane.host == static_cast<int>(h)) {
        host.instances.push_back(lane.instance);
      }
    }
    if (HasValues(host.type)) {
      host.want = streams[h]->AddWant({desc, Only(desc, host.instances)});
    }
    if (request_.rate && !request_.open && IsNumeric(host.type)) {
      host.rates = &rates
                        ->try_emplace({streams[h], host.want}, streams[h],
                                      host.want, host.type, host.factor)
                        .first->second;
    }
  }
}

void FetchedColumn::Fill(int ticks, const LaneSet& lanes, RateOptions options,
                         Column* out) {
  out->block.Reset(ticks, lanes);
  FillBlock(options, &out->block);
  if (request_.counted) CountValues(out);
}

void FetchedColumn::Continue(FetchedColumn* before) {
  CHECK(before->hosts_.size() == hosts_.size());
  last_count_ = before->last_count_;
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    HostLanes& other = before->hosts_[h];
    hosts_[h].state = std::move(other.state);
    if (hosts_[h].rates != nullptr && other.rates != nullptr) {
      hosts_[h].rates->Continue(*other.rates);
    }
  }
}

/// REQUIRES: `host` has a want.
std::size_t FetchedColumn::WidthOf(const HostLanes& host) const {
  return (request_.open ? host.group().instances : host.instances).size();
}

bool FetchedColumn::FillHost(int first, RateOptions options, HostLanes* host,
                             Block* block) {
  const Segment segment =
      request_.open ? Segment::Wildcard(first)
                    : Segment::Explicit(first, host->group(), host->instances);
  bool dense = FillValues(segment, options, host, block);
  if (host->stream->across_marks(host->want)) {
    dense &=
        host->mark_rule.Apply(host->metric(), host->group().instances.size(),
                              segment, request_.rate, block);
  }
  return dense;
}

bool FetchedColumn::FillValues(const Segment& segment, RateOptions options,
                               HostLanes* host, Block* block) {
  const Samples& samples = host->stream->samples();
  const MetricSamples& metric = host->metric();
  if (host->type == Type::kString) {
    return ConvertStrings(samples, metric, host->stream->string_numbers(),
                          segment, block);
  }
  if (host->rates != nullptr) {
    return PickLanes(host->rates->Rates(options), segment, block);
  }
  if (request_.rate) {
    return Rate(samples, metric, host->type, host->factor, options,
                segment.first, &host->state, block);
  }
  return Convert(samples, metric, host->type, host->factor, segment, block);
}

void FetchedColumn::FillBlock(RateOptions options, Block* block) {
  const std::vector<Lane>& lanes = *block->lanes();
  bool dense = true;
  std::size_t first = 0;
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    HostLanes& host = hosts_[h];
    std::size_t end = first;
    if (host.want != kNoWant && !host.stream->late()) {
      end += WidthOf(host);
      CHECK(end <= lanes.size());
      dense &= FillHost(static_cast<int>(first), options, &host, block);
    } else {
      dense = false;
      while (end < lanes.size() && lanes[end].host == static_cast<int>(h)) {
        ++end;
      }
      FillWithout(request_.open ? kAbsent : kMember, first, end, block);
    }
    first = end;
  }
  CHECK(first == lanes.size());
  block->set_dense(dense);
}

void FetchedColumn::CountValues(Column* column) {
  const auto ticks = static_cast<std::size_t>(column->block.ticks());
  column->count_before = last_count_;
  column->counts.assign(ticks, 0);
  for (const HostLanes& host : hosts_) {
    if (host.want == kNoWant) continue;
    AddCounts(host, CountedColumns(host, request_.open), &column->counts);
  }
  last_count_ = column->counts.back();
}

}  // namespace pmapi
