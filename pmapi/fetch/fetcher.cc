// Streams opened for what all columns want, then asked; columns filled.
#include "pmapi/fetch/fetcher.h"

#include <algorithm>
#include <set>

#include "base/countdown.h"
#include "base/warm.h"
#include "pmapi/fetch/fetched_column.h"
#include "pmapi/fetch/host_stream.h"
#include "pmapi/fetch/shared_lanes.h"

namespace pmapi {
namespace {

/// A source that some column names: a fetcher may be about one of a thousand
/// hosts.
struct NamedStream {
  int source = 0;
  HostStream stream;
};

}  // namespace

class Fetcher::Impl {
 public:
  Impl(std::span<Source* const> sources, RateOptions options,
       StringPool* strings, ForAll for_all)
      : sources_(sources),
        options_(options),
        strings_(strings),
        for_all_(std::move(for_all)) {}

  base::Result<void> Open(std::vector<ColumnRequest> requests, TickGrid grid);
  base::Result<void> Next(int max_ticks, Columns* out);
  void Ask(base::Timestamp due, base::Timestamp now, base::Duration limit,
           std::function<void()> ready);
  void Warm(const Columns& out) const;
  bool CanPassOver() const;
  std::size_t streams() const { return answers_.size(); }
  Passed PassOver(int ticks, int most, Impl* part);
  void Close() {
    for (NamedStream& one : streams_) one.stream.Close();
  }
  void Continue(Impl* before, std::span<const int> counterparts);
  const std::vector<Answer>& answers() const { return answers_; }

 private:
  void NameStreams(const std::vector<ColumnRequest>& requests);
  HostStream* StreamOf(int source);
  void AddColumn(ColumnRequest request);
  base::Result<void> OpenStreams(TickGrid grid);
  base::Result<int> FillStreams(int max_ticks);
  std::int32_t KnownInstances(const ColumnRequest& request) const;

  std::span<Source* const> sources_;
  RateOptions options_;
  StringPool* strings_;
  ForAll for_all_;
  std::vector<NamedStream> streams_;    // by source
  std::vector<FetchedColumn> columns_;  // a request each
  std::vector<SharedLanes> lane_sets_;  // by ColumnRequest::lane_set
  TickGrid grid_;
  std::int64_t next_tick_ = 0;
  std::optional<base::Timestamp> asked_;
  std::vector<Answer> answers_;  // an open stream each
};

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
HostStream* Fetcher::Impl::StreamOf(int source) {
  const auto at = std::lower_bound(
      streams_.begin(), streams_.end(), source,
      [](const NamedStream& one, int wanted) { return one.source < wanted; });
  return &at->stream;
}

void Fetcher::Impl::AddColumn(ColumnRequest request) {
  const auto lane_set = static_cast<std::size_t>(request.lane_set);
  if (lane_sets_.size() <= lane_set) lane_sets_.resize(lane_set + 1);
  std::vector<HostStream*> streams;
  for (const ColumnRequest::HostMetric& host : request.hosts) {
    streams.push_back(StreamOf(host.source));
  }
  const std::int32_t known = request.counted ? KnownInstances(request) : 0;
  columns_.emplace_back(std::move(request), streams, options_, known);
  lane_sets_[lane_set].AddColumn(columns_.back());
}

base::Result<void> Fetcher::Impl::OpenStreams(TickGrid grid) {
  std::vector<base::Result<void>> opened(streams_.size());
  for_all_(streams_.size(), [&](std::size_t s) {
    NamedStream& one = streams_[s];
    Source* source = sources_[one.source];
    if (!one.stream.has_wants() && !source->waits()) return;
    opened[s] = one.stream.Open(source, grid);
  });
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    if (!opened[s]) return opened[s];
    if (!streams_[s].stream.is_open()) continue;
    answers_.emplace_back().source = streams_[s].source;
  }
  return {};
}

