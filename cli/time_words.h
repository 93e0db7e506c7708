// What is said of a time or an interval on the command line that cannot be
// meant: in one line, which option, what is wrong, what to write. As pmie its
// words are pmapi/notation's.
#ifndef TOCSIN_CLI_TIME_WORDS_H_
#define TOCSIN_CLI_TIME_WORDS_H_

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/zone.h"
#include "pmapi/notation/time_window.h"

namespace cli {

/// Of `text`, the argument of `option` ("-t"), which is no interval, or none
/// `of` that kind (" longer than 0").
std::string IntervalWords(const std::string& option, const std::string& text,
                          const std::string& of = "");

/// Of an interval in "ms", which are minutes: nobody means that.
std::optional<std::string> MinutesWords(const std::string& option,
                                        const std::string& text);

/// Of the option of a window that cannot be meant.
std::string WindowWords(const pmapi::notation::WindowOptions& options,
                        const pmapi::notation::WindowFault& fault);

/// Of a time, the first of `options` that is so, that pmie takes and nobody
/// means: an empty one, one in "ms", and a date as it is written in some
/// countries, 2.3.2026, which would be 2.5 seconds.
std::optional<std::string> MistakenTimeWords(
    const pmapi::notation::WindowOptions& options);

/// Of a -T that is a time of this day, after the end of an archive that `frame`
/// is of; nothing of any other.
std::optional<std::string> LateFinishWords(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::WindowFrame& frame);

/// Of the argument of `option` that is no time zone.
std::string ZoneWords(const std::string& option, const std::string& zone);

/// Of a window of ten years or more, which takes long and is seldom meant.
std::optional<std::string> LongWindowWords(
    const pmapi::notation::TimeWindow& window, const base::Zone& zone);

/// Of a window in which there is no time to evaluate at.
/// `frame` is the archive's.
std::string EmptyWindowWords(const pmapi::notation::TimeWindow& window,
                             const pmapi::notation::WindowFrame& frame);

/// The window of `options`. Errors: kInvalid, with the words above.
base::Result<pmapi::notation::TimeWindow> MeantWindow(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::WindowFrame& frame);

/// What else is to be told of that window, which is evaluated all the same:
/// EmptyWindowWords(), LateFinishWords(), LongWindowWords().
std::vector<std::string> WindowWarnings(
    const pmapi::notation::WindowOptions& options,
    const pmapi::notation::TimeWindow& window,
    const pmapi::notation::WindowFrame& frame);

/// 'TEXT', fit for a line, and not longer than one.
std::string Quoted(const std::string& text);

}  // namespace cli

#endif  // TOCSIN_CLI_TIME_WORDS_H_
