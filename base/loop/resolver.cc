// getaddrinfo(3) on a few detached threads. They are not joined: a look-up
// can take a minute, and nobody waits a minute for a program to end.
#include "base/loop/resolver.h"

#include <netdb.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "base/detached_thread.h"
#include "base/system_error.h"

namespace base::loop {
namespace {

constexpr int kMostThreads = 32;
/// Names that were not found the last time have so many of these: a server of
/// names that is silent has each of them wait for long.
constexpr int kMostInDoubt = 16;

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
  using Name = std::pair<std::string, int>;  // with a port
  struct Lookup {
    Name name;
    std::vector<Answer> answers;  // of all who asked before it is answered
    bool begun = false;
  };
  using Lookups = std::list<Lookup>;

  std::mutex mutex;
  Lookups lookups;
  std::set<Name> doubtful;  // not found the last time
  int in_doubt = 0;         // of those, begun
  int threads = 0;
  bool closed = false;

  /// A thread's life: ends when there is nothing to do.
  static void Work(const std::shared_ptr<Queue>& queue) {
    std::unique_lock lock(queue->mutex);
    for (auto next = queue->Next(); next != queue->lookups.end();
         next = queue->Next()) {
      next->begun = true;
      const bool doubt = queue->doubtful.count(next->name) > 0;
      if (doubt) ++queue->in_doubt;
      const auto [host, port] = next->name;
      lock.unlock();
      const Result<Addresses> found = LookUp(host, port, 0);
      // The lock is held while the answer is given: once `closed` is set under
      // it no answer comes any more.
      lock.lock();
      if (doubt) --queue->in_doubt;
      queue->End(next, found);
    }
    --queue->threads;
  }

  Lookups::iterator Find(const Name& name) {
    return std::find_if(
        lookups.begin(), lookups.end(),
        [&name](const Lookup& one) { return one.name == name; });
  }

  /// The one whose turn it is.
  Lookups::iterator Next() {
    if (closed) return lookups.end();
    return std::find_if(
        lookups.begin(), lookups.end(), [this](const auto& one) {
          return !one.begun &&
                 (in_doubt < kMostInDoubt || doubtful.count(one.name) == 0);
        });
  }

  void End(Lookups::iterator one, const Result<Addresses>& found) {
    Lookup over = std::move(*one);
    lookups.erase(one);
    found ? (void)doubtful.erase(over.name) : (void)doubtful.insert(over.name);
    if (closed) return;
    for (const Answer& answer : over.answers) answer(found);
  }

  /// Answers the one lookup there is with the error: no thread is to be had.
  void Refuse(int error) {
    const std::string& host = lookups.front().name.first;
    End(lookups.begin(),
        SystemError(host + ": no thread to look it up", error));
  }
};

Resolver::Resolver() : queue_(std::make_shared<Queue>()) {}

Resolver::~Resolver() {
  const std::scoped_lock lock(queue_->mutex);
  queue_->closed = true;
  for (auto& lookup : queue_->lookups) lookup.answers.clear();
}

void Resolver::Resolve(const std::string& host, int port, Answer answer) {
  const std::scoped_lock lock(queue_->mutex);
  const Queue::Name name(host, port);
  const auto same = queue_->Find(name);
  if (same != queue_->lookups.end()) {
    return same->answers.push_back(std::move(answer));
  }
  queue_->lookups.push_back({name, {std::move(answer)}});
  if (queue_->threads == kMostThreads) return;
  const int error = BeginDetached([queue = queue_] { Queue::Work(queue); });
  if (error == 0) {
    ++queue_->threads;
  } else if (queue_->threads == 0) {
    queue_->Refuse(error);
  }
}

}  // namespace base::loop
