// The walk that finds which member an action speaks of.
#include "engine/alarm/binding.h"

namespace engine::alarm {
namespace {

bool IsSelector(char c) { return c == 'h' || c == 'i' || c == 'v' || c == 'c'; }

bool HasSelector(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '%' && IsSelector(text[i + 1])) return true;
  }
  return false;
}

void AppendOr(const std::optional<std::string_view>& text,
              std::string_view missing, std::string* out) {
  *out += text ? *text : missing;
}

void AppendSelected(char selector, const Bound& bound, std::string* out) {
  if (selector == 'h') AppendOr(bound.host, "<%h undefined>", out);
  if (selector == 'i') AppendOr(bound.instance, "<%i undefined>", out);
  if (selector == 'c') AppendOr(bound.context, "<%c undefined>", out);
  if (selector == 'v') *out += bound.value;
}

void AppendExpanded(std::string_view text, const Bound& bound,
                    std::string* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 1 < text.size() && IsSelector(text[i + 1])) {
      AppendSelected(text[++i], bound, out);
    } else {
      *out += text[i];
    }
  }
}

/// The first lane of `operand`, on `host` (-1: any), that has `value`.
int ExtremeLane(const Reading& operand, int host, double value) {
  for (int i = 0; i < operand.width(); ++i) {
    if (host >= 0 && operand.lane(i).host != host) continue;
    if (operand.cell(i) == pmapi::kKnown && operand.value(i) == value) {
      return i;
    }
  }
  return -1;
}

void BindNames(const Results& results, const Reading& lanes, int i,
               Bound* bound) {
  const int source = lanes.source(i);
  if (source >= 0) {
    bound->host = results.names.host(source);
    bound->context = results.names.context(source);
  }
  const std::string_view instance = lanes.instance(i);
  if (!instance.empty()) bound->instance = instance;
}

/// The lane of `values` that belongs to lane `i` of `lanes`, or -1.
int ValueLane(const Reading& lanes, const Reading& values, int i) {
  if (values.layout().kind == expr::Layout::Kind::kSingle) return 0;
  if (values.width() == lanes.width()) return i;
  for (int k = 0; k < values.width(); ++k) {
    if (values.lane(k) == lanes.lane(i)) return k;
  }
  return -1;
}

Bound BindLane(const Results& results, const program::BindingView& binding,
               const Reading& lanes, const Reading& values, int i, int tick) {
  Bound bound;
  if (binding.extreme_of == program::kNoNode) {
    BindNames(results, lanes, i, &bound);
  } else {
    const Reading operand(results, program::View{binding.extreme_of}, tick);
    const int extreme =
        ExtremeLane(operand, lanes.lane(i).host, lanes.value(i));
    if (extreme >= 0) BindNames(results, operand, extreme, &bound);
  }
  const int k = ValueLane(lanes, values, i);
  if (k >= 0) {
    values.AppendValue(k, &bound.value);
  } else {
    bound.value = "?";
  }
  return bound;
}

}  // namespace

BoundLanes Bind(const Results& results, const program::BindingView& binding,
                int tick) {
  if (binding.lanes.node == program::kNoNode) return BindNothing();
  const Reading lanes(results, binding.lanes, tick);
  const Reading values(results, binding.values, tick);
  const bool truths = binding.lanes.sort == expr::Sort::kTruth;
  std::vector<Bound> bound;
  bool known = false;
  for (int i = 0; i < lanes.width(); ++i) {
    if (lanes.cell(i) != pmapi::kKnown) continue;
    known = true;
    if (truths && lanes.value(i) == 0) continue;
    bound.push_back(BindLane(results, binding, lanes, values, i, tick));
  }
  if (!known) return std::nullopt;
  return bound;
}

BoundLanes BindNothing() {
  Bound bound;
  bound.value = "true";
  return std::vector<Bound>{std::move(bound)};
}

std::string Expand(const std::vector<std::string>& arguments,
                   const BoundLanes& lanes) {
  std::string text;
  for (const std::string& argument : arguments) {
    if (!lanes || !HasSelector(argument)) {
      text += argument;
      continue;
    }
    for (const Bound& bound : *lanes) AppendExpanded(argument, bound, &text);
  }
  return text;
}

}  // namespace engine::alarm
