// OpenSSL between two buffers of memory.
#include "base/tls/tls.h"

#include <arpa/inet.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/check.h"
#include "base/tls/identity.h"

namespace base::tls {
namespace {

struct Freer {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

class OpenSslContext : public Context {
 public:
  explicit OpenSslContext(SSL_CTX* context) : context_(context) {}
  SSL_CTX* get() const { return context_.get(); }

 private:
  std::unique_ptr<SSL_CTX, Freer> context_;
};

/// What OpenSSL has noted last.
std::string Reason() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* text = ERR_reason_error_string(code);
  return text == nullptr ? "unknown" : text;
}

Error Unusable(const std::string& what) {
  return {ErrorCode::kInvalid, "TLS: cannot use " + what + ": " + Reason()};
}

Result<void> Trust(const Settings& settings, SSL_CTX* context) {
  if (!settings.verify) {
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
    return {};
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const std::string& file = settings.authority_file;
  const std::string& directory = settings.authority_directory;
  if (file.empty() && directory.empty()) {
    return Error{ErrorCode::kInvalid,
                 "TLS: no authority to trust: name one as tls-ca-cert-file or "
                 "tls-ca-cert-dir in tls.conf"};
  }
  if (!file.empty() && SSL_CTX_load_verify_file(context, file.c_str()) != 1) {
    return Unusable(file);
  }
  if (!directory.empty() &&
      SSL_CTX_load_verify_dir(context, directory.c_str()) != 1) {
    return Unusable(directory);
  }
  return {};
}

Result<void> Introduce(const Settings& settings, SSL_CTX* context) {
  const std::string& certificate = settings.certificate_file;
  const std::string& key = settings.key_file;
  if (certificate.empty() || key.empty()) return {};
  auto used = UseCertificate(certificate, context);
  if (used) used = UseKey(key, context);
  if (used) return {};
  return Error{ErrorCode::kInvalid, "TLS: cannot use " + used.error().message};
}

Result<void> Choose(const Settings& settings, SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  if (!settings.ciphers.empty() &&
      SSL_CTX_set_cipher_list(context, settings.ciphers.c_str()) != 1) {
    return Unusable("the ciphers " + settings.ciphers);
  }
  if (!settings.ciphersuites.empty() &&
      SSL_CTX_set_ciphersuites(context, settings.ciphersuites.c_str()) != 1) {
    return Unusable("the cipher suites " + settings.ciphersuites);
  }
  return {};
}

bool IsAddress(const std::string& host) {
  unsigned char address[sizeof(in6_addr)];
  return ::inet_pton(AF_INET, host.c_str(), address) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), address) == 1;
}

}  // namespace

Result<std::shared_ptr<const Context>> MakeContext(const Settings& settings) {
  ERR_clear_error();
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  CHECK(context != nullptr);
  auto made = std::make_shared<const OpenSslContext>(context);
  for (const auto step : {Choose, Trust, Introduce}) {
    if (const auto done = step(settings, context); !done) return done.error();
  }
  return std::shared_ptr<const Context>(std::move(made));
}

class Client::Impl {
 public:
  Impl(std::shared_ptr<const Context> context, const std::string& host)
      : context_(std::move(context)),
        ssl_(SSL_new(static_cast<const OpenSslContext&>(*context_).get())),
        in_(BIO_new(BIO_s_mem())),
        out_(BIO_new(BIO_s_mem())) {
    CHECK(ssl_ != nullptr && in_ != nullptr && out_ != nullptr);
    SSL_set_bio(ssl_.get(), in_, out_);  // which owns them now
    SSL_set_connect_state(ssl_.get());
    SSL_set_mode(ssl_.get(), SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    Expect(host);
  }

  Result<void> Hear(Bytes wire, std::vector<std::uint8_t>* plain) {
    ERR_clear_error();
    if (!wire.empty()) {
      const auto size = static_cast<int>(wire.size());
      CHECK(BIO_write(in_, wire.data(), size) == size);
    }
    if (!established_) {
      const int done = SSL_do_handshake(ssl_.get());
      if (done != 1) return Judge(done);
      established_ = true;
    }
    auto heard = Read(plain);
    SayAll();
    return heard;
  }

  bool established() const { return established_; }

  void Say(Bytes plain) {
    CHECK(established_);
    unsaid_.insert(unsaid_.end(), plain.begin(), plain.end());
    SayAll();
  }

  std::vector<std::uint8_t> Take() {
    std::vector<std::uint8_t> wire(BIO_ctrl_pending(out_));
    if (wire.empty()) return wire;
    const auto size = static_cast<int>(wire.size());
    CHECK(BIO_read(out_, wire.data(), size) == size);
    return wire;
  }

 private:
  void Expect(const std::string& host) {
    if (IsAddress(host)) {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_.get()), host.c_str());
      return;
    }
    SSL_set1_host(ssl_.get(), host.c_str());
    SSL_set_tlsext_host_name(ssl_.get(), host.c_str());
  }

  /// All or nothing: while the peer shakes hands again, nothing can be said.
  void SayAll() {
    if (unsaid_.empty()) return;
    ERR_clear_error();
    const auto size = static_cast<int>(unsaid_.size());
    if (SSL_write(ssl_.get(), unsaid_.data(), size) == size) unsaid_.clear();
  }

  Result<void> Read(std::vector<std::uint8_t>* plain) {
    std::vector<std::uint8_t> part(16384);  // a record
    for (;;) {
      const int count = SSL_read(ssl_.get(), part.data(), 16384);
      if (count <= 0) return Judge(count);
      plain->insert(plain->end(), part.begin(), part.begin() + count);
    }
  }

  /// What it means that a call could not go on.
  Result<void> Judge(int returned) const {
    switch (SSL_get_error(ssl_.get(), returned)) {
      case SSL_ERROR_WANT_READ:
        return {};
      case SSL_ERROR_ZERO_RETURN:
        return Error{ErrorCode::kClosed, "closed by the peer"};
      default:
        return Error{ErrorCode::kProtocol, "TLS: " + Why()};
    }
  }

  std::string Why() const {
    const long verdict = SSL_get_verify_result(ssl_.get());
    if (verdict == X509_V_OK) return Reason();
    ERR_clear_error();
    return std::string("the peer's certificate is refused: ") +
           X509_verify_cert_error_string(verdict);
  }

  std::shared_ptr<const Context> context_;
  std::unique_ptr<SSL, Freer> ssl_;
  BIO* in_;
  BIO* out_;
  bool established_ = false;
  std::vector<std::uint8_t> unsaid_;
};

Client::Client(std::shared_ptr<const Context> context, const std::string& host)
    : impl_(std::make_unique<Impl>(std::move(context), host)) {}
Client::~Client() = default;

void Client::Begin() {
  std::vector<std::uint8_t> nothing;
  const auto begun = impl_->Hear({}, &nothing);
  CHECK(begun.has_value() && nothing.empty());
}
Result<void> Client::Hear(Bytes wire, std::vector<std::uint8_t>* plain) {
  return impl_->Hear(wire, plain);
}
bool Client::established() const { return impl_->established(); }
void Client::Say(Bytes plain) { impl_->Say(plain); }
std::vector<std::uint8_t> Client::Take() { return impl_->Take(); }

void LeaveThread() { ::OPENSSL_thread_stop(); }

}  // namespace base::tls
