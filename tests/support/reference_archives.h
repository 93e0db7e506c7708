// The archives that docs/pmie.md's examples speak of: hostA and hostB, and
// "odd", with what is rare: types that are no values, empty domains, names with
// blanks. Writing files is archive_writer.h's.
#ifndef TOCSIN_TESTS_SUPPORT_REFERENCE_ARCHIVES_H_
#define TOCSIN_TESTS_SUPPORT_REFERENCE_ARCHIVES_H_

#include <string>

#include "tests/support/archive_image.h"

namespace tests {

/// 20 records every 10 seconds; numbers are multiplied by `multiple`.
/// Source: docs/pmie.md, "The example hosts".
ArchiveImage ReferenceHost(const std::string& host, int multiple);

/// Metrics "o.*" of "oddhost"; with `other` of "otherhost", where o.mix is a
/// set, o.type a string and o.domain of another domain.
ArchiveImage OddHost(bool other);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_REFERENCE_ARCHIVES_H_
