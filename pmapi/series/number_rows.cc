// A row at a time: straight loops where every lane has its values, lane by lane
// where one has not.
#include "pmapi/series/number_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/kernels/kernels.h"
#include "base/warm.h"
#include "pmapi/metric/column_runs.h"
#include "pmapi/series/native.h"

namespace pmapi {
namespace {

/// Up to here doubles hold all integers.
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
/// Rows up to here are scaled on the stack: of many hosts' rows, that are a row
/// each, the less memory the better. Unit: lanes.
constexpr std::size_t kNarrow = 64;

/// Fills `out`; true if one of the values may be more than a double holds
/// exactly.
bool Scale(SignedNative, const std::uint64_t* bits, std::size_t width,
           double factor, double* out) {
  return base::kernels::Best().scale(bits, width, kExact, factor, out) >=
         2 * kExact;
}

/// Most counters never come near 2^63.
bool Scale(UnsignedNative, const std::uint64_t* bits, std::size_t width,
           double factor, double* out) {
  const std::uint64_t seen =
      base::kernels::Best().scale(bits, width, 0, factor, out);
  if (seen >> 63 == 0) return seen >= kExact;
  for (std::size_t i = 0; i < width; ++i) {
    out[i] = UnsignedNative::Number(bits[i]) * factor;
  }
  return true;
}

template <typename Floating>
bool Scale(Floating, const std::uint64_t* bits, std::size_t width,
           double factor, double* out) {
  for (std::size_t i = 0; i < width; ++i) {
    out[i] = Floating::Number(bits[i]) * factor;
  }
  return false;
}

/// What stands in columns `from` as columns `to`, which ascend; others are
/// `none`. Shape: `values` as `from`, the result as `to`.
template <typename Value>
std::vector<Value> Relaid(const std::vector<Value>& values,
                          const std::vector<InstanceId>& from,
                          const std::vector<InstanceId>& to, Value none) {
  std::vector<Value> relaid(to.size(), none);
  std::size_t i = 0;
  for (std::size_t j = 0; j < to.size() && i < from.size(); ++j) {
    while (i < from.size() && from[i] < to[j]) ++i;
    if (i < from.size() && from[i] == to[j]) relaid[j] = values[i];
  }
  return relaid;
}

/// So many cells are looked at together.
constexpr std::size_t kTogether = 8;

/// Whether all of them, from `cells` on, are `cell`; null: all are known.
bool AreAll(const Cell* cells, std::size_t first, Cell cell) {
  if (cells == nullptr) return cell == kKnown;
  std::uint64_t some = 0;
  std::memcpy(&some, cells + first, kTogether);
  return some == cell * std::uint64_t{0x0101010101010101};
}

/// Keeps those of `rates` whose lanes have a value now and had one before.
/// Null: all have. Most lanes are as their neighbours. Shape: [n].
void KeepRates(const Cell* now, const Cell* before, std::size_t n,
               double* rates, Cell* cells) {
  std::size_t i = 0;
  const auto keep = [&](std::size_t end) {
    for (; i < end; ++i) {
      const bool is = now == nullptr || now[i] == kKnown;
      const bool was = before == nullptr || before[i] == kKnown;
      cells[i] = is ? (was ? kKnown : kPresent) : kAbsent;
      if (cells[i] != kKnown) rates[i] = 0;
    }
  };
  while (i + kTogether <= n) {
    const bool none = AreAll(now, i, kAbsent);
    if (none || (AreAll(now, i, kKnown) && AreAll(before, i, kKnown))) {
      std::fill_n(cells + i, kTogether, none ? kAbsent : kKnown);
      if (none) std::fill_n(rates + i, kTogether, 0);
      i += kTogether;
    } else {
      keep(i + kTogether);
    }
  }
  keep(n);
}

}  // namespace

/// The row that is kept, as columns `ids`.
void NumberRows::Move(const std::vector<InstanceId>& ids) {
  if (before_.all) before_.cells.assign(ids_.size(), kKnown);
  before_.bits.resize(ids_.size());
  before_.cells.resize(ids_.size());
  before_.scaled.resize(ids_.size());
  before_.bits = Relaid(before_.bits, ids_, ids, std::uint64_t{0});
  before_.cells = Relaid(before_.cells, ids_, ids, kAbsent);
  before_.scaled = Relaid(before_.scaled, ids_, ids, 0.0);
  before_.all = AreKnown(before_.cells.data(), static_cast<int>(ids.size()));
}

void NumberRows::Begin(const std::vector<InstanceId>& ids, std::size_t room) {
  if (ids != ids_) {
    if (form_.rate) Move(ids);
    ids_ = ids;
  }
  rows_ = filled_ = 0;
  known_ = true;
  values_.resize(std::max(values_.size(), room * ids.size()));
  cells_.resize(std::max(cells_.size(), room * ids.size()));
  steps_.clear();
}

/// Those of the next row, after all that come before it.
Cell* NumberRows::NextCells() {
  FillCells();
  filled_ = rows_ + 1;
  return cells_.data() + rows_ * ids_.size();
}

/// The rows that are known throughout have theirs at once.
void NumberRows::FillCells() {
  const std::size_t width = ids_.size();
  std::fill_n(cells_.data() + filled_ * width, (rows_ - filled_) * width,
              kKnown);
  filled_ = rows_;
}

void NumberRows::PutKnown(const RowTime& time, const std::uint64_t* bits) {
  const std::size_t width = ids_.size();
  if (!form_.rate) {
    WithNative(form_.type, [&](auto native) {
      Scale(native, bits, width, form_.factor, NextRow());
    });
    ++rows_;
    return;
  }
  Pass(time, {.bits = bits});
}

void NumberRows::Put(const RowTime& time, const std::uint64_t* bits,
                     const Cell* cells) {
  const std::size_t width = ids_.size();
  if (AreKnown(cells, static_cast<int>(width))) return PutKnown(time, bits);
  if (!form_.rate) {
    WithNative(form_.type, [&](auto native) {
      Scale(native, bits, width, form_.factor, NextRow());
    });
    double* row = NextRow();
    for (std::size_t i = 0; i < width; ++i) {
      if ((cells[i] & kValid) == 0) row[i] = 0;
    }
    std::copy_n(cells, width, NextCells());
    known_ = false;
    ++rows_;
    return;
  }
  Pass(time, {.bits = bits, .cells = cells});
}

bool NumberRows::PutBetween(const RowTime& time, const std::uint64_t* prior,
                            const std::uint64_t* next, double since,
                            double whole) {
  const Step step = StepTo(time);
  if (!form_.rate || !before_.all || before_.wide || step.seconds == 0) {
    return false;
  }
  const std::size_t width = ids_.size();
  next_bits_.resize(width);
  next_scaled_.resize(width);
  const std::uint64_t seen = base::kernels::Best().interpolate_rate(
      {prior, next, since, whole, form_.factor, before_.scaled.data(),
       step.seconds, next_bits_.data(), next_scaled_.data(), NextRow()},
      width);
  if (seen >> (form_.type == Type::kU32 ? 32 : 52) != 0) return false;
  std::swap(before_.bits, next_bits_);
  std::swap(before_.scaled, next_scaled_);
  steps_.push_back(step);
  Keep(time);
  return true;
}

/// As over a mark nothing is known over a clock that was set back.
NumberRows::Step NumberRows::StepTo(const RowTime& time) const {
  const bool apart = !begun_ || time.marked || time.origin != last_.origin ||
                     !(time.seconds > last_.seconds);
  return {apart ? 0 : time.seconds - last_.seconds,
          time.between || last_.between};
}

/// A row of rates, not scaled yet.
void NumberRows::Pass(const RowTime& time, Row row) {
  const std::size_t width = ids_.size();
  if (!begun_) {
    before_.all = false;
    before_.cells.assign(width, kAbsent);
    before_.bits.assign(width, 0);
    before_.scaled.assign(width, 0);
  }
  if (width > kNarrow) {
    next_scaled_.resize(width);
    PassScaled(time, row, next_scaled_.data());
    return std::swap(before_.scaled, next_scaled_);
  }
  std::array<double, kNarrow> scaled;  // NOLINT: as far as it is used
  PassScaled(time, row, scaled.data());
  std::copy_n(scaled.data(), width, before_.scaled.data());
}

/// Fills `scaled` and makes the row's rates of it. All of the row but `scaled`
/// is kept for the next one.
void NumberRows::PassScaled(const RowTime& time, Row row, double* scaled) {
  const std::size_t width = ids_.size();
  WithNative(form_.type, [&](auto native) {
    row.wide = Scale(native, row.bits, width, form_.factor, scaled);
  });
  row.scaled = scaled;
  steps_.push_back(StepTo(time));
  RateRow(row);
  before_.bits.assign(row.bits, row.bits + width);
  before_.all = row.cells == nullptr;
  if (!before_.all) before_.cells.assign(row.cells, row.cells + width);
  before_.wide = row.wide;
  Keep(time);
}

void NumberRows::Keep(const RowTime& time) {
  last_ = time;
  begun_ = true;
  ++rows_;
}

void NumberRows::RateRow(const Row& now) {
  const std::size_t width = ids_.size();
  const Step step = steps_.back();
  double* values = NextRow();
  const bool straight = !now.wide && !before_.wide && step.seconds > 0;
  const bool rise =
      straight && base::kernels::Best().rate(now.scaled, before_.scaled.data(),
                                             step.seconds, width, values);
  if (rise && now.cells == nullptr && before_.all) return;
  Cell* cells = NextCells();
  if (straight) {
    KeepRates(now.cells, before_.all ? nullptr : before_.cells.data(), width,
              values, cells);
  }
  if (!rise) RateLanes(now, straight, values, cells);
  known_ = known_ && AreKnown(cells, static_cast<int>(width));
}

/// `rated`: but for those that fall they are what RateRow has made of them.
void NumberRows::RateLanes(const Row& now, bool rated, double* values,
                           Cell* cells) const {
  const Step step = steps_.back();
  WithNative(form_.type, [&](auto native) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const bool falls = cells[i] == kKnown && std::signbit(values[i]);
      if (rated && !falls) continue;
      cells[i] = kAbsent;
      values[i] = 0;
      if (!now.has(i)) continue;
      const std::uint64_t* before = before_.has(i) ? &before_.bits[i] : nullptr;
      cells[i] = LaneRate(native, now.bits[i], before, step, &values[i]);
    }
  });
}

