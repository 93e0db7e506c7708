// Actions as lines.
#include "tests/support/spec/perform.h"

#include <ctime>

#include "base/overloaded.h"
#include "base/printable.h"
#include "grammar/names.h"

namespace spec {
namespace {

bool HasSelector(const std::string& text) {
  for (const char* selector : {"%h", "%i", "%v", "%c"}) {
    if (text.find(selector) != std::string::npos) return true;
  }
  return false;
}

std::string Selected(const std::string& text, const Bound& bound,
                     const Switches& switches) {
  const auto fit = [&switches](const std::string& value) {
    return switches.printable ? base::Printable(value) : value;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] == '%' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == 'h') {
      result += fit(bound.host.value_or("<%h undefined>"));
    } else if (c == 'i') {
      result += fit(bound.instance.value_or("<%i undefined>"));
    } else if (c == 'c') {
      result += fit(bound.context.value_or("<%c undefined>"));
    } else if (c == 'v') {
      result += fit(bound.value);
    } else {
      result += text[i];
      continue;
    }
    ++i;
  }
  return result;
}

std::string Expanded(const ast::Call& call, const Performance& performance) {
  std::string text;
  for (const std::string& argument : call.arguments) {
    if (!HasSelector(argument) || !performance.bindings) {
      text += argument;
      continue;
    }
    for (const Bound& bound : *performance.bindings) {
      text += Selected(argument, bound, performance.switches);
    }
  }
  if (text.empty() && !performance.switches.null_text) return "(null)";
  return text;
}

void PerformCall(const ast::Call& call, const Performance& performance) {
  const auto last = performance.last->find(&call);
  if (last != performance.last->end() &&
      performance.due < last->second + call.holdoff) {
    return;
  }
  const bool noted = performance.switches.epoch || performance.now.ns != 0;
  if (noted) (*performance.last)[&call] = performance.due;
  performance.print(std::string(grammar::Name(call.kind)) + " " +
                    StampText(performance.now) + ": " +
                    Expanded(call, performance) + "\n");
}

}  // namespace

void Perform(const ast::Action& action, const Performance& performance) {
  std::visit(base::Overloaded{
                 [&](const ast::Call& call) { PerformCall(call, performance); },
                 [&](const ast::Combine& both) {
                   Perform(*both.left, performance);
                   if (both.both) Perform(*both.right, performance);
                 }},
             action.node);
}

std::string StampText(base::Timestamp t) {
  const std::time_t seconds = t.Seconds();
  std::tm fields{};
  localtime_r(&seconds, &fields);
  char text[64];
  std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &fields);
  return text;
}

}  // namespace spec
