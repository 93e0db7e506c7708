// The stack of texts that are being read. What is read is in
// grammar/scanner.cc.
#include "grammar/input_stack.h"

#include <cstdint>
#include <utility>

#include "base/check.h"

namespace grammar {

InputStack::InputStack(std::string_view text) {
  frames_.emplace_back();
  frames_.back().text = text;
}

int InputStack::Peek() {
  while (frames_[reading_].at == frames_[reading_].text.size()) {
    if (reading_ == 0) {
      at_end_ = true;
      return kEnd;
    }
    Leave();
  }
  Frame& top = frames_[reading_];
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
  const Frame& top = frames_[reading_];
  if (top.at + 1 >= top.text.size()) return kEnd;
  return static_cast<unsigned char>(top.text[top.at + 1]);
}

void InputStack::Take() {
  CHECK(Peek() != kEnd);
  CloseTo(reading_);
  last_ = next();
  ++frames_.back().at;
  ++taken_;
}

// Goes on where the text that is read, which is at its end, was put in.
void InputStack::Leave() {
  reading_ = frames_[reading_].below;
  ++left_;
}

// Leaves the frame `last` and those below it.
void InputStack::CloseTo(std::size_t last) {
  while (frames_.size() > last + 1) {
    open_.erase(frames_.back().keep.get());
    frames_.pop_back();
  }
}

void InputStack::Push(const MacroOrigin& macro,
                      std::shared_ptr<const std::string> text, Span use) {
  CHECK(open_.insert(text.get()).second);
  const std::uint32_t number = expansions_.Number(macro, use.last_expansion);
  // A macro inside a macro has the place of the outermost one's use.
  if (frames_.size() > 1) use = frames_.back().use;
  use.first_expansion = use.last_expansion = number;
  const auto [known, is_new] =
      macro_numbers_.emplace(macro.name, static_cast<int>(macro_names_.size()));
  if (is_new) macro_names_.push_back(macro.name);
  const Frame& top = frames_[reading_];
  Frame frame;
  // A chain of macros, each at the end of the one before, is left in one step.
  frame.below = top.at == top.text.size() ? top.below : reading_;
  frame.text = *text;
  frame.keep = std::move(text);
  frame.macro = known->second;
  frame.use = use;
  frames_.push_back(std::move(frame));
  reading_ = frames_.size() - 1;
}

void InputStack::DropAll() {
  CloseTo(0);
  reading_ = 0;
  frames_.back().at = frames_.back().text.size();
}

Span InputStack::next() const {
  const Frame& top = frames_[reading_];
  if (reading_ > 0) return top.use;
  const auto at = static_cast<std::uint32_t>(top.at);
  return {at, at + (top.at < top.text.size() ? 1U : 0U)};
}

PmiePlace InputStack::place() const {
  const Frame& top = frames_[reading_];
  return {top.line, top.macro, at_end_};
}

}  // namespace grammar
