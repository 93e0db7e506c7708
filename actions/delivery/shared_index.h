// SharedIndex: room on the disk for the index of a database's log. SQLite maps
// that file, `-shm`, and makes it with holes: on a disk that is full the kernel
// would end the program by SIGBUS where it writes into one.
// Source: mmap(2), madvise(2).
#ifndef TOCSIN_ACTIONS_DELIVERY_SHARED_INDEX_H_
#define TOCSIN_ACTIONS_DELIVERY_SHARED_INDEX_H_

#include <sqlite3.h>

namespace actions {

/// Lifetime: as long as the file is open.
class SharedIndex {
 public:
  /// Of `file`, as SQLite's FILE_POINTER has it.
  explicit SharedIndex(sqlite3_file* file);
  SharedIndex(const SharedIndex&) = delete;
  SharedIndex& operator=(const SharedIndex&) = delete;

 private:
  /// What SQLite calls; it knows no more of us than this.
  struct Methods : sqlite3_io_methods {
    const sqlite3_io_methods* theirs = nullptr;
  };
  static int Map(sqlite3_file* file, int part, int size, int extends,
                 void volatile** mapped);

  Methods methods_ = {};
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_SHARED_INDEX_H_
