// FailingReceivers: who does not answer, since when and why, for logs and for
// the status. What is sent to them then: circuit.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_FAILING_RECEIVERS_H_
#define TOCSIN_ACTIONS_DELIVERY_FAILING_RECEIVERS_H_

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "actions/delivery/delivery_counts.h"
#include "base/time.h"

namespace actions {

/// Names are those that receivers.h gives. Times that pass are of a clock that
/// nobody sets.
class FailingReceivers {
 public:
  /// As many are named in a list, those that are shown alike as one.
  static constexpr std::size_t kMostListed = 20;
  /// One that fails for so long is told of...
  static constexpr base::Duration kLong{300 * base::kNanosPerSecond};
  /// ...and each time that so much more has passed.
  static constexpr base::Duration kAgain{3600 * base::kNanosPerSecond};

  /// `now` is `wall` by the clock on the wall.
  void Failed(const std::string& name, const std::string& problem,
              base::Duration now, base::Timestamp wall);
  /// It answers, or nothing waits for it any more.
  void Over(const std::string& name) { failing_.erase(name); }

  std::size_t size() const { return failing_.size(); }
  /// As many of those that List() would have, each line's first before others.
  std::vector<std::string> Names() const;
  /// Those that fail longest, as people are told, with how many wait for each.
  std::vector<FailingReceiver> List(
      const std::map<std::string, std::size_t>& waiting) const;
  /// "https://a (answers 503) and 3 more".
  std::string Text() const;
  /// Of `waiting` notifications, of which some wait for long, what is to be
  /// told now: whom they wait for, where one has failed for kLong, or for
  /// kAgain since that was told; or that nobody fails, where nobody has for
  /// kLong and they got no fewer. Empty: nothing.
  std::string Due(std::size_t waiting, base::Duration now);
  /// None of `waiting` waits for long at `now`.
  void InTime(std::size_t waiting, base::Duration now) {
    backlog_ = {now, waiting};
  }

 private:
  struct One {
    std::string problem;    // of the last try
    base::Timestamp since;  // by the clock on the wall
    base::Duration began;
    base::Duration due;  // when it is told of
  };
  using Entry = std::map<std::string, One>::value_type;

  /// Of those that are shown alike, the one that fails longest first.
  using Alike = std::vector<const Entry*>;
  std::vector<Alike> Longest() const;
  bool IsDue(base::Duration now);

  std::map<std::string, One> failing_;
  /// When it is looked at whether they get fewer, and how many they were.
  struct Backlog {
    base::Duration due;
    std::size_t waiting = std::numeric_limits<std::size_t>::max();
  };
  Backlog backlog_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_FAILING_RECEIVERS_H_
