// Options that are the same over HTTP and of a mail.
#include "base/http/easy.h"

#include <cstring>
#include <string>
#include <string_view>

namespace base::http {
namespace {

/// "smtps" of a URL.
std::string SchemeOf(const std::string& url) {
  return url.substr(0, url.find("://"));
}

/// Whether `code` is of TLS, whose words name files, hosts and what a
/// certificate lacks.
bool IsOfTls(CURLcode code) {
  return code == CURLE_SSL_CONNECT_ERROR || code == CURLE_SSL_CERTPROBLEM ||
         code == CURLE_PEER_FAILED_VERIFICATION ||
         code == CURLE_SSL_CACERT_BADFILE;
}

/// Whether `code` is what libcurl says of an answer that has no head, as one of
/// HTTP/0.9 or of a server of mail.
bool IsForeign(CURLcode code) {
  return code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY;
}

CURLcode OnContext(CURL* /*easy*/, void* context, void* ours_of) {
  const auto& ours = *static_cast<const OurTls*>(ours_of);
  tls::LimitRecords(context, ours.may_read);
  if (ours.trust) tls::UseTrust(*ours.trust, context);
  return CURLE_OK;
}

std::string WordsFor(const Libcurl& curl, CURLcode code, const char* foreign) {
  if (code == CURLE_OK) return "the answer breaks off";
  if (IsForeign(code)) return foreign;
  if (code == CURLE_USE_SSL_FAILED) return "the server offers no STARTTLS";
  // It knows of no other time.
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return "no connection within connect_timeout, with its TLS and, of mail, "
           "greeting and login";
  }
  if (code == CURLE_ABORTED_BY_CALLBACK) return "its answer has no end";
  // So libcurl calls a line of a header that is longer than it takes.
  if (code == CURLE_OUT_OF_MEMORY) return "its answer's header is too long";
  // What we have not taken of it: transfers.cc bounds head and trailers.
  if (code == CURLE_WRITE_ERROR) return "its answer's head is too long";
  return curl.easy_strerror(code);
}

/// Whether the proxy was at fault: SOCKS has words of its own for most of that.
bool IsOfProxy(const Proxy& proxy, CURLcode code, bool sent) {
  if (code == CURLE_COULDNT_CONNECT) return true;
  return !proxy.socks && !sent && !IsOfTls(code) && !IsForeign(code);
}

}  // namespace

void SetUpEasy(const Libcurl& curl, CURL* easy, const Request& request,
               curl_slist* resolved) {
  const auto set = [&](CURLoption option, auto value) {
    curl.easy_setopt(easy, option, value);
  };
  const Connection& connection = request.connection;
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, SchemeOf(request.url).c_str());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);
  // A name may have another address by then.
  set(CURLOPT_MAXLIFETIME_CONN, kConnectionSeconds);
  set(CURLOPT_RESOLVE, resolved);
  // Copied by libcurl, as all texts but the body. An empty one is no proxy,
  // whatever the environment says.
  const std::string proxy =
      connection.proxy ? ProxyText(*connection.proxy) : std::string();
  set(CURLOPT_PROXY, proxy.c_str());
  if (!connection.proxy_user.empty()) {
    set(CURLOPT_PROXYUSERNAME, connection.proxy_user.c_str());
    set(CURLOPT_PROXYPASSWORD, connection.proxy_password.c_str());
  }
  set(CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(request.connect_limit.ns / 1'000'000));
  set(CURLOPT_SSLVERSION,
      static_cast<long>(connection.tls13 ? CURL_SSLVERSION_TLSv1_3
                                         : CURL_SSLVERSION_TLSv1_2));
  if (!connection.ca_file.empty()) {
    set(CURLOPT_CAINFO, connection.ca_file.c_str());
    set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (connection.certificate_file.empty()) return;
  // Nobody is asked for the passphrase of a key.
  set(CURLOPT_KEYPASSWD, "");
  set(CURLOPT_SSLCERT, connection.certificate_file.c_str());
  set(CURLOPT_SSLKEY, (connection.key_file.empty() ? connection.certificate_file
                                                   : connection.key_file)
                          .c_str());
}

std::pair<std::string, std::string> AuthoritiesOf(
    const Libcurl& curl, const Connection& connection) {
  if (!connection.ca_file.empty()) return {connection.ca_file, ""};
  const curl_version_info_data& built = *curl.version_info(CURLVERSION_NOW);
  const auto text = [](const char* path) {
    return std::string(path == nullptr ? "" : path);
  };
  return {text(built.cainfo), text(built.capath)};
}

bool TakesOurTls(const Libcurl& curl) {
  const char* tls = curl.version_info(CURLVERSION_NOW)->ssl_version;
  return tls != nullptr && std::string_view(tls).starts_with("OpenSSL/");
}

void UseOurTls(const Libcurl& curl, CURL* easy, const OurTls* ours) {
  if (!TakesOurTls(curl)) return;
  curl.easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, &OnContext);
  curl.easy_setopt(easy, CURLOPT_SSL_CTX_DATA, ours);
  if (!ours->trust) return;
  // It reads nobody to trust, and takes a connection for another where others
  // are trusted: by the name of a directory, which is none.
  curl.easy_setopt(easy, CURLOPT_CAINFO, static_cast<const char*>(nullptr));
  curl.easy_setopt(easy, CURLOPT_CAPATH,
                   ("/dev/null/" + ours->trust_name).c_str());
}

Error NoAnswer(const Libcurl& curl, CURL* easy, CURLcode code,
               const char* fault, const char* foreign, bool sent,
               const std::optional<Proxy>& proxy) {
  long status = 0;  // of a proxy's answer to CONNECT
  curl.easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
  if (status >= 300) {
    return Error{ErrorCode::kNotConnected,
                 "the proxy answers " + std::to_string(status)};
  }
  long number = 0;
  curl.easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
  const bool of_proxy = proxy && status == 0 && IsOfProxy(*proxy, code, sent);
  std::string why = of_proxy ? "the proxy: " : "";
  why += WordsFor(curl, code, foreign);
  if (IsOfTls(code) && fault[0] != '\0') why += std::string(": ") + fault;
  const std::string system = std::strerror(static_cast<int>(number));
  // OpenSSL may have said the same.
  if (number != 0 && !why.ends_with(system)) why += ": " + system;
  return Error{sent ? ErrorCode::kClosed : ErrorCode::kNotConnected,
               std::move(why), static_cast<int>(number)};
}

}  // namespace base::http
