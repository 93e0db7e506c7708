// dlopen(3) and dlsym(3).
#include "base/shared_library.h"

#include <dlfcn.h>

namespace base {

SharedLibrary::SharedLibrary(const char* name)
    : library_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)),
      complete_(library_ != nullptr) {}

void* SharedLibrary::Symbol(const char* name) {
  void* const found = library_ == nullptr ? nullptr : ::dlsym(library_, name);
  complete_ = complete_ && found != nullptr;
  return found;
}

}  // namespace base
