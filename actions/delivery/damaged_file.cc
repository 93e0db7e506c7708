// One pass over all pages for what is there, and another for its texts: a
// million rows are not held at once.
#include "actions/delivery/damaged_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace actions {
namespace {

/// What LooksOf() says of rows of our tables and of entries of our indexes.
constexpr std::string_view kNotification = "-tiiiitt";
constexpr std::string_view kQueue = "-ttti";
constexpr std::string_view kTotals = "ii";
constexpr std::string_view kHoldoff = "tiii";
constexpr std::string_view kSequence = "ti";
constexpr std::string_view kByName = "ttti";   // of a queue, and its number
constexpr std::string_view kByDue = "tii";     // receiver, due, queue
constexpr std::string_view kByQueue = "iii";   // queue, number, number
constexpr std::string_view kByArrival = "ii";  // arrived, number

constexpr char kUnknownReceiver[] = "unknown receiver";
constexpr char kUnknownRule[] = "unknown rule";
constexpr char kUnknownHost[] = "unknown host";

/// Numbers that rows have come to by themselves.
bool IsNumber(std::int64_t number) {
  return number > 0 && number < std::int64_t{1} << 62;
}

/// JSON of ours is one line; a page that was overwritten by zeros or by
/// something else is mostly not.
bool IsIntact(std::string_view json) {
  const auto end = json.find_last_not_of(' ');
  return end != std::string_view::npos && json.front() == '{' &&
         json[end] == '}' &&
         std::none_of(json.begin(), json.end(),
                      [](unsigned char c) { return c < ' '; });
}

/// Ids of ours are. Another one would be no Idempotency-Key.
bool IsId(std::string_view id) {
  constexpr std::size_t kLongest = 200;
  return !id.empty() && id.size() <= kLongest &&
         std::all_of(id.begin(), id.end(),
                     [](unsigned char c) { return c >= ' ' && c < 0x7f; });
}

}  // namespace

std::unique_ptr<DamagedFile> DamagedFile::Open(const std::string& path) {
  auto pages = DatabasePages::Open(path);
  if (!pages) return nullptr;
  std::unique_ptr<DamagedFile> file(new DamagedFile(*std::move(pages)));
  for (std::uint32_t page = 1; page <= file->pages_.last(); ++page) {
    file->LookAt(page);
  }
  std::sort(file->places_.begin(), file->places_.end());
  std::sort(file->numbers_.begin(), file->numbers_.end());
  const bool found = !file->places_.empty() || !file->numbers_.empty() ||
                     file->counted_.has_value();
  return found ? std::move(file) : nullptr;
}

void DamagedFile::LookAt(std::uint32_t page) {
  const Cells cells(pages_, page);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto row = cells.Read(i);
    if (!row) continue;
    if (cells.of_table()) {
      TakeRow(*row, {row->number, page, i});
    } else {
      TakeEntry(*row);
    }
  }
}

void DamagedFile::TakeRow(const CellRow& row, const Place& place) {
  const std::string looks = LooksOf(row);
  if (looks == kNotification && IsNumber(row.number)) {
    places_.push_back(place);
    numbers_.emplace_back(row.number, row.Integer(2));
  } else if (looks == kQueue) {
    queues_[row.number] = {row.Text(1), row.Text(2), row.Text(3)};
  } else if (looks == kTotals && row.Integer(0) >= 0) {
    counted_ = static_cast<std::size_t>(row.Integer(0));
  } else if (looks == kSequence && row.Integer(1) >= 0) {
    most_ = static_cast<std::size_t>(row.Integer(1));
  } else if (looks == kHoldoff) {
    holdoffs_.push_back(
        {row.Text(0), {row.Integer(1)}, {row.Integer(2)}, row.Integer(3) != 0});
  }
}

void DamagedFile::TakeEntry(const CellRow& entry) {
  const std::string looks = LooksOf(entry);
  if (looks == kByName) {
    queues_.try_emplace(entry.Integer(3),
                        QueueName{entry.Text(0), entry.Text(1), entry.Text(2)});
  } else if (looks == kByDue) {
    receivers_[entry.Integer(2)] = entry.Text(0);
  } else if (looks == kByQueue && IsNumber(entry.Integer(1))) {
    numbers_.emplace_back(entry.Integer(1), entry.Integer(0));
  } else if (looks == kByArrival && IsNumber(entry.Integer(1))) {
    numbers_.emplace_back(entry.Integer(1), 0);
  }
}

QueueName DamagedFile::NameOf(std::int64_t queue) const {
  if (const auto found = queues_.find(queue); found != queues_.end()) {
    return found->second;
  }
  const auto receiver = receivers_.find(queue);
  return {receiver == receivers_.end() ? kUnknownReceiver : receiver->second,
          kUnknownRule, kUnknownHost};
}

std::optional<Store::Kept> DamagedFile::Read(const Place& place) const {
  const auto row = Cells(pages_, place.page).Read(place.cell);
  if (!row || LooksOf(*row) != kNotification) return std::nullopt;
  const QueueName queue = NameOf(row->Integer(2));
  if (queue.receiver == kUnknownReceiver || !IsIntact(row->Text(7))) {
    return std::nullopt;
  }
  std::string id = row->Text(1);
  if (!IsId(id)) {
    id = "row-" + std::to_string(row->number) + '-' +
         std::to_string(row->Integer(4));
  }
  return Store::Kept{{std::move(id),
                      queue.receiver,
                      queue.rule,
                      queue.host,
                      {row->Integer(3)},
                      row->Text(7)},
                     static_cast<std::size_t>(row->Integer(5)),
                     row->Text(6),
                     {row->Integer(4)},
                     {row->Integer(4)},
                     row->number};
}

std::vector<Holdoff> DamagedFile::Holdoffs(base::Timestamp now) const {
  std::vector<Holdoff> holdoffs = holdoffs_;
  std::erase_if(holdoffs, [&](const Holdoff& one) {
    return one.until < now || one.since > now;
  });
  return holdoffs;
}

CountsByRule DamagedFile::Said() const {
  CountsByRule said;
  std::size_t named = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const auto& [number, queue] = numbers_[i];
    // The last of a number's is of the greatest queue, which is none of 0.
    if (i + 1 < numbers_.size() && numbers_[i + 1].first == number) continue;
    const QueueName name = NameOf(queue);
    ++said[{name.receiver, name.rule}];
    ++named;
  }
  const std::size_t all =
      std::min(counted_.value_or(0), most_.value_or(counted_.value_or(0)));
  if (all > named) said[{kUnknownReceiver, kUnknownRule}] += all - named;
  return said;
}

}  // namespace actions
