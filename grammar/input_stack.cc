// The stack of texts that are being read. What is read is in
// grammar/scanner.cc.
#include "grammar/input_stack.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace grammar {

InputStack::InputStack(std::string_view text) {
  frames_.emplace_back();
  frames_.back().text = text;
}

int InputStack::Peek() {
  while (frames_.back().at == frames_.back().text.size()) {
    if (frames_.size() == 1) {
      at_end_ = true;
      return kEnd;
    }
    frames_.pop_back();
  }
  Frame& top = frames_.back();
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
  const Frame& top = frames_.back();
  if (top.at + 1 >= top.text.size()) return kEnd;
  return static_cast<unsigned char>(top.text[top.at + 1]);
}

void InputStack::Take() {
  CHECK(Peek() != kEnd);
  last_ = next();
  ++frames_.back().at;
}

void InputStack::Push(const MacroOrigin& macro,
                      std::shared_ptr<const std::string> text, Span use) {
  const std::uint32_t number = expansions_.Number(macro, use.last_expansion);
  // A macro inside a macro has the place of the outermost one's use.
  if (frames_.size() > 1) use = frames_.back().use;
  use.first_expansion = use.last_expansion = number;
  auto known = std::find(macro_names_.begin(), macro_names_.end(), macro.name);
  if (known == macro_names_.end()) {
    known = macro_names_.insert(macro_names_.end(), macro.name);
  }
  Frame frame;
  frame.text = *text;
  frame.keep = std::move(text);
  frame.macro = static_cast<int>(known - macro_names_.begin());
  frame.use = use;
  frames_.push_back(std::move(frame));
}

void InputStack::DropAll() {
  frames_.resize(1);
  frames_.back().at = frames_.back().text.size();
}

Span InputStack::next() const {
  const Frame& top = frames_.back();
  if (frames_.size() > 1) return top.use;
  const auto at = static_cast<std::uint32_t>(top.at);
  return {at, at + (top.at < top.text.size() ? 1U : 0U)};
}

Place InputStack::place() const {
  const Frame& top = frames_.back();
  return {top.line, top.macro, at_end_};
}

}  // namespace grammar
