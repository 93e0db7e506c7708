// A sentence for each kind of time.
#include "cli/time_words.h"

#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "base/calendar.h"
#include "base/printable.h"
#include "pmapi/notation/time_spec.h"

namespace cli {
namespace {

constexpr std::size_t kEnough = 60;

/// Empty or blank: to pmie midnight, to us a variable that a script has not
/// set.
bool IsBlank(const std::string& text) {
  return text.find_first_not_of(" \t\n") == std::string::npos;
}

// "2.3.2026", and what may follow it.
bool IsDottedDate(const std::string& text) {
  int read = 0;
  std::sscanf(text.c_str(), " %*[0-9].%*[0-9].%*[0-9]%n", &read);
  return read > 0;
}

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

std::optional<std::string> MinutesWords(const std::string& option,
                                        const std::string& text) {
  const auto is_letter = [](char c) { return base::IsLetter(c); };
  auto unit = std::find_if(text.begin(), text.end(), is_letter);
  while (unit != text.end()) {
    const auto behind = std::find_if_not(unit, text.end(), is_letter);
    if (base::EqualIgnoringCase(std::string_view(unit, behind), "ms")) {
      const auto with = [&](const std::string& other) {
        return Quoted(std::string(text.begin(), unit) + other +
                      std::string(behind, text.end()));
      };
      return option + ' ' + Quoted(text) + " is in minutes: write " +
             with("msec") + ", or " + with("min");
    }
    unit = std::find_if(behind, text.end(), is_letter);
  }
  return std::nullopt;
}

std::string WindowWords(const pmapi::notation::WindowOptions& options,
                        const pmapi::notation::WindowFault& fault) {
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

std::optional<std::string> MistakenTimeWords(
    const pmapi::notation::WindowOptions& options) {
  const std::pair<const char*, const std::optional<std::string>*> all[] = {
      {"-S", &options.start}, {"-T", &options.finish}, {"-O", &options.origin}};
  for (const auto& [option, text] : all) {
    if (!*text) continue;
    if (IsBlank(**text)) return WindowWords(options, {option[1], ""});
    if (const auto minutes = MinutesWords(option, **text)) return minutes;
    if (!IsDottedDate(**text)) continue;
    return std::string(option) + ' ' + Quoted(**text) +
           " is no time: a date is written 2026-03-02, or '@2 Mar 2026'";
  }
  return options.align ? MinutesWords("-A", *options.align) : std::nullopt;
}

std::optional<std::string> LateFinishWords(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::WindowFrame& frame) {
  if (!options.finish) return std::nullopt;
  const std::string& text = *options.finish;
  const auto spec = pmapi::notation::ParseTimeSpec(text);
  const auto* phrase =
      spec ? std::get_if<pmapi::notation::DatePhrase>(&*spec) : nullptr;
  if (phrase == nullptr || phrase->date || !phrase->clock) return std::nullopt;
  const auto finish = pmapi::notation::ResolvePoint('T', text, frame);
  if (!finish || *finish <= frame.end) return std::nullopt;
  std::string words = "-T " + Quoted(text) + " is ";
  base::AppendCtime(frame.zone, *finish, &words);
  words += ", after the end of the archive at ";
  base::AppendCtime(frame.zone, frame.end, &words);
  return words + "; with an @ before it it is of the archive's first day";
}

std::string ZoneWords(const std::string& option, const std::string& zone) {
  return option + ' ' + Quoted(zone) +
         " is no time zone: write UTC, EST5EDT or, of those in "
         "/usr/share/zoneinfo, Europe/Prague";
}

std::optional<std::string> LongWindowWords(
    const pmapi::notation::TimeWindow& window, const base::Zone& zone) {
  constexpr std::int64_t kYear = 31556952;  // seconds
  const std::int64_t years =
      (window.end.Seconds() - window.first.Seconds()) / kYear;
  if (years < 10) return std::nullopt;
  std::string text = std::to_string(years) + " years are evaluated, from ";
  base::AppendCtime(zone, window.first, &text);
  text += " to ";
  base::AppendCtime(zone, window.end, &text);
  return text + ": is a time in the archive wrong? -S and -T choose a part";
}

std::string EmptyWindowWords(const pmapi::notation::TimeWindow& window,
                             const pmapi::notation::WindowFrame& frame) {
  std::string text = "nothing is evaluated: the window (-S, -T, -O) begins at ";
  base::AppendCtime(frame.zone, window.first, &text);
  text += ", after its end at ";
  base::AppendCtime(frame.zone, window.end, &text);
  text += "; the archive is of ";
  base::AppendCtime(frame.zone, frame.start, &text);
  text += " to ";
  base::AppendCtime(frame.zone, frame.end, &text);
  return text;
}

base::Result<pmapi::notation::TimeWindow> MeantWindow(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::WindowFrame& frame) {
  using base::ErrorCode;
  if (const auto mistaken = MistakenTimeWords(options)) {
    return base::Error{ErrorCode::kInvalid, *mistaken};
  }
  const auto window = pmapi::notation::ResolveWindow(options, frame);
  if (window) return *window;
  return base::Error{ErrorCode::kInvalid, WindowWords(options, window.fault())};
}

std::vector<std::string> WindowWarnings(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::TimeWindow& window,
    const pmapi::notation::WindowFrame& frame) {
  std::vector<std::string> all;
  if (window.first > window.end) all.push_back(EmptyWindowWords(window, frame));
  for (const auto& one :
       {LateFinishWords(options, frame), LongWindowWords(window, frame.zone)}) {
    if (one) all.push_back(*one);
  }
  return all;
}

}  // namespace cli
