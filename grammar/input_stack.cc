// The stack of texts that are being read. What is read is in
// grammar/scanner.cc.
#include "grammar/input_stack.h"

#include <cstdint>
#include <utility>

#include "base/check.h"

namespace grammar {

InputStack::InputStack(std::string_view text) {
  texts_.emplace_back();
  texts_.back().text = text;
}

int InputStack::Peek() {
  while (texts_[reading_].at == texts_[reading_].text.size()) {
    if (reading_ == 0) {
      at_end_ = true;
      return kEnd;
    }
    Leave();
  }
  PushedText& top = texts_[reading_];
  const char next = top.text[top.at];
  if (top.seen == top.at) {
    ++top.seen;
    // A newline that was only looked at counts: pmie's line does.
    if (next == '\n') ++top.line;
  }
  return static_cast<unsigned char>(next);
}

int InputStack::PeekSecond() {
  if (Peek() == kEnd) return kEnd;
  const PushedText& top = texts_[reading_];
  if (top.at + 1 >= top.text.size()) return kEnd;
  return static_cast<unsigned char>(top.text[top.at + 1]);
}

void InputStack::Take() {
  CHECK(Peek() != kEnd);
  CloseTo(reading_);
  last_ = next();
  ++texts_.back().at;
  ++taken_;
}

// Goes on where the text that is read, which is at its end, was put in.
void InputStack::Leave() {
  reading_ = texts_[reading_].below;
  ++left_;
}

// Leaves the text `last` and those below it.
void InputStack::CloseTo(std::size_t last) {
  while (texts_.size() > last + 1) {
    open_.erase(texts_.back().keep.get());
    texts_.pop_back();
  }
}

void InputStack::Push(const MacroOrigin& macro,
                      std::shared_ptr<const std::string> text, Span use) {
  CHECK(open_.insert(text.get()).second);
  const std::uint32_t number = expansions_.Number(macro, use.last_expansion);
  // A macro inside a macro has the place of the outermost one's use.
  if (texts_.size() > 1) use = texts_.back().use;
  use.first_expansion = use.last_expansion = number;
  const auto [known, is_new] =
      macro_numbers_.emplace(macro.name, static_cast<int>(macro_names_.size()));
  if (is_new) macro_names_.push_back(macro.name);
  const PushedText& top = texts_[reading_];
  PushedText pushed;
  // A chain of macros, each at the end of the one before, is left in one step.
  pushed.below = top.at == top.text.size() ? top.below : reading_;
  pushed.text = *text;
  pushed.keep = std::move(text);
  pushed.macro = known->second;
  pushed.use = use;
  texts_.push_back(std::move(pushed));
  reading_ = texts_.size() - 1;
}

void InputStack::DropAll() {
  CloseTo(0);
  reading_ = 0;
  texts_.back().at = texts_.back().text.size();
}

Span InputStack::next() const {
  const PushedText& top = texts_[reading_];
  if (reading_ > 0) return top.use;
  const auto at = static_cast<std::uint32_t>(top.at);
  return {at, at + (top.at < top.text.size() ? 1U : 0U)};
}

PmiePlace InputStack::place() const {
  const PushedText& top = texts_[reading_];
  return {top.line, top.macro, at_end_};
}

}  // namespace grammar
