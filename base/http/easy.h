// What libcurl is told of a request, whatever it speaks, and what its failures
// are called.
#ifndef TOCSIN_BASE_HTTP_EASY_H_
#define TOCSIN_BASE_HTTP_EASY_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/http/libcurl.h"
#include "base/http/message.h"
#include "base/result.h"
#include "base/tls/record_limit.h"
#include "base/tls/trust.h"

namespace base::http {

/// A connection is kept for so long: what moves to another address is followed.
inline constexpr long kConnectionSeconds = 60;

/// Where it goes, by which protocol alone, how it is let in and how long that
/// may take. Lifetime: the request's and `resolved`'s, as long as `easy` has
/// it.
void SetUpEasy(const Libcurl& curl, CURL* easy, const Request& request,
               curl_slist* resolved);

/// What libcurl's TLS has of ours. Lifetime: `may_read` outlives connections,
/// which libcurl may keep.
struct OurTls {
  const tls::MayRead* may_read = nullptr;   // base/tls/record_limit.h
  std::shared_ptr<const tls::Trust> trust;  // null: libcurl reads its own
  std::string trust_name;                   // which no other has
};

/// Who vouches for the peer of `connection`: a file, and a directory. Empty:
/// none.
std::pair<std::string, std::string> AuthoritiesOf(const Libcurl& curl,
                                                  const Connection& connection);

/// False where libcurl has another TLS than OpenSSL.
bool TakesOurTls(const Libcurl& curl);

/// Nothing where libcurl does not take it. Lifetime: `ours` outlives `easy`.
void UseOurTls(const Libcurl& curl, CURL* easy, const OurTls* ours);

/// Why there is no answer: libcurl's words for `code`, `fault` where they are
/// of TLS (others may hold the URL), and the system's. `foreign` is said where
/// the peer speaks something else. What came before there was a way through
/// `proxy` is told as the proxy's. Errors: kClosed if it was `sent`, else
/// kNotConnected.
Error NoAnswer(const Libcurl& curl, CURL* easy, CURLcode code,
               const char* fault, const char* foreign, bool sent,
               const std::optional<Proxy>& proxy);

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_EASY_H_