/// Of two values in canonical units, or a negative number if it is unknown.
/// `between`: as in Step. An integer that is taken from a rounded one would go
/// up and down with what is rounded off.
template <typename Native>
double NumberRows::Difference(Native, std::uint64_t now, std::uint64_t before,
                              bool between) const {
  const double factor = form_.factor;
  const bool wide = Native::Wide(before) || Native::Wide(now);
  if (!wide || between) {
    const double difference =
        Native::Number(now) * factor - Native::Number(before) * factor;
    if (!(difference < 0)) return difference;
  } else if (!Native::Less(now, before)) {
    return static_cast<double>(now - before) * factor;
  }
  if (!form_.options.counter_wrap || !Native::kInteger) return -1;
  const bool narrow = form_.type == Type::k32 || form_.type == Type::kU32;
  const std::uint64_t wrapped =
      narrow ? static_cast<std::uint32_t>(now - before) : now - before;
  return static_cast<double>(wrapped) * factor;
}

/// The cell of a lane that has a value now. `before`: null where it had none.
template <typename Native>
Cell NumberRows::LaneRate(Native native, std::uint64_t now,
                          const std::uint64_t* before, Step step,
                          double* rate) const {
  if (before == nullptr) return kPresent;
  if (!(step.seconds > 0)) return kMember;
  const double difference = Difference(native, now, *before, step.between);
  if (difference < 0) return kMember;
  *rate = difference / step.seconds;
  return kKnown;
}

