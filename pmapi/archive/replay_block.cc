// Runs of lanes copied to runs of columns.
#include "pmapi/archive/replay_block.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/stamp.h"
#include "pmapi/metric/column_runs.h"

namespace pmapi {
namespace {

constexpr std::size_t kCellBytes = sizeof(std::uint64_t) + sizeof(Cell);

// Calls `f` with each stretch of lanes that is in both lists of runs: its
// start and length, and where it begins among the columns.
template <typename F>
void ForShared(const std::vector<Transition::Stretch>& lanes,
               const std::vector<Transition::Stretch>& columns, F&& f) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < lanes.size() && j < columns.size()) {
    const Transition::Stretch& a = lanes[i];
    const Transition::Stretch& b = columns[j];
    const std::int32_t begin = std::max(a.from, b.from);
    const std::int32_t a_end = a.from + a.length;
    const std::int32_t b_end = b.from + b.length;
    const std::int32_t end = std::min(a_end, b_end);
    if (begin < end) f(begin, b.to + (begin - b.from), end - begin);
    (a_end <= b_end ? i : j) += 1;
  }
}

bool Within(const std::vector<Transition::Stretch>* runs, std::int32_t lane) {
  if (runs == nullptr) return true;
  return std::any_of(runs->begin(), runs->end(), [lane](const auto& run) {
    return lane >= run.from && lane < run.from + run.length;
  });
}

}  // namespace

ReplayBlock::ReplayBlock(std::vector<InDom> indoms, std::vector<int> groups,
                         std::size_t max_bytes)
    : max_bytes_(max_bytes),
      indoms_(std::move(indoms)),
      group_of_(std::move(groups)),
      groups_(indoms_.size()) {
  for (std::size_t m = 0; m < group_of_.size(); ++m) {
    groups_[group_of_[m]].metrics.push_back(static_cast<int>(m));
  }
}

void ReplayBlock::Start(int ticks, std::vector<std::vector<InstanceId>> columns,
                        Samples* out) {
  out_ = out;
  out->stamps.clear();
  out->stamps.reserve(static_cast<std::size_t>(ticks));
  out->strings.clear();
  interned_.clear();
  out->groups.resize(indoms_.size());
  for (std::size_t g = 0; g < indoms_.size(); ++g) {
    out->groups[g].indom = indoms_[g];
    if (out->groups[g].instances != columns[g]) groups_[g].ForgetMapped();
    out->groups[g].instances = std::move(columns[g]);
    groups_[g].strays.clear();
  }
  out->metrics.resize(group_of_.size());
  SetLimit(ticks);
  for (std::size_t m = 0; m < group_of_.size(); ++m) {
    MetricSamples& metric = out->metrics[m];
    metric.group = group_of_[m];
    metric.dense = true;
    metric.after_mark.clear();
    metric.after_mark.reserve(static_cast<std::size_t>(limit_));
    MakeRoom(static_cast<int>(m), Width(metric.group));
    if (metric.numbers == nullptr) continue;
    metric.numbers->Begin(out->groups[metric.group].instances,
                          static_cast<std::size_t>(limit_));
  }
}

void ReplayBlock::MakeRoom(int metric, std::size_t width) {
  if (out_->metrics[metric].numbers != nullptr) return;
  const std::size_t size = static_cast<std::size_t>(limit_) * width;
  out_->metrics[metric].bits.resize(size);
  out_->metrics[metric].cells.resize(size);
}

/// As many of `ticks` as fit the bytes, but what is there and one at least.
void ReplayBlock::SetLimit(int ticks) {
  std::size_t row = 1;
  for (const int group : group_of_) row += Width(group) * kCellBytes;
  const std::size_t fit = std::min<std::size_t>(max_bytes_ / row, INT32_MAX);
  limit_ = std::max({1, out_->ticks(), std::min(ticks, static_cast<int>(fit))});
}

void ReplayBlock::AddTick(base::Timestamp stamp) {
  out_->stamps.push_back(stamp);
  seconds_ = base::StampSeconds(stamp);
}

void ReplayBlock::RowOut::Copy(std::int32_t lane, std::int32_t column,
                               std::int32_t length) {
  std::copy_n(from + lane, length, bits + column);
  if (from_cells == nullptr) {
    std::fill_n(cells + column, length, kKnown);
    filled += static_cast<std::size_t>(length);
  } else {
    std::copy_n(from_cells + lane, length, cells + column);
    filled += static_cast<std::size_t>(
        std::count(cells + column, cells + column + length, kKnown));
  }
}

void ReplayBlock::RowOut::Set(std::size_t column, std::uint64_t value) {
  bits[column] = value;
  cells[column] = kKnown;
  ++filled;
}

