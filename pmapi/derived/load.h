// Derived metrics' definitions from files and folders, as PCP_DERIVED_CONFIG
// names them. What they mean is bind.h's; the variable is read by cli.
#ifndef TOCSIN_PMAPI_DERIVED_LOAD_H_
#define TOCSIN_PMAPI_DERIVED_LOAD_H_

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/notation/derived_config.h"

namespace pmapi {

/// A folder with more below it is some other one by mistake, such as /tmp.
inline constexpr std::size_t kMostEntries = 1000;
inline constexpr std::size_t kMostBytes = std::size_t{16} << 20;

/// All definitions in `paths`: files and folders with ":" between them.
/// Folders are read with all that is below them, in the order of their names:
/// the first definition of a name counts, and no folder is read twice. What
/// cannot be read is passed over, and what lies in folders behind the first
/// kMostEntries or kMostBytes: why is in `unread` for each of `paths`, and for
/// the folders together.
/// Source: pmapi/derived/FORMAT.md, "Where definitions are".
pmapi::notation::DerivedConfig LoadDerived(
    const std::string& paths, std::vector<base::Error>* unread = nullptr);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_DERIVED_LOAD_H_
