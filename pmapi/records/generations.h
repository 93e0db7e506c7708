// PassedGenerations: the files that have had a name for a while, by what is
// told of their folder.
#ifndef TOCSIN_PMAPI_RECORDS_GENERATIONS_H_
#define TOCSIN_PMAPI_RECORDS_GENERATIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "pmapi/records/folder_watch.h"

namespace pmapi::records {

/// The files that were called `name` for some time within `changes`, but
/// neither at their beginning nor at their end, the oldest first: what each is
/// called now, nothing where it is gone.
std::vector<std::optional<std::string>> PassedGenerations(
    const std::string& name, const std::vector<NameChange>& changes);

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_GENERATIONS_H_
