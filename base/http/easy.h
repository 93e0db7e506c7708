// What libcurl is told of a request, whatever it speaks, and what its failures
// are called.
#ifndef TOCSIN_BASE_HTTP_EASY_H_
#define TOCSIN_BASE_HTTP_EASY_H_

#include "base/http/libcurl.h"
#include "base/http/message.h"
#include "base/result.h"
#include "base/tls/record_limit.h"

namespace base::http {

/// Where it goes, by which protocol alone, how it is let in and how long that
/// may take. Lifetime: the request's and `resolved`'s, as long as `easy` has
/// it.
void SetUpEasy(const Libcurl& curl, CURL* easy, const Request& request,
               curl_slist* resolved);

/// Has what `easy` reads over TLS end where `may_read` says so
/// (base/tls/record_limit.h); nothing where libcurl has another TLS than
/// OpenSSL. Lifetime: `may_read` outlives its connections, which libcurl may
/// keep.
void LimitRecords(const Libcurl& curl, CURL* easy,
                  const tls::MayRead* may_read);

/// Why there is no answer: libcurl's words for `code`, `fault` where they are
/// of TLS (others may hold the URL), and the system's. `foreign` is said where
/// the peer speaks something else. Errors: kClosed if it was `sent`, else
/// kNotConnected.
Error NoAnswer(const Libcurl& curl, CURL* easy, CURLcode code,
               const char* fault, const char* foreign, bool sent);

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_EASY_H_
