// Names of days and months for the grammars of dates. Included by this
// folder's .cc files only, as x3_terminals.h.
#ifndef TOCSIN_PMAPI_NOTATION_CALENDAR_NAMES_H_
#define TOCSIN_PMAPI_NOTATION_CALENDAR_NAMES_H_

#include <boost/spirit/home/x3.hpp>

namespace pmapi::notation::calendar {

/// 0 is Sunday.
struct Weekdays : boost::spirit::x3::symbols<int> {
  Weekdays() {
    add("sun", 0)("mon", 1)("tue", 2)("wed", 3)("thu", 4)("fri", 5)("sat", 6);
  }
};

struct ShortMonths : boost::spirit::x3::symbols<int> {
  ShortMonths() {
    add("jan", 1)("feb", 2)("mar", 3)("apr", 4)("may", 5)("jun", 6);
    add("jul", 7)("aug", 8)("sep", 9)("oct", 10)("nov", 11)("dec", 12);
  }
};

/// The short forms, the whole names, and what people write in between.
struct LongWeekdays : Weekdays {
  LongWeekdays() {
    add("sunday", 0)("monday", 1)("tuesday", 2)("tues", 2)("wednesday", 3);
    add("wednes", 3)("thursday", 4)("thur", 4)("thurs", 4)("friday", 5);
    add("saturday", 6);
  }
};

struct LongMonths : ShortMonths {
  LongMonths() {
    add("january", 1)("february", 2)("march", 3)("april", 4)("june", 6);
    add("july", 7)("august", 8)("september", 9)("sept", 9)("october", 10);
    add("november", 11)("december", 12);
  }
};

}  // namespace pmapi::notation::calendar

#endif  // TOCSIN_PMAPI_NOTATION_CALENDAR_NAMES_H_