void NumberRows::Widen(const std::vector<InstanceId>& ids, std::size_t room) {
  FillCells();
  const std::vector<ColumnRun> runs = RunsOf(ids_, ids);
  Spread(runs, ids_.size(), ids.size(), rows_, room, 0.0, &values_);
  Spread(runs, ids_.size(), ids.size(), rows_, room, kAbsent, &cells_);
  if (form_.rate) Move(ids);
  ids_ = ids;
  known_ = false;
}

void NumberRows::PutLate(std::size_t row, std::size_t column,
                         std::uint64_t bits, const std::uint64_t* before,
                         Cell cell) {
  const std::size_t at = row * ids_.size() + column;
  WithNative(form_.type, [&](auto native) {
    if (form_.rate) {
      cells_[at] = LaneRate(native, bits, before, steps_[row], &values_[at]);
    } else {
      values_[at] = decltype(native)::Number(bits) * form_.factor;
      cells_[at] = cell;
    }
    if (!form_.rate || row + 1 < rows_) return;
    before_.bits[column] = bits;
    before_.cells[column] = kKnown;
    before_.scaled[column] = decltype(native)::Number(bits) * form_.factor;
    before_.wide = before_.wide || decltype(native)::Wide(bits);
  });
}

void NumberRows::Truncate(std::size_t rows) {
  rows_ = std::min(rows_, rows);
  filled_ = std::min(filled_, rows_);
  steps_.resize(std::min(steps_.size(), rows_));
}

void NumberRows::Warm() const {
  base::Warm(ids_);
  base::Warm(values_);
  base::Warm(cells_);
  if (!form_.rate) return;
  base::Warm(steps_);
  base::Warm(before_.bits);
  base::Warm(before_.scaled);
}

void NumberRows::Continue(const NumberRows& before) {
  ids_ = before.ids_;
  before_ = before.before_;
  last_ = before.last_;
  begun_ = before.begun_;
}

}  // namespace pmapi
