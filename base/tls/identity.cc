// OpenSSL's reasons where they speak of our files, in our words.
#include "base/tls/identity.h"

#include <ctime>
#include <memory>

#include "base/check.h"
#include "base/system_error.h"
#include "base/tls/openssl.h"

namespace base::tls {
namespace {

struct Freer {
  void operator()(SSL_CTX* context) const { openssl().SSL_CTX_free(context); }
};

using OwnContext = std::unique_ptr<SSL_CTX, Freer>;

Result<OwnContext> NewContext() {
  if (const auto loaded = LoadOpenssl(); !loaded) return loaded.error();
  const SSL_METHOD* client = openssl().TLS_client_method();
  OwnContext context(openssl().SSL_CTX_new(client));
  CHECK(context != nullptr);
  return context;
}

/// Nobody is asked for the passphrase of a key, as OpenSSL would on a terminal:
/// all would wait for the answer.
int RefusePassphrase(char* /*to*/, int /*size*/, int /*writes*/, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

/// Whether OpenSSL has found no `what` at all.
bool IsNone(unsigned long code) {
  const int library = ERR_GET_LIB(code);
  const int reason = ERR_GET_REASON(code);
  return (library == ERR_LIB_PEM && reason == PEM_R_NO_START_LINE) ||
         (library == ERR_LIB_OSSL_DECODER && reason == ERR_R_UNSUPPORTED);
}

/// Of a key and a certificate, of one kind or of two.
bool IsForeignKey(unsigned long code) {
  const int library = ERR_GET_LIB(code);
  const int reason = ERR_GET_REASON(code);
  return (library == ERR_LIB_X509 && (reason == X509_R_KEY_VALUES_MISMATCH ||
                                      reason == X509_R_KEY_TYPE_MISMATCH)) ||
         (library == ERR_LIB_SSL && reason == SSL_R_NO_CERTIFICATE_ASSIGNED);
}

/// What OpenSSL has noted first of `file`, which was to hold a `what`.
Error Unusable(const std::string& file, const std::string& what) {
  const unsigned long code = openssl().ERR_get_error();
  openssl().ERR_clear_error();
  if (ERR_SYSTEM_ERROR(code)) return SystemError(file, ERR_GET_REASON(code));
  const char* reason = openssl().ERR_reason_error_string(code);
  std::string why = reason == nullptr ? "unknown" : reason;
  if (IsNone(code)) why = "there is no " + what + " in PEM";
  if (IsForeignKey(code)) why = "this key is not that of the certificate";
  return {ErrorCode::kInvalid, file + ": " + why};
}

Error Locked(const std::string& file) {
  openssl().ERR_clear_error();
  return {ErrorCode::kInvalid,
          file +
              ": it has a passphrase, for which nobody is asked: openssl "
              "pkey writes a key without one"};
}

}  // namespace

Result<void> UseCertificate(const std::string& file, void* context) {
  openssl().ERR_clear_error();
  if (openssl().SSL_CTX_use_certificate_chain_file(
          static_cast<SSL_CTX*>(context), file.c_str()) == 1) {
    return {};
  }
  return Unusable(file, "certificate");
}

Result<void> UseKey(const std::string& file, void* context) {
  openssl().ERR_clear_error();
  auto* const ours = static_cast<SSL_CTX*>(context);
  bool asked = false;
  openssl().SSL_CTX_set_default_passwd_cb(ours, &RefusePassphrase);
  openssl().SSL_CTX_set_default_passwd_cb_userdata(ours, &asked);
  const bool used = openssl().SSL_CTX_use_PrivateKey_file(
                        ours, file.c_str(), SSL_FILETYPE_PEM) == 1 &&
                    openssl().SSL_CTX_check_private_key(ours) == 1;
  openssl().SSL_CTX_set_default_passwd_cb_userdata(ours, nullptr);
  if (used) return {};
  return asked ? Locked(file) : Unusable(file, "key");
}

Result<void> TryCertificate(const std::string& file) {
  const auto context = NewContext();
  if (!context) return context.error();
  return UseCertificate(file, context->get());
}

Result<void> TryLifetime(const std::string& file) {
  const auto context = NewContext();
  if (!context) return context.error();
  const auto used = UseCertificate(file, context->get());
  if (!used) return used;
  const X509* ours = openssl().SSL_CTX_get0_certificate(context->get());
  const ASN1_TIME* end = openssl().X509_get0_notAfter(ours);
  if (openssl().X509_cmp_current_time(end) >= 0) return {};
  std::tm since{};
  std::string text(sizeof("2000-01-01"), '\0');
  openssl().ASN1_TIME_to_tm(end, &since);
  text.resize(std::strftime(text.data(), text.size(), "%F", &since));
  return Error{ErrorCode::kInvalid,
               file + ": the certificate is over since " + text};
}

Result<void> TryKey(const std::string& file,
                    const std::string& certificate_file) {
  const auto context = NewContext();
  if (!context) return context.error();
  const auto used = UseCertificate(certificate_file, context->get());
  return used ? UseKey(file, context->get()) : used;
}

}  // namespace base::tls
