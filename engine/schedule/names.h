// SourceNames: what hosts and instances are called, asked of the sources when
// somebody needs to know.
#ifndef TOCSIN_ENGINE_SCHEDULE_NAMES_H_
#define TOCSIN_ENGINE_SCHEDULE_NAMES_H_

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/eval/names.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

class SourceNames {
 public:
  explicit SourceNames(std::vector<pmapi::Source*> sources)
      : sources_(std::move(sources)) {}
  SourceNames(const SourceNames&) = delete;
  SourceNames& operator=(const SourceNames&) = delete;

  /// As the evaluator asks for them. Lifetime: this object's.
  eval::Names Names();

 private:
  /// Instances that have come since are looked for again. Empty: unknown.
  std::string_view Instance(int source, pmapi::InDom indom,
                            pmapi::InstanceId id);

  using Domain = std::unordered_map<pmapi::InstanceId, std::string>;
  std::vector<pmapi::Source*> sources_;
  std::map<std::pair<int, pmapi::InDom>, Domain> domains_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_NAMES_H_