void ReplayBlock::Put(int metric, ReplayRow* any, bool after_mark) {
  MetricSamples& samples = out_->metrics[metric];
  samples.after_mark.push_back(after_mark);
  if (samples.numbers != nullptr) return PutNumbers(metric, any, after_mark);
  any->MakeBits();
  const ReplayRow& row = *any;
  const std::size_t width = Width(samples.group);
  const std::size_t at = static_cast<std::size_t>(tick()) * width;
  RowOut to{samples.bits.data() + at, samples.cells.data() + at, row.bits,
            row.cells};
  if (row.texts != nullptr) to.from = Interned(row);
  PutLanes(metric, row, &to);
  PutSingles(metric, row, &to);
  if (after_mark || to.filled < width) samples.dense = false;
}

/// True if the lanes of `row` are the columns, all with a value.
bool ReplayBlock::IsWhole(int group, const ReplayRow& row) {
  if (row.layout == nullptr || row.runs != nullptr || row.cells != nullptr ||
      !row.singles.empty()) {
    return false;
  }
  const Transition& columns = Map(group, *row.layout);
  return columns.lost.empty() && columns.gained.empty();
}

/// False if they have to be interpolated first.
bool ReplayBlock::PutCounters(const ReplayRow& row, const RowTime& time,
                              NumberRows* numbers) {
  if (!row.counters) return false;
  const ReplayRow::Counters& c = *row.counters;
  const bool integer =
      c.type == Type::kU32 || c.type == Type::k64 || c.type == Type::kU64;
  return integer &&
         numbers->PutBetween(time, c.prior, c.next, c.when.tick - c.when.prior,
                             c.when.next - c.when.prior);
}

void ReplayBlock::PutNumbers(int metric, ReplayRow* row, bool after_mark) {
  const int group = group_of_[metric];
  NumberRows* numbers = out_->metrics[metric].numbers;
  const RowTime time{seconds_, 0, after_mark, row->between};
  const bool whole = IsWhole(group, *row);
  if (whole && PutCounters(*row, time, numbers)) return;
  row->MakeBits();
  if (whole) return numbers->PutKnown(time, row->bits);
  row_bits_.resize(Width(group));
  row_cells_.resize(Width(group));
  RowOut to{row_bits_.data(), row_cells_.data(), row->bits, row->cells};
  PutLanes(metric, *row, &to);
  PutSingles(metric, *row, &to);
  numbers->Put(time, row_bits_.data(), row_cells_.data());
}

void ReplayBlock::PutLanes(int metric, const ReplayRow& row, RowOut* to) {
  const int group = group_of_[metric];
  const std::size_t width = Width(group);
  if (row.layout == nullptr) {
    std::fill_n(to->bits, width, 0);
    std::fill_n(to->cells, width, kAbsent);
    return;
  }
  const Transition& columns = Map(group, *row.layout);
  const bool whole = row.runs == nullptr && columns.gained.empty();
  if (!whole) {
    std::fill_n(to->bits, width, 0);
    std::fill_n(to->cells, width, kAbsent);
  }
  if (row.runs == nullptr) {
    for (const Transition::Stretch& run : columns.common) {
      to->Copy(run.from, run.to, run.length);
    }
  } else {
    ForShared(*row.runs, columns.common, [to](auto lane, auto column, auto n) {
      to->Copy(lane, column, n);
    });
  }
  if (!columns.lost.empty()) PutStrays(metric, row, columns, *to);
}

void ReplayBlock::PutStrays(int metric, const ReplayRow& row,
                            const Transition& columns, const RowOut& to) {
  MetricGroup& group = groups_[group_of_[metric]];
  for (const std::int32_t lane : columns.lost) {
    if (!Within(row.runs, lane)) continue;
    group.strays.push_back({metric, tick(), row.layout->ids[lane],
                            to.from[lane],
                            row.cells == nullptr ? kKnown : row.cells[lane]});
  }
}

void ReplayBlock::PutSingles(int metric, const ReplayRow& row, RowOut* to) {
  const int group = group_of_[metric];
  const std::vector<InstanceId>& ids = out_->groups[group].instances;
  for (const ReplayRow::Single& single : row.singles) {
    std::uint64_t bits = single.bits;
    if (row.texts != nullptr) bits = Intern(*single.text);
    const auto at = std::lower_bound(ids.begin(), ids.end(), single.id);
    if (at != ids.end() && *at == single.id) {
      to->Set(static_cast<std::size_t>(at - ids.begin()), bits);
    } else {
      groups_[group].strays.push_back({metric, tick(), single.id, bits});
    }
  }
}

