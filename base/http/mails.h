// Mails: requests by SMTP, as libcurl makes them, each on a thread of its own:
// libcurl stands still while a server of mail takes its time, whatever it was
// told, and lends a connection to requests that want another's TLS. Names and
// turns are client.h's.
#ifndef TOCSIN_BASE_HTTP_MAILS_H_
#define TOCSIN_BASE_HTTP_MAILS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/http/libcurl.h"
#include "base/http/message.h"
#include "base/loop/loop.h"
#include "base/loop/worker.h"
#include "base/result.h"

namespace base::http {

/// Threads: all on the loop's.
class Mails {
 public:
  /// How the mail `id` has ended; may destroy the Mails. What a server has said
  /// is an answer. It takes a mail for those whom it does not refuse for good;
  /// one that it refuses for now has the mail refused for all. Errors:
  /// kNotConnected: nothing of it was sent; kClosed: it was, in part or whole,
  /// and there is no answer.
  using Ended = std::function<void(std::uint64_t id, Result<Response>)>;

  /// Lifetime: `loop` outlives it.
  Mails(const Libcurl& curl, loop::Loop* loop, Ended ended);

  /// Their threads end by themselves, soon.
  ~Mails();
  Mails(const Mails&) = delete;
  Mails& operator=(const Mails&) = delete;

  /// As Transfers has it. REQUIRES: it has an envelope.
  void Begin(std::uint64_t id, Request request, std::string resolved);
  /// The same. Its thread ends by itself, soon.
  Result<Response> Drop(std::uint64_t id, const std::string& why = "");
  bool Has(std::uint64_t id) const { return mails_.count(id) > 0; }

 private:
  struct Mail;
  struct Sending {
    std::shared_ptr<Mail> mail;
    std::unique_ptr<loop::Worker> worker;
    loop::Pending none;  // there is no thread
  };
  void End(std::uint64_t id);

  const Libcurl curl_;
  loop::Loop& loop_;
  Ended ended_;
  std::map<std::uint64_t, Sending> mails_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_MAILS_H_
