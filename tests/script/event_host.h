// A host of a script that has event records: an archive, as only that has such.
#ifndef TOCSIN_TESTS_SCRIPT_EVENT_HOST_H_
#define TOCSIN_TESTS_SCRIPT_EVENT_HOST_H_

#include <memory>

#include "pmapi/source/source.h"
#include "tests/script/script_file.h"

namespace tests {

/// Whether one of its series is of event records.
bool HasEvents(const ScriptHost& host);

/// The archive, in memory. What stands in a column is written at that tick of
/// `grid`; it ends with the last that there is.
std::unique_ptr<pmapi::Source> EventHost(const ScriptHost& host,
                                         const pmapi::TickGrid& grid);

}  // namespace tests

#endif  // TOCSIN_TESTS_SCRIPT_EVENT_HOST_H_