const Transition& ReplayBlock::Map(int group, const LaneLayout& layout) {
  MetricGroup& g = groups_[group];
  for (const Mapped& known : g.mapped) {
    if (known.layout.get() == &layout) return known.columns;
  }
  Mapped& next = g.mapped[g.next_mapped++ % g.mapped.size()];
  next.layout = layout.shared_from_this();
  next.columns = MakeTransition(layout.ids, out_->groups[group].instances);
  return next.columns;
}

std::uint64_t ReplayBlock::Intern(std::string_view text) {
  const auto known = interned_.find(text);
  if (known != interned_.end()) return known->second;
  const std::uint64_t number = out_->strings.size();
  out_->strings.emplace_back(text);
  interned_.emplace(std::string(text), number);
  return number;
}

const std::uint64_t* ReplayBlock::Interned(const ReplayRow& row) {
  text_numbers_.clear();
  for (const std::string& text : *row.texts) {
    text_numbers_.push_back(Intern(text));
  }
  const std::size_t size = row.layout->size();
  text_bits_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    text_bits_[i] = text_numbers_[row.bits[i]];
  }
  return text_bits_.data();
}

void ReplayBlock::EndTick() {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const int group = static_cast<int>(g);
    if (groups_[g].strays.size() > Width(group) / 4 + 16) Widen(group);
  }
}

/// Makes columns for the strays and puts them there.
void ReplayBlock::Widen(int group) {
  MetricGroup& g = groups_[group];
  std::vector<InstanceId>& ids = out_->groups[group].instances;
  std::vector<InstanceId> wider = ids;
  for (const Stray& stray : g.strays) wider.push_back(stray.id);
  std::sort(wider.begin(), wider.end());
  wider.erase(std::unique(wider.begin(), wider.end()), wider.end());
  const std::vector<ColumnRun> runs = RunsOf(ids, wider);
  const std::size_t old_width = ids.size();
  ids = std::move(wider);
  g.ForgetMapped();
  SetLimit(limit_);
  const auto room = static_cast<std::size_t>(limit_);
  const std::size_t rows = out_->stamps.size();
  for (const int m : g.metrics) {
    MetricSamples& metric = out_->metrics[m];
    if (metric.numbers != nullptr) {
      metric.numbers->Widen(ids, room);
      continue;
    }
    Spread(runs, old_width, ids.size(), rows, room, std::uint64_t{0},
           &metric.bits);
    Spread(runs, old_width, ids.size(), rows, room, kAbsent, &metric.cells);
    metric.dense = false;
  }
  // Those of one lane of a metric one after another.
  std::stable_sort(g.strays.begin(), g.strays.end(),
                   [](const Stray& a, const Stray& b) {
                     return std::tie(a.metric, a.id) < std::tie(b.metric, b.id);
                   });
  const Stray* before = nullptr;
  for (const Stray& stray : g.strays) {
    const auto at = std::lower_bound(ids.begin(), ids.end(), stray.id);
    PutStray(stray, before, static_cast<std::size_t>(at - ids.begin()));
    before = &stray;
  }
  g.strays.clear();
}

/// `before`: the stray that was put before it, perhaps of the same lane.
void ReplayBlock::PutStray(const Stray& stray, const Stray* before,
                           std::size_t column) {
  MetricSamples& metric = out_->metrics[stray.metric];
  const auto tick = static_cast<std::size_t>(stray.tick);
  if (metric.numbers != nullptr) {
    const bool follows = before != nullptr && before->metric == stray.metric &&
                         before->id == stray.id &&
                         before->tick == stray.tick - 1;
    return metric.numbers->PutLate(tick, column, stray.bits,
                                   follows ? &before->bits : nullptr,
                                   stray.cell);
  }
  const std::size_t at = tick * Width(metric.group) + column;
  metric.bits[at] = stray.bits;
  metric.cells[at] = stray.cell;
}

void ReplayBlock::DropTick() {
  out_->stamps.pop_back();
  const int ticks = out_->ticks();
  for (MetricSamples& metric : out_->metrics) {
    metric.after_mark.resize(static_cast<std::size_t>(ticks));
    if (metric.numbers == nullptr) continue;
    metric.numbers->Truncate(static_cast<std::size_t>(ticks));
  }
  for (MetricGroup& group : groups_) {
    std::erase_if(group.strays,
                  [ticks](const Stray& s) { return s.tick >= ticks; });
  }
}

void ReplayBlock::Finish() {
  limit_ = out_->ticks();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!groups_[g].strays.empty()) Widen(static_cast<int>(g));
  }
  for (std::size_t m = 0; m < group_of_.size(); ++m) {
    MakeRoom(static_cast<int>(m), Width(group_of_[m]));
    if (out_->metrics[m].numbers != nullptr) out_->metrics[m].numbers->Finish();
  }
  out_ = nullptr;
}

}  // namespace pmapi
