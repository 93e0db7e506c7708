// ProgramReader: a program that writes for as long as it runs, and what it has
// written. What that means is others'.
#ifndef TOCSIN_PMAPI_RECORDS_PROGRAM_READER_H_
#define TOCSIN_PMAPI_RECORDS_PROGRAM_READER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/spawn.h"
#include "base/time.h"

namespace pmapi::records {

/// A thread of its own begins the program, and takes what it writes as it
/// comes, so that nobody else waits: not for a disk, nor for the program's end.
/// Threads: its owner's.
class ProgramReader {
 public:
  /// Which program; why there is none. Called on the thread.
  using Find = std::function<base::Result<base::Program>()>;

  /// Begins what `find` finds, without standard input. Where so many bytes
  /// wait to be taken, or a little more, the program has to wait.
  ProgramReader(Find find, std::size_t most_waiting);
  /// Kills it, with all that it has begun; waits for nothing.
  ~ProgramReader();
  ProgramReader(const ProgramReader&) = delete;
  ProgramReader& operator=(const ProgramReader&) = delete;

  /// Waits until it has begun or is known not to, but no longer than `limit`.
  void AwaitBegin(base::Duration limit);
  /// The same of its end.
  void AwaitEnd(base::Duration limit) const;
  /// What comes next of what it has written; nothing where there is nothing
  /// yet.
  std::optional<std::string> Next();
  /// Once it has ended, or could not be begun: why, in a line, and what it has
  /// said of that. Next() may still have something.
  std::optional<base::Error> end() const;
  /// Whether it has ended with status 0.
  bool succeeded() const;

 private:
  struct Shared;
  class Run;

  std::shared_ptr<Shared> shared_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_PROGRAM_READER_H_
