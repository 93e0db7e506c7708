// SystemError: what the system refused, as an Error.
#ifndef TOCSIN_BASE_SYSTEM_ERROR_H_
#define TOCSIN_BASE_SYSTEM_ERROR_H_

#include <string>

#include "base/error.h"

namespace base {

/// kSystem, "WHAT: No such file or directory" for an errno of `code`.
Error SystemError(const std::string& what, int code);

}  // namespace base

#endif  // TOCSIN_BASE_SYSTEM_ERROR_H_
