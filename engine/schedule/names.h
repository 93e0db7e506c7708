// SourceNames: what hosts and instances are called, asked of the sources when
// somebody needs to know.
#ifndef TOCSIN_ENGINE_SCHEDULE_NAMES_H_
#define TOCSIN_ENGINE_SCHEDULE_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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
  /// Lifetime: `sources` outlive this object.
  explicit SourceNames(const std::vector<pmapi::Source*>& sources)
      : sources_(sources) {}
  SourceNames(const SourceNames&) = delete;
  SourceNames& operator=(const SourceNames&) = delete;

  /// As the evaluator asks for them. Lifetime: this object's; what they return
  /// lasts until the next BeginTick().
  eval::Names Names();

  /// The lanes of `fold`'s own domain have its names.
  void AddFold(std::shared_ptr<const pmapi::EventFold> fold);

  /// Live: where names come without end, as those of processes, the ones that
  /// nobody has asked for in the last ticks are forgotten.
  void BeginTick();

  /// How many names of instances are remembered.
  std::size_t size() const;

 private:
  struct Name {
    std::string text;
    std::int64_t tick = 0;  // that it was asked for at, or had come at
  };
  struct Domain {
    void Add(pmapi::Instance instance, std::int64_t tick);
    void ForgetBefore(std::int64_t tick);

    std::unordered_map<pmapi::InstanceId, Name> names;
    std::int64_t loaded = -1;  // the last tick at which it was
    std::size_t bytes = 0;
    std::size_t limit = kLeastLimit;  // to look for what can be forgotten
  };
  static constexpr std::size_t kLeastLimit = std::size_t{1} << 20;

  /// Instances that have come since, perhaps for the second time, are looked
  /// for again. Empty: unknown.
  std::string_view Instance(int source, pmapi::InDom indom,
                            pmapi::InstanceId id);

  const std::vector<pmapi::Source*>& sources_;  // of all schedules
  std::map<std::pair<int, pmapi::InDom>, Domain> domains_;
  std::map<pmapi::InDom, std::shared_ptr<const pmapi::EventFold>> folds_;
  std::int64_t tick_ = 0;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_NAMES_H_
