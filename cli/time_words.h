// What is said of a time or an interval on the command line that cannot be
// meant: in one line, which option, what is wrong, what to write. As pmie its
// words are grammar/micro's.
#ifndef TOCSIN_CLI_TIME_WORDS_H_
#define TOCSIN_CLI_TIME_WORDS_H_

#include <string>

#include "base/zone.h"
#include "grammar/micro/time_window.h"

namespace cli {

/// Of `text`, the argument of `option` ("-t"), which is no interval, or none
/// `of` that kind (" longer than 0").
std::string IntervalWords(const std::string& option, const std::string& text,
                          const std::string& of = "");

/// Of the option of a window that cannot be meant.
std::string WindowWords(const grammar::micro::WindowOptions& options,
                        const grammar::micro::WindowFault& fault);

/// Of a window in which there is no time to evaluate at.
std::string EmptyWindowWords(const grammar::micro::TimeWindow& window,
                             const base::Zone& zone);

/// 'TEXT', fit for a line, and not longer than one.
std::string Quoted(const std::string& text);

}  // namespace cli

#endif  // TOCSIN_CLI_TIME_WORDS_H_
