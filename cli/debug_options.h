// What may follow -D. pmie's and libpcp's dumps are not reproduced, but a
// mistake in their names is still a mistake.
#ifndef TOCSIN_CLI_DEBUG_OPTIONS_H_
#define TOCSIN_CLI_DEBUG_OPTIONS_H_

#include <string_view>

namespace cli {

/// True for a list, with commas, of PCP's names of debug options and of
/// numbers. Source: docs/pmie.md, "Options".
bool IsDebugSpecification(std::string_view text);

}  // namespace cli

#endif  // TOCSIN_CLI_DEBUG_OPTIONS_H_
