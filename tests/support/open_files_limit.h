// OpenFilesLimit: for as long as it lives this process opens no file: as one
// that has as many as it may have. UBSan looks at memory through a pipe: in its
// lifetime no virtual function is called for the first time, as matchers do.
#ifndef TOCSIN_TESTS_SUPPORT_OPEN_FILES_LIMIT_H_
#define TOCSIN_TESTS_SUPPORT_OPEN_FILES_LIMIT_H_

#include <sys/resource.h>

namespace tests {

class OpenFilesLimit {
 public:
  OpenFilesLimit() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~OpenFilesLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  OpenFilesLimit(const OpenFilesLimit&) = delete;
  OpenFilesLimit& operator=(const OpenFilesLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_OPEN_FILES_LIMIT_H_
