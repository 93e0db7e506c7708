// A detached thread that ends when there is nothing to do. It is not joined:
// what waits for a disk that hangs would keep the program from ending.
#include "base/loop/worker.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "base/detached_thread.h"
#include "base/system_error.h"

namespace base::loop {

struct Worker::Queue {
  struct Task {
    std::function<void()> work;
    std::function<void()> then;
  };

  explicit Queue(Loop* its_loop) : loop(*its_loop) {}

  Loop& loop;  // not to be touched once `closed`
  std::mutex mutex;
  std::condition_variable idle;
  std::deque<Task> tasks;
  bool running = false;  // the thread
  bool closed = false;

  /// The thread's life.
  static void Work(const std::shared_ptr<Queue>& queue) {
    std::unique_lock lock(queue->mutex);
    while (!queue->tasks.empty()) {
      Task task = std::move(queue->tasks.front());
      queue->tasks.pop_front();
      lock.unlock();
      task.work();
      task.work = nullptr;
      lock.lock();
      if (!queue->closed) queue->loop.Post(std::move(task.then));
    }
    queue->running = false;
    queue->idle.notify_all();
  }
};

Worker::Worker(Loop* loop) : queue_(std::make_shared<Queue>(loop)) {}

Worker::~Worker() {
  const std::scoped_lock lock(queue_->mutex);
  queue_->closed = true;
  queue_->tasks.clear();
}

Result<void> Worker::Do(std::function<void()> work,
                        std::function<void()> then) {
  const std::scoped_lock lock(queue_->mutex);
  queue_->tasks.push_back({std::move(work), lifetime_.Guard(std::move(then))});
  if (queue_->running) return {};
  if (const int error = BeginDetached([queue = queue_] { Queue::Work(queue); });
      error != 0) {
    queue_->tasks.pop_back();
    return SystemError("no thread for what may wait", error);
  }
  queue_->running = true;
  return {};
}

bool Worker::Finish(Duration limit) {
  std::unique_lock lock(queue_->mutex);
  return queue_->idle.wait_for(lock, std::chrono::nanoseconds(limit.ns),
                               [this] { return !queue_->running; });
}

}  // namespace base::loop
