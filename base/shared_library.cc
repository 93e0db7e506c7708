// dlopen(3) and dlsym(3).
#include "base/shared_library.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>

namespace base {

SharedLibrary::SharedLibrary(const char* name)
    : name_(name),
      library_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)),
      complete_(library_ != nullptr) {
  if (library_ != nullptr) return;
  if (const char* why = ::dlerror(); why != nullptr) why_ = why;
}

std::string SharedLibrary::Missing(const char* package) const {
  const bool there = !why_.empty() && !why_.ends_with(std::strerror(ENOENT));
  return there ? why_ : "no " + name_ + " here: install " + package;
}

void* SharedLibrary::Symbol(const char* name) {
  void* const found = library_ == nullptr ? nullptr : ::dlsym(library_, name);
  complete_ = complete_ && found != nullptr;
  return found;
}

}  // namespace base
