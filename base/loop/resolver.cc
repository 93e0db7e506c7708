// getaddrinfo(3) on a few detached threads. They are not joined: a look-up
// can take a minute, and nobody waits a minute for a program to end.
#include "base/loop/resolver.h"

#include <netdb.h>

#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

#include "base/loop/detached_thread.h"
#include "base/system_error.h"

namespace base::loop {
namespace {

constexpr int kMostThreads = 8;

Result<Addresses> LookUp(const std::string& host, int port, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | flags;
  addrinfo* list = nullptr;
  const int status =
      ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (status != 0) {
    return Error{ErrorCode::kNoHost, host + ": " + ::gai_strerror(status)};
  }
  Addresses found;
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    SocketAddress& address = found.emplace_back();
    std::memcpy(&address.storage, one->ai_addr, one->ai_addrlen);
    address.size = one->ai_addrlen;
  }
  ::freeaddrinfo(list);
  return found;
}

}  // namespace

Result<Addresses> NumericAddress(const std::string& host, int port) {
  return LookUp(host, port, AI_NUMERICHOST);
}

struct Resolver::Queue {
  struct Lookup {
    std::string host;
    int port;
    Answer answer;
  };

  std::mutex mutex;
  std::deque<Lookup> lookups;
  int threads = 0;
  bool closed = false;

  /// A thread's life: ends when there is nothing to do.
  static void Work(const std::shared_ptr<Queue>& queue) {
    for (;;) {
      Lookup lookup;
      {
        const std::scoped_lock lock(queue->mutex);
        if (queue->closed || queue->lookups.empty()) {
          --queue->threads;
          return;
        }
        lookup = std::move(queue->lookups.front());
        queue->lookups.pop_front();
      }
      Result<Addresses> found = LookUp(lookup.host, lookup.port, 0);
      // The lock is held while the answer is given: once `closed` is set under
      // it no answer comes any more.
      const std::scoped_lock lock(queue->mutex);
      if (!queue->closed) lookup.answer(std::move(found));
      lookup.answer = nullptr;
    }
  }

  /// Answers the one lookup there is with the error: no thread is to be had.
  void Refuse(int error) {
    const Lookup lookup = std::move(lookups.front());
    lookups.pop_front();
    lookup.answer(
        SystemError(lookup.host + ": no thread to look it up", error));
  }
};

Resolver::Resolver() : queue_(std::make_shared<Queue>()) {}

Resolver::~Resolver() {
  const std::scoped_lock lock(queue_->mutex);
  queue_->closed = true;
  queue_->lookups.clear();
}

void Resolver::Resolve(std::string host, int port, Answer answer) {
  const std::scoped_lock lock(queue_->mutex);
  queue_->lookups.push_back({std::move(host), port, std::move(answer)});
  if (queue_->threads == kMostThreads) return;
  const int error = BeginDetached([queue = queue_] { Queue::Work(queue); });
  if (error == 0) {
    ++queue_->threads;
  } else if (queue_->threads == 0) {
    queue_->Refuse(error);
  }
}

}  // namespace base::loop
