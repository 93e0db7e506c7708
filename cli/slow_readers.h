// SlowReaders: what a run on the loop has printed and nobody has read yet is
// offered again, until it is read or the run is over. How much that may be is
// output.h's.
#ifndef TOCSIN_CLI_SLOW_READERS_H_
#define TOCSIN_CLI_SLOW_READERS_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/loop/loop.h"
#include "cli/output.h"

namespace cli {

class SlowReaders {
 public:
  /// Lifetime: all of them outlive it.
  SlowReaders(base::loop::Loop* loop, std::vector<Output*> outputs);
  ~SlowReaders();
  SlowReaders(const SlowReaders&) = delete;
  SlowReaders& operator=(const SlowReaders&) = delete;

  /// Runs the loop until all is read, or it is `over`, and then for another
  /// second at most; what is left is given up.
  void Drain(const std::function<bool()>& over);

 private:
  /// Units: bytes.
  std::size_t Unread() const;
  void OfferAfter(base::Duration pause);
  void OfferSoon();
  void Offer();

  base::loop::Loop& loop_;
  std::vector<Output*> outputs_;
  std::optional<base::loop::Pending> soon_;
  bool draining_ = false;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SLOW_READERS_H_
