// Rules files: what pmieconf-rules files of a path define. Source: FORMAT.md,
// "Rules files".
#ifndef TOCSIN_RULES_PMIECONF_RULES_FILE_H_
#define TOCSIN_RULES_PMIECONF_RULES_FILE_H_

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// Adds what `text`, the content of `file`, defines; without the header of
/// such a file: nothing. Errors: kInvalid, in pmieconf's words.
base::Result<void> ReadRules(std::string_view text, const std::string& file,
                             Catalog* catalog);

/// All of the files and directories of `path`, between which colons stand.
/// What is in a directory is read in the order of its names.
/// Errors: kInvalid, as above; kSystem: what cannot be read.
base::Result<Catalog> LoadRules(const std::string& path);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_RULES_FILE_H_
