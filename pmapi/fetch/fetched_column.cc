// Host by host, each its lanes side by side.
#include "pmapi/fetch/fetched_column.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/warm.h"

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
  const NumberRows* rows = host.stream->numbers(host.want);
  const MetricSamples& metric = host.metric();
  const bool all = rows != nullptr ? rows->known() : metric.dense;
  const Cell* cells =
      rows != nullptr ? rows->cells().data() : metric.cells.data();
  const std::size_t width = host.group().instances.size();
  const std::vector<bool>* left_out =
      host.mark_rule != nullptr ? &host.mark_rule->left_out() : nullptr;
  for (std::size_t t = 0; t < counts->size(); ++t) {
    if (left_out != nullptr && !left_out->empty() && (*left_out)[t]) continue;
    const Cell* row = cells + (host.stream->first_row() + t) * width;
    const auto there = [row](int column) { return IsPresent(row[column]); };
    const auto count =
        all ? static_cast<std::ptrdiff_t>(columns.size())
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
                             RateOptions options, std::int32_t known_instances)
    : request_(std::move(request)), last_count_(known_instances) {
  hosts_.reserve(request_.hosts.size());
  for (std::size_t h = 0; h < request_.hosts.size(); ++h) {
    const MetricDesc& desc = request_.hosts[h].desc;
    HostLanes& host = hosts_.emplace_back();
    host.stream = streams[h];
    for (const Lane& lane : request_.lanes) {
      if (lane.host == static_cast<int>(h)) {
        host.instances.push_back(lane.instance);
      }
    }
    const auto& fold = request_.hosts[h].fold;
    if (!HasValues(desc.type) && fold == nullptr) continue;
    std::optional<NumberForm> form;
    if (fold != nullptr) {
      form = {Type::kDouble};
    } else if (IsNumeric(desc.type)) {
      form = {desc.type, CanonicalFactor(desc.units), request_.rate, options};
    }
    host.want = streams[h]->AddWant(
        {desc, Only(desc, host.instances), false, fold}, form);
  }
  request_.hosts = std::vector<ColumnRequest::HostMetric>();
}

/// The rows of its only host, if nobody else reads them, and they are the
/// block's as they stand.
NumberRows* FetchedColumn::OwnRows() const {
  if (!request_.open || hosts_.size() != 1) return nullptr;
  const HostLanes& host = hosts_.front();
  const HostStream& stream = *host.stream;
  const bool own = host.want != kNoWant && !stream.late() && stream.whole() &&
                   stream.readers(host.want) == 1;
  return own ? stream.numbers(host.want) : nullptr;
}

void FetchedColumn::Fill(int ticks, const LaneSet& lanes, Column* out) {
  if (NumberRows* rows = OwnRows()) {
    if (request_.counted) CountValues(ticks, out);
    out->block.Exchange(ticks, lanes, &rows->values(), &rows->cells());
    out->block.set_dense(rows->known());
    return;
  }
  out->block.Reset(ticks, lanes);
  FillBlock(&out->block);
  if (request_.counted) CountValues(ticks, out);
}

void FetchedColumn::Warm() const {
  base::Warm(hosts_);
  for (const HostLanes& host : hosts_) base::Warm(host.instances);
}

void FetchedColumn::Continue(const FetchedColumn& before) {
  CHECK(before.hosts_.size() == hosts_.size());
  last_count_ = before.last_count_;
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const HostLanes& other = before.hosts_[h];
    if (hosts_[h].want == kNoWant) continue;
    hosts_[h].stream->Continue(hosts_[h].want, *other.stream, other.want);
  }
}

/// REQUIRES: `host` has a want.
std::size_t FetchedColumn::WidthOf(const HostLanes& host) const {
  return (request_.open ? host.group().instances : host.instances).size();
}

/// What is written is mostly all that there is, above all of singular metrics.
Segment FetchedColumn::SegmentOf(int first, const HostLanes& host) const {
  if (request_.open) return Segment::Wildcard(first);
  const SampleGroup& group = host.group();
  // MarkRule looks at the columns that a segment lists.
  const bool whole = group.instances == host.instances &&
                     !host.stream->across_marks(host.want);
  if (whole) return Segment{first, {}, true, true};
  return Segment::Explicit(first, group, host.instances);
}

bool FetchedColumn::FillHost(int first, HostLanes* host, Block* block) {
  const Segment segment = SegmentOf(first, *host);
  const HostStream& stream = *host->stream;
  const NumberRows* rows = stream.numbers(host->want);
  if (rows == nullptr) {
    return PutStrings(host->metric(), host->group().instances.size(),
                      stream.first_row(), stream.string_numbers(), segment,
                      block);
  }
  bool dense = PutNumbers(*rows, stream.first_row(), segment, block);
  if (stream.across_marks(host->want)) {
    if (host->mark_rule == nullptr) {
      host->mark_rule = std::make_unique<MarkRule>();
    }
    dense &= host->mark_rule->Apply(*rows, stream.first_row(), host->marks(),
                                    segment, request_.rate, block);
  }
  return dense;
}

void FetchedColumn::FillBlock(Block* block) {
  const std::vector<Lane>& lanes = *block->lanes();
  bool dense = true;
  std::size_t first = 0;
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    HostLanes& host = hosts_[h];
    std::size_t end = first;
    if (host.want != kNoWant && !host.stream->late()) {
      end += WidthOf(host);
      CHECK(end <= lanes.size());
      dense &= FillHost(static_cast<int>(first), &host, block);
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

void FetchedColumn::CountValues(int ticks, Column* column) {
  column->count_before = last_count_;
  column->counts.assign(static_cast<std::size_t>(ticks), 0);
  for (const HostLanes& host : hosts_) {
    if (host.want == kNoWant) continue;
    AddCounts(host, CountedColumns(host, request_.open), &column->counts);
  }
  last_count_ = column->counts.back();
}

}  // namespace pmapi
