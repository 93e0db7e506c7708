// Turns: whose request is sent next to a host, so that no URL that hangs keeps
// the others there waiting. Sending is client.h's.
#ifndef TOCSIN_BASE_HTTP_TURNS_H_
#define TOCSIN_BASE_HTTP_TURNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace base::http {

/// Of one host and port. Those of a URL have their turns in the order of their
/// ids.
class Turns {
 public:
  Turns() = default;
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  /// As many are on their way at once...
  static constexpr std::size_t kMost = 8;
  /// ...and where these are all taken, one of each URL that has none there, as
  /// long as it is not more than these...
  static constexpr std::size_t kMostOfAll = 32;
  /// ...of which URLs that have not answered the last time have so many. Of
  /// those that have kMost are on their way whatever the others do...
  static constexpr std::size_t kMostSilent = 16;
  /// ...and of those of which nobody knows yet one each as long as it is not
  /// more than these: a start beside many that hang.
  static constexpr std::size_t kMostWithNew = 128;

  /// `id`, which no other has, waits for its turn.
  void Wait(const std::string& url, std::uint64_t id);
  /// Whose turn it is, of the URL that has the fewest on their way; it is on
  /// its way from now on. None if nobody waits or others have to end first.
  std::optional<std::uint64_t> Next();
  /// `id` waits no longer, or is no longer on its way and has been `answered`
  /// or not, if that is known. REQUIRES: it did.
  void Leave(const std::string& url, std::uint64_t id,
             std::optional<bool> answered = std::nullopt);

 private:
  /// What came of a URL's last request.
  enum class Last : std::uint8_t { kAnswered, kUnknown, kSilent };
  struct Queue {
    std::set<std::uint64_t> waiting;
    std::size_t begun = 0;
    Last last = Last::kUnknown;
  };
  using Queues = std::map<std::string, Queue>;
  /// So many on their way, and the id of the first that waits.
  using Turn = std::tuple<std::size_t, std::uint64_t, Queues::iterator>;
  struct Before {
    bool operator()(const Turn& a, const Turn& b) const {
      return std::tie(std::get<0>(a), std::get<1>(a)) <
             std::tie(std::get<0>(b), std::get<1>(b));
    }
  };
  /// Of the URLs with the same last.
  struct Line {
    std::set<Turn, Before> turns;  // of each for which somebody waits
    std::size_t begun = 0;
  };

  Line& LineOf(Last last) { return lines_[static_cast<std::size_t>(last)]; }
  void Add(Queues::iterator at);
  void Remove(Queues::iterator at);
  void SetLast(Queue* queue, Last last);
  bool MayBegin(Last last);

  Queues urls_;  // all that there have been
  std::array<Line, 3> lines_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_TURNS_H_
