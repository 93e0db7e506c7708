// SharedLibrary: a library that is loaded when it is first used, since its
// loading costs each start of the program.
#ifndef TOCSIN_BASE_SHARED_LIBRARY_H_
#define TOCSIN_BASE_SHARED_LIBRARY_H_

#include <string>

namespace base {

/// By dlopen(3). It stays loaded: libraries with threads and exit handlers
/// cannot leave.
class SharedLibrary {
 public:
  /// `name` as the linker knows it: "libcurl.so.4".
  explicit SharedLibrary(const char* name);

  /// Has `*function` be what the library calls `name`; null where it has none.
  template <typename Function>
  void Find(const char* name, Function** function) {
    *function = reinterpret_cast<Function*>(Symbol(name));
  }

  /// Whether it is there and has all that was asked for.
  bool complete() const { return complete_; }
  /// Why it is not, with the `package` that has it where nothing else is known
  /// to be wrong: "no libcurl.so.4 here: install libcurl4".
  std::string Missing(const char* package) const;

 private:
  void* Symbol(const char* name);

  std::string name_;
  std::string why_;  // dlerror(3)'s words

  void* library_;  // of dlopen(3), or null
  bool complete_;
};

}  // namespace base

#endif  // TOCSIN_BASE_SHARED_LIBRARY_H_
