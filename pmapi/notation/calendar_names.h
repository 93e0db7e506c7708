// Names of days, months, distances and zones for the grammars of dates.
// Included by this folder's .cc files only, as x3_terminals.h.
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

/// A distance of one: so many months, days or seconds.
struct Distance {
  int months = 0;
  int days = 0;
  int seconds = 0;
};

struct Distances : boost::spirit::x3::symbols<Distance> {
  Distances() {
    add("year", {12, 0, 0})("month", {1, 0, 0})("fortnight", {0, 14, 0});
    add("week", {0, 7, 0})("day", {0, 1, 0})("hour", {0, 0, 3600});
    add("minute", {0, 0, 60})("min", {0, 0, 60});
    add("second", {0, 0, 1})("sec", {0, 0, 1});
  }
};

/// The "last" is -1.
struct Ordinals : boost::spirit::x3::symbols<int> {
  Ordinals() {
    add("last", -1)("this", 1)("next", 2)("first", 1)("third", 3);
    add("fourth", 4)("fifth", 5)("sixth", 6)("seventh", 7)("eighth", 8);
    add("ninth", 9)("tenth", 10)("eleventh", 11)("twelfth", 12);
  }
};

/// Midnights, counted in days from today.
struct Midnights : boost::spirit::x3::symbols<int> {
  Midnights() { add("yesterday", -1)("today", 0)("tomorrow", 1); }
};

/// Hours to add to those of the clock, 12 being 0.
struct Meridians : boost::spirit::x3::symbols<int> {
  Meridians() { add("am", 0)("a.m.", 0)("pm", 12)("p.m.", 12); }
};

/// Minutes east of UTC.
struct Zones : boost::spirit::x3::symbols<int> {
  Zones() {
    add("utc", 0)("gmt", 0)("z", 0)("est", -300)("edt", -240)("cst", -360);
    add("cdt", -300)("mst", -420)("mdt", -360)("pst", -480)("pdt", -420);
    add("bst", 60)("cet", 60)("cest", 120)("eet", 120)("jst", 540);
  }
};

}  // namespace pmapi::notation::calendar

#endif  // TOCSIN_PMAPI_NOTATION_CALENDAR_NAMES_H_
