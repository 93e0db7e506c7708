// A sentence for each kind of time.
#include "cli/time_words.h"

#include "base/calendar.h"
#include "base/printable.h"

namespace cli {
namespace {

constexpr std::size_t kEnough = 60;
constexpr char kPositive[] = " longer than 0";

}  // namespace

std::string Quoted(const std::string& text) {
  const bool fits = text.size() <= kEnough;
  return '\'' + base::Printable(text.substr(0, kEnough)) +
         (fits ? "'" : "...'");
}

std::string IntervalWords(const std::string& option, const std::string& text,
                          const std::string& of) {
  return option + ' ' + Quoted(text) + " is no interval" + of +
         ": write a number and a unit, such as 10sec, 5min, "
         "1hour 30min";
}

std::string WindowWords(const grammar::micro::WindowOptions& options,
                        const grammar::micro::WindowFault& fault) {
  const std::string option{'-', fault.option};
  if (fault.option == 'A') {
    return IntervalWords(option, options.align.value_or(""), kPositive);
  }
  const auto& text = fault.option == 'S'   ? options.start
                     : fault.option == 'T' ? options.finish
                                           : options.origin;
  return option + ' ' + Quoted(text.value_or("")) +
         " is no time: write 10min (so long after the beginning), -10min "
         "(before the end), '@10:30' or 2026-03-02T10:30";
}

std::string EmptyWindowWords(const grammar::micro::TimeWindow& window,
                             const base::Zone& zone) {
  std::string text = "nothing is evaluated: the window (-S, -T, -O) begins at ";
  base::AppendCtime(zone, window.first, &text);
  text += ", after its end at ";
  base::AppendCtime(zone, window.end, &text);
  return text;
}

}  // namespace cli
