// A union of disjoint sets: each source points towards its partition's.
#include "engine/schedule/partition.h"

#include <numeric>
#include <set>

#include "engine/expr/sources.h"

namespace engine::schedule {
namespace {

class Union {
 public:
  int Root(int source) {
    GrowTo(source);
    while (at(source) != source) {
      at(source) = at(at(source));
      source = at(source);
    }
    return source;
  }
  void Join(int a, int b) { at(Root(b)) = Root(a); }

 private:
  int& at(int source) { return towards_[source]; }
  void GrowTo(int source) {
    const auto least = static_cast<std::size_t>(source) + 1;
    const std::size_t old = towards_.size();
    if (old >= least) return;
    towards_.resize(least);
    std::iota(towards_.begin() + static_cast<std::ptrdiff_t>(old),
              towards_.end(), static_cast<int>(old));
  }

  std::vector<int> towards_;
};

}  // namespace

std::vector<PartitionKey> PartitionKeysOf(
    const std::vector<expr::Statement>& statements) {
  Union sources;
  std::vector<PartitionKey> keys;
  for (const expr::Statement& statement : statements) {
    const std::set<int> asked = expr::SourcesOf(statement);
    PartitionKey& key = keys.emplace_back();
    if (asked.empty()) continue;
    key = {asked.size() > 1, *asked.begin()};
    for (const int source : asked) sources.Join(key.source, source);
  }
  for (PartitionKey& key : keys) {
    if (key.shared) key.source = sources.Root(key.source);
  }
  return keys;
}

}  // namespace engine::schedule
