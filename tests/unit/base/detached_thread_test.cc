// BeginDetached: what is done elsewhere, once, and freed there.
#include "base/detached_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace base {
namespace {

/// Tells on which thread it goes.
struct Held {
  ~Held() { gone.set_value(std::this_thread::get_id()); }
  std::promise<std::thread::id> gone;
};

TEST(BeginDetached, RunsOnAThreadOfItsOwnAndFreesThereWhatItHolds) {
  auto held = std::make_shared<Held>();
  auto gone = held->gone.get_future();
  std::promise<void> ran;
  auto running = ran.get_future();
  ASSERT_EQ(BeginDetached([held = std::move(held),
                           ran = std::make_shared<std::promise<void>>(
                               std::move(ran))] { ran->set_value(); }),
            0);
  running.get();
  EXPECT_NE(gone.get(), std::this_thread::get_id());
}

}  // namespace
}  // namespace base
