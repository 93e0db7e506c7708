// Trusts: who vouches for receivers, read on a thread of its own where that is
// new, for it may be much: the loop would stand still.
#ifndef TOCSIN_BASE_HTTP_TRUSTS_H_
#define TOCSIN_BASE_HTTP_TRUSTS_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/loop/worker.h"
#include "base/result.h"
#include "base/tls/trust.h"

namespace base::http {

/// Threads: all on the loop's.
class Trusts {
 public:
  struct Found {
    std::shared_ptr<const tls::Trust> trust;
    /// Another one for other files, and for a file that has changed.
    std::string name;
  };
  using Then = std::function<void(const Result<Found>&)>;

  /// Lifetime: `loop` outlives it.
  explicit Trusts(loop::Loop* loop) : worker_(loop) {}

  /// Calls `then` with what `file` and `directory` hold now; at once if that is
  /// known. Errors: those of tls::ReadTrust().
  void Find(const std::string& file, const std::string& directory, Then then);

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<const tls::Trust> trust;  // null: it is being read
    std::vector<Then> waiting;
  };

  void Read(const std::string& file, const std::string& directory,
            const std::string& name);
  void End(const std::string& file, const std::string& name,
           const Result<std::shared_ptr<const tls::Trust>>& read);

  std::map<std::string, Entry> entries_;  // by file
  loop::Worker worker_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_TRUSTS_H_
