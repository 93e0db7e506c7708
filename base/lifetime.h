// Lifetime: tells callbacks that their owner is gone. Counting calls is
// countdown.h's.
#ifndef TOCSIN_BASE_LIFETIME_H_
#define TOCSIN_BASE_LIFETIME_H_

#include <memory>
#include <utility>

namespace base {

/// To be a member of what callbacks may outlive. Threads: the owner's.
class Lifetime {
 public:
  Lifetime() = default;
  Lifetime(Lifetime&&) = default;
  Lifetime& operator=(Lifetime&&) = default;
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;

  /// Tells whether the Lifetime is over, which it may outlive.
  class Watch {
   public:
    explicit Watch(const Lifetime& lifetime) : alive_(lifetime.alive_) {}
    bool over() const { return alive_.expired(); }

   private:
    std::weak_ptr<const bool> alive_;
  };

  /// `call`, which does nothing once this is over.
  template <typename Call>
  auto Guard(Call call) const {
    return [watch = Watch(*this), call = std::move(call)](auto&&... arguments) {
      if (!watch.over()) call(std::forward<decltype(arguments)>(arguments)...);
    };
  }

 private:
  std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace base

#endif  // TOCSIN_BASE_LIFETIME_H_
