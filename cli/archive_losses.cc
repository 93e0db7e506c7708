// A line a loss: which file, what it looks like, from when on.
#include "cli/archive_losses.h"

#include <sys/stat.h>

#include <cstdlib>

#include "base/calendar.h"
#include "base/printable.h"

namespace cli {
namespace {

/// Whoever writes an archive has seldom more than a minute between two
/// records.
constexpr base::Duration kStillWritten{60 * base::kNanosPerSecond};

bool WrittenAround(base::Timestamp now, const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  const base::Timestamp written{status.st_mtim.tv_sec * base::kNanosPerSecond +
                                status.st_mtim.tv_nsec};
  return std::abs((now - written).ns) < kStillWritten.ns;
}

bool Touches(const pmapi::Loss& loss,
             const pmapi::notation::TimeWindow& window) {
  if (!loss.from) return true;
  if (window.end < loss.from->TruncatedToMicros()) return false;
  return !loss.until || window.first <= *loss.until;
}

std::string Text(const pmapi::Loss& loss, const base::Zone& zone,
                 base::Timestamp now) {
  std::string text = base::Printable(loss.path + ' ' + loss.what);
  if (loss.may_grow) {
    text += WrittenAround(now, loss.path) ? ": it is still being written"
                                          : ": it looks cut";
  }
  if (!loss.from) return text;
  text +=
      loss.several ? "; not all is known after " : "; nothing is known after ";
  base::AppendCtime(zone, *loss.from, &text);
  if (!loss.until) return text;
  text += " until ";
  base::AppendCtime(zone, *loss.until, &text);
  return text;
}

}  // namespace

std::vector<std::string> LossTexts(
    const std::vector<pmapi::Loss>& losses,
    const std::optional<pmapi::notation::TimeWindow>& window,
    const base::Zone& zone, base::Timestamp now) {
  std::vector<std::string> texts;
  for (const pmapi::Loss& loss : losses) {
    if (window && !Touches(loss, *window)) continue;
    texts.push_back(Text(loss, zone, now));
  }
  return texts;
}

}  // namespace cli
