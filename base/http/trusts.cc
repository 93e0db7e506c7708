// A file is what it was as long as its place, its size and the time of its last
// change (ctime, which nobody sets back) are the same.
#include "base/http/trusts.h"

#include <sys/stat.h>

#include <utility>

#include "base/tls/tls.h"

namespace base::http {
namespace {

/// Tells what `file` holds from what it held before.
std::string NameOf(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return file;
  std::string name = file;
  for (const auto number : {static_cast<long long>(found.st_dev),
                            static_cast<long long>(found.st_ino),
                            static_cast<long long>(found.st_size),
                            static_cast<long long>(found.st_ctim.tv_sec),
                            static_cast<long long>(found.st_ctim.tv_nsec)}) {
    name += '/' + std::to_string(number);
  }
  return name;
}

}  // namespace

void Trusts::Find(const std::string& file, const std::string& directory,
                  Then then) {
  const std::string name = NameOf(file);
  Entry& entry = entries_[file];
  const bool same = entry.name == name;
  if (same && entry.trust) return then(Found{entry.trust, name});
  entry.waiting.push_back(std::move(then));
  if (same && entry.waiting.size() > 1) return;
  entry.name = name;
  entry.trust = nullptr;
  Read(file, directory, name);
}

void Trusts::Read(const std::string& file, const std::string& directory,
                  const std::string& name) {
  using Answer = Result<std::shared_ptr<const tls::Trust>>;
  const auto read =
      std::make_shared<Answer>(std::shared_ptr<const tls::Trust>());
  const auto work = [read, file, directory] {
    *read = tls::ReadTrust(file, directory);
    tls::LeaveThread();
  };
  const auto given =
      worker_.Do(work, [this, read, file, name] { End(file, name, *read); });
  if (!given) End(file, name, given.error());
}

/// Who waits for a file that has changed meanwhile waits for what it holds now.
void Trusts::End(const std::string& file, const std::string& name,
                 const Result<std::shared_ptr<const tls::Trust>>& read) {
  Entry& entry = entries_.at(file);
  if (entry.name != name) return;  // it is being read anew
  if (read) entry.trust = *read;
  const Result<Found> found =
      read ? Result<Found>(Found{*read, name}) : Result<Found>(read.error());
  if (!read) entry.name.clear();
  for (const Then& then : std::exchange(entry.waiting, {})) then(found);
}

}  // namespace base::http
