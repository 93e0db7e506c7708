// strerror(3).
#include "base/system_error.h"

#include <cstring>

namespace base {

Error SystemError(const std::string& what, int code) {
  return {ErrorCode::kSystem, what + ": " + std::strerror(code), code};
}

}  // namespace base
