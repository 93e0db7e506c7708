// pthread_create(3) and pthread_detach(3).
#include "base/detached_thread.h"

#include <pthread.h>

#include <memory>
#include <utility>

namespace base {
namespace {

using Life = std::function<void()>;

void* Live(void* life) {
  (*std::unique_ptr<Life>(static_cast<Life*>(life)))();
  return nullptr;
}

}  // namespace

int BeginDetached(Life life) {
  auto own = std::make_unique<Life>(std::move(life));
  pthread_t thread{};
  const int error = ::pthread_create(&thread, nullptr, Live, own.get());
  if (error != 0) return error;
  own.release();
  return ::pthread_detach(thread);
}

}  // namespace base
