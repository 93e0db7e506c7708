// An alternative name space: a file that says which name stands for which
// metric, PCP's pmns(5). Where names live in an archive is
// pmapi/archive/metadata.h's; who looks them up here, pmapi/archive/names.h.
#ifndef TOCSIN_PMAPI_NOTATION_PMNS_H_
#define TOCSIN_PMAPI_NOTATION_PMNS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pmapi/metric/metric.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// Every metric's whole name, sorted.
using NameSpace = std::vector<std::pair<std::string, pmapi::Pmid>>;

/// What is wrong with a name space, and where, if it is at one place.
struct NameSpaceFault {
  std::optional<std::size_t> offset;
  std::string reason;

  friend bool operator==(const NameSpaceFault&,
                         const NameSpaceFault&) = default;
};

/// Reads "root { a  b 1:18:3 }  a { c 2:0:1 }", comments and lines that a
/// preprocessor drops. A dynamic metric, "4:*:*", is one that no source has.
/// Errors: pmie's words; #include, #define and #if are not supported.
Parsed<NameSpace, NameSpaceFault> ParseNameSpace(std::string_view text);

/// The lines of PCP's tools: "[file:line] Error Parsing ASCII PMNS: reason",
/// the line itself and a mark below the place.
std::string NameSpaceFaultText(std::string_view file, std::string_view text,
                               const NameSpaceFault& fault);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_PMNS_H_
