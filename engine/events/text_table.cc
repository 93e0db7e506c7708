// A queue: a deque's elements stay where they are.
#include "engine/events/text_table.h"

#include "base/utf8.h"

namespace engine::events {

double TextTable::NumberOf(std::string_view text) {
  const std::lock_guard lock(mutex_);
  const std::string_view cut = text.substr(0, base::Utf8Cut(text, kLongest));
  const auto known = numbers_.find(cut);
  if (known != numbers_.end()) return static_cast<double>(known->second);
  const std::uint64_t number = first_ + texts_.size();
  texts_.emplace_back(cut);
  bytes_ += cut.size();
  numbers_.emplace(texts_.back(), number);
  while (texts_.size() > kMostTexts || bytes_ > kMostBytes) ForgetOldest();
  return static_cast<double>(number);
}

void TextTable::ForgetOldest() {
  numbers_.erase(texts_.front());
  bytes_ -= texts_.front().size();
  texts_.pop_front();
  ++first_;
}

std::string TextTable::TextOf(double number) const {
  const std::lock_guard lock(mutex_);
  const double place = number - static_cast<double>(first_);
  const bool known = place >= 0 && place < static_cast<double>(texts_.size());
  return known ? texts_[static_cast<std::size_t>(place)] : std::string();
}

}  // namespace engine::events
