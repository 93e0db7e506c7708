// Names: what sources call their hosts, contexts and instances, for whoever
// has only numbers. Filled in by engine/schedule.
#ifndef TOCSIN_ENGINE_EVAL_NAMES_H_
#define TOCSIN_ENGINE_EVAL_NAMES_H_

#include <functional>
#include <string_view>

#include "engine/expr/expr.h"
#include "pmapi/block/lanes.h"

namespace engine::eval {

/// Lifetime: what the functions return lasts until the next tick.
struct Names {
  /// %h of a source.
  std::function<std::string_view(int source)> host;
  /// %c of a source.
  std::function<std::string_view(int source)> context;
  /// An instance of an open layout.
  std::function<std::string_view(int source, pmapi::InDom indom,
                                 pmapi::InstanceId id)>
      instance;
};

/// The source of a lane, or -1 for what has no host.
inline int SourceOf(const expr::Layout& layout, const pmapi::Lane& lane) {
  const auto host = static_cast<std::size_t>(lane.host);
  return lane.host >= 0 && host < layout.sources.size() ? layout.sources[host]
                                                        : -1;
}

/// The instance's name of the lane that stands at `position`: as the rule
/// writes it, or as the source does; empty for none.
inline std::string_view InstanceName(const Names& names,
                                     const expr::Layout& layout,
                                     const pmapi::Lane& lane, int position) {
  if (layout.kind != expr::Layout::Kind::kOpen) {
    return layout.labels[position].name;
  }
  for (const expr::LaneLabel& label : layout.labels) {
    if (label.host == lane.host && label.instance == lane.instance) {
      return label.name;
    }
  }
  if (lane.instance == pmapi::kNullInstance) return {};
  return names.instance(SourceOf(layout, lane), layout.indoms[lane.host],
                        lane.instance);
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_NAMES_H_