base::Result<void> Fetcher::Impl::Open(std::vector<ColumnRequest> requests,
                                       TickGrid grid) {
  grid_ = grid;
  NameStreams(requests);
  columns_.reserve(requests.size());
  for (ColumnRequest& request : requests) AddColumn(std::move(request));
  return OpenStreams(grid);
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

/// How many ticks all of them have.
base::Result<int> Fetcher::Impl::FillStreams(int max_ticks) {
  std::vector<base::Result<int>> filled(streams_.size(), max_ticks);
  for_all_(streams_.size(), [&](std::size_t s) {
    HostStream& stream = streams_[s].stream;
    if (stream.is_open()) filled[s] = stream.Fill(max_ticks, strings_);
  });
  int ticks = max_ticks;
  for (const base::Result<int>& one : filled) {
    if (!one) return one.error();
    ticks = std::min(ticks, *one);
  }
  return ticks;
}

base::Result<void> Fetcher::Impl::Next(int max_ticks, Columns* out) {
  const auto filled = FillStreams(max_ticks);
  if (!filled) return filled.error();
  const int ticks = *filled;
  auto answer = answers_.begin();
  out->fetched.clear();
  for (NamedStream& one : streams_) {
    if (!one.stream.is_open()) continue;
    one.stream.Take(ticks);
    out->fetched.push_back({one.source, one.stream.stamps()});
    answer->failure = one.stream.failure();
    (answer++)->interruption = one.stream.interruption();
  }
  out->stamps.resize(static_cast<std::size_t>(ticks));
  for (int t = 0; t < ticks; ++t) {
    out->stamps[t] = asked_ ? *asked_ : grid_.At(next_tick_ + t);
  }
  for (SharedLanes& shared : lane_sets_) shared.Update();
  out->columns.resize(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const LaneSet& lanes = lane_sets_[columns_[c].request().lane_set].lanes();
    columns_[c].Fill(ticks, lanes, &out->columns[c]);
  }
  next_tick_ += ticks;
  return {};
}

/// What is in a row first, then what that says where it is.
void Fetcher::Impl::Warm(const Columns& out) const {
  base::Warm(out.columns);
  base::Warm(columns_);
  for (const NamedStream& one : streams_) one.stream.Warm();
  for (const Column& column : out.columns) column.block.Warm();
  for (const FetchedColumn& column : columns_) column.Warm();
}

bool Fetcher::Impl::CanPassOver() const {
  return !answers_.empty() &&
         std::all_of(streams_.begin(), streams_.end(), [](const auto& one) {
           return !one.stream.is_open() || one.stream.CanPassOver();
         });
}

Fetcher::Passed Fetcher::Impl::PassOver(int ticks, int most, Impl* part) {
  const std::int64_t first = std::max<std::int64_t>(next_tick_ - 1, 0);
  std::vector<Lead*> leads;
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    if (!streams_[s].stream.is_open()) continue;
    leads.push_back(
        streams_[s].stream.BeginPart(first, &part->streams_[s].stream));
    leads.back()->Skip(ticks);
  }
  const auto settled = [](const Lead* lead) { return lead->Settled(); };
  while (ticks < most && !std::all_of(leads.begin(), leads.end(), settled)) {
    for (Lead* lead : leads) lead->Skip(1);
    ++ticks;
  }
  Passed passed;
  passed.ticks = ticks;
  passed.all = !std::all_of(leads.begin(), leads.end(), settled);
  for (Lead* lead : leads) {
    passed.bytes += lead->Bytes();
    lead->End();
  }
  part->next_tick_ = first;
  next_tick_ += ticks;
  return passed;
}

void Fetcher::Impl::Ask(base::Timestamp due, base::Timestamp now,
                        base::Duration limit, std::function<void()> ready) {
  asked_ = due;
  const auto one_is_ready =
      base::Countdown(streams_.size() + 1, std::move(ready));
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
    columns_[c].Continue(before->columns_[counterparts[c]]);
  }
}

Fetcher::Fetcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Fetcher::~Fetcher() = default;

base::Result<std::unique_ptr<Fetcher>> Fetcher::Open(
    std::span<Source* const> sources, std::vector<ColumnRequest> requests,
    TickGrid grid, RateOptions options, StringPool* strings, ForAll for_all) {
  auto impl =
      std::make_unique<Impl>(sources, options, strings, std::move(for_all));
  if (auto opened = impl->Open(std::move(requests), grid); !opened) {
    return opened.error();
  }
  return std::unique_ptr<Fetcher>(new Fetcher(std::move(impl)));
}

base::Result<void> Fetcher::Next(int max_ticks, Columns* out) {
  return impl_->Next(max_ticks, out);
}

void Fetcher::Warm(const Columns& out) const { impl_->Warm(out); }

void Fetcher::OneByOne(std::size_t count,
                       const std::function<void(std::size_t)>& call) {
  for (std::size_t i = 0; i < count; ++i) call(i);
}

std::size_t Fetcher::streams() const { return impl_->streams(); }

bool Fetcher::CanPassOver() const { return impl_->CanPassOver(); }

Fetcher::Passed Fetcher::PassOver(int ticks, int most, Fetcher* part) {
  return impl_->PassOver(ticks, most, part->impl_.get());
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
