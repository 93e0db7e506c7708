// What the outbox takes: a tick's notifications put in, and one more where a
// million wait.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/store.h"
#include "base/check.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

class Counter {
 public:
  /// `count` notifications of 400 bytes, of 100 rules on 100 hosts.
  std::vector<Notification> Make(std::int64_t count) {
    std::vector<Notification> made;
    for (std::int64_t i = 0; i < count; ++i, ++next_) {
      made.push_back(tests::NotificationOf("id " + std::to_string(next_), "ops",
                                           std::to_string(next_ % 100),
                                           std::to_string(next_ / 100 % 100)));
      made.back().json = std::string(400, 'x');
    }
    return made;
  }

 private:
  std::int64_t next_ = 0;
};

std::unique_ptr<Store> StoreOf(const tests::FileTree& folder, std::int64_t rows,
                               Counter* counter) {
  auto store = Store::Open(folder.root() + "/outbox.db",
                           {.rows = 2'000'000, .bytes = std::size_t{4} << 30});
  CHECK(store.has_value());
  for (; rows > 0; rows -= 10'000) {
    CHECK((*store)->Exchange({.added = counter->Make(10'000)}).has_value());
  }
  return std::move(*store);
}

/// So many in one transaction.
void BM_Tick(benchmark::State& state) {
  const tests::FileTree folder;
  Counter counter;
  const auto store = StoreOf(folder, 0, &counter);
  for (auto _ : state) {
    state.PauseTiming();
    const Batch batch{.added = counter.Make(state.range(0))};
    state.ResumeTiming();
    CHECK(store->Exchange(batch).has_value());
  }
}
BENCHMARK(BM_Tick)->Arg(1)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// One is added, one delivered and one tried in vain while so many wait.
void BM_OneMore(benchmark::State& state) {
  const tests::FileTree folder;
  Counter counter;
  const auto store = StoreOf(folder, state.range(0), &counter);
  Batch batch{.wanted = {{"ops", 8, false}}};
  for (auto _ : state) {
    batch.added = counter.Make(1);
    const auto answer = store->Exchange(batch);
    CHECK(answer.has_value());
    const auto& heads = answer->offers[0].heads;
    batch.removed = {heads[0].notification.id};
    batch.postponed = {{heads[1].notification.id, {}, "answers 500"}};
    batch.expired = {"ops"};
  }
}
BENCHMARK(BM_OneMore)
    ->Arg(10'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace actions
