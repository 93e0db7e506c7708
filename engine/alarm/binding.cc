// The walk that finds which member an action speaks of.
#include "engine/alarm/binding.h"

#include "engine/expr/selectors.h"

namespace engine::alarm {
namespace {

bool IsSelector(char c) {
  return expr::kSelectors.find(c) != expr::kSelectors.npos;
}

bool HasSelector(std::string_view text) {
  return expr::Selects(text, expr::kSelectors);
}

std::string_view Selected(char selector, const Bound& bound) {
  switch (selector) {
    case 'h':
      return bound.host.value_or("<%h undefined>");
    case 'i':
      return bound.instance.value_or("<%i undefined>");
    case 'c':
      return bound.context.value_or("<%c undefined>");
    default:
      return bound.value;
  }
}

void AppendSelected(char selector, const Bound& bound, Expansion* out) {
  ByteRange place;
  place.begin = out->text.size();
  out->text += Selected(selector, bound);
  place.end = out->text.size();
  if (selector == 'v' && bound.quoted) {
    ++place.begin;
    --place.end;
  }
  out->values.push_back(place);
}

void AppendExpanded(std::string_view text, const Bound& bound, Expansion* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 1 < text.size() && IsSelector(text[i + 1])) {
      AppendSelected(text[++i], bound, out);
    } else {
      out->text += text[i];
    }
  }
}

int FindLane(const Reading& values, const pmapi::Lane& lane) {
  for (int k = 0; k < values.width(); ++k) {
    if (values.lane(k) == lane) return k;
  }
  return -1;
}

/// The lane of `values` that belongs to lane `i` of `lanes`, or -1.
int ValueLane(const Reading& lanes, const Reading& values, int i) {
  if (values.layout().kind == expr::Layout::Kind::kSingle) return 0;
  pmapi::Lane lane = lanes.lane(i);
  const int parts = lanes.layout().parts;
  if (parts == 1) {
    // The lane of what stands in is the first, before the others.
    const int k = i - (lanes.width() - values.width());
    const bool there = k >= 0 && k < values.width() && values.lane(k) == lane;
    return there || k == i ? k : FindLane(values, lane);
  }
  const bool numbered = values.layout().kind == expr::Layout::Kind::kFixed;
  if (numbered && lane.instance != pmapi::kNullInstance) return lane.instance;
  lane.host /= parts;
  return FindLane(values, lane);
}

void AppendValue(const Reading& values, int k, Bound* bound) {
  values.AppendValue(k, &bound->value);
  bound->reading.emplace(values);
  bound->lane = k;
  bound->quoted = values.view().sort == expr::Sort::kString &&
                  values.samples() == 1 && values.cell(k) == pmapi::kKnown;
}

/// The value of lane `i` of `lanes`: its part's, or what stands in for that.
void AppendValueOf(const Results& results, const program::BindingView& binding,
                   const Reading& lanes, int i, int tick, Bound* bound) {
  const int parts = lanes.layout().parts;
  const auto part =
      static_cast<std::size_t>(parts == 1 ? 0 : lanes.lane(i).host % parts);
  const Reading values(results, binding.values[part], tick);
  const int k = ValueLane(lanes, values, i);
  const program::View& stand_in = binding.stand_ins[part];
  if ((k < 0 || !values.present(k)) && stand_in.node != program::kNoNode) {
    AppendValue(Reading(results, stand_in, tick), 0, bound);
  } else if (k >= 0) {
    AppendValue(values, k, bound);
  } else {
    bound->value = "?";
  }
}

Bound BindLane(const Results& results, const program::BindingView& binding,
               const Reading& lanes, int i, int tick) {
  Bound bound;
  const LaneName name = lanes.NameOf(i);
  if (name.source >= 0) {
    bound.host = name.host;
    bound.context = results.names.context(name.source);
  }
  if (!name.instance.empty()) bound.instance = name.instance;
  AppendValueOf(results, binding, lanes, i, tick, &bound);
  return bound;
}

}  // namespace

BoundLanes Bind(const Results& results, const program::BindingView& binding,
                int tick) {
  if (binding.lanes.node == program::kNoNode) return BindNothing();
  const Reading lanes(results, binding.lanes, tick);
  const bool truths = binding.lanes.sort == expr::Sort::kTruth;
  std::vector<Bound> bound;
  bool known = false;
  for (int i = 0; i < lanes.width(); ++i) {
    if (lanes.cell(i) != pmapi::kKnown) continue;
    known = true;
    if (truths && lanes.value(i) == 0) continue;
    bound.push_back(BindLane(results, binding, lanes, i, tick));
  }
  if (!known) return std::nullopt;
  return bound;
}

BoundLanes BindNothing() {
  Bound bound;
  bound.value = "true";
  return std::vector<Bound>{std::move(bound)};
}

Expansion Expand(const std::vector<std::string>& arguments,
                 const BoundLanes& lanes) {
  Expansion expansion;
  for (const std::string& argument : arguments) {
    if (!lanes || !HasSelector(argument)) {
      expansion.text += argument;
      continue;
    }
    for (const Bound& bound : *lanes) {
      AppendExpanded(argument, bound, &expansion);
    }
  }
  return expansion;
}

std::vector<std::string> ExpandWords(const std::vector<std::string>& arguments,
                                     const BoundLanes& lanes) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    if (!lanes || !HasSelector(argument)) {
      words.push_back(argument);
      continue;
    }
    // What stands behind it keeps its place.
    if (lanes->empty()) words.emplace_back();
    for (const Bound& bound : *lanes) {
      const Bound plain{bound.host, bound.instance, bound.context,
                        std::string(Unquoted(bound))};
      Expansion word;
      AppendExpanded(argument, plain, &word);
      words.push_back(std::move(word.text));
    }
  }
  return words;
}

}  // namespace engine::alarm
