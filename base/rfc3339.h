// Times for programs to read: RFC 3339. For people: calendar.h.
#ifndef TOCSIN_BASE_RFC3339_H_
#define TOCSIN_BASE_RFC3339_H_

#include <string>

#include "base/time.h"
#include "base/zone.h"

namespace base {

/// Appends "2001-09-09T03:46:40.5+02:00": the fraction only as far as there is
/// one, "Z" for UTC and where the zone is not a whole number of minutes off.
void AppendRfc3339(const Zone& zone, Timestamp time, std::string* out);

}  // namespace base

#endif  // TOCSIN_BASE_RFC3339_H_
