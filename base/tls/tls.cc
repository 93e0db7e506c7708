// OpenSSL between two buffers of memory.
#include "base/tls/tls.h"

#include <arpa/inet.h>

#include "base/check.h"
#include "base/tls/identity.h"
#include "base/tls/openssl.h"

namespace base::tls {
namespace {

struct Freer {
  void operator()(SSL_CTX* context) const { openssl().SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { openssl().SSL_free(ssl); }
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
  const unsigned long code = openssl().ERR_get_error();
  openssl().ERR_clear_error();
  const char* text = openssl().ERR_reason_error_string(code);
  return text == nullptr ? "unknown" : text;
}

Error Unusable(const std::string& what) {
  return {ErrorCode::kInvalid, "TLS: cannot use " + what + ": " + Reason()};
}

Result<void> Trust(const Settings& settings, SSL_CTX* context) {
  if (!settings.verify) {
    openssl().SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
    return {};
  }
  openssl().SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const std::string& file = settings.authority_file;
  const std::string& directory = settings.authority_directory;
  if (file.empty() && directory.empty()) {
    return Error{ErrorCode::kInvalid,
                 "TLS: no authority to trust: name one as tls-ca-cert-file or "
                 "tls-ca-cert-dir in tls.conf"};
  }
  if (!file.empty() &&
      openssl().SSL_CTX_load_verify_file(context, file.c_str()) != 1) {
    return Unusable(file);
  }
  if (!directory.empty() &&
      openssl().SSL_CTX_load_verify_dir(context, directory.c_str()) != 1) {
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
  openssl().SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION,
                         TLS1_2_VERSION, nullptr);
  if (!settings.ciphers.empty() &&
      openssl().SSL_CTX_set_cipher_list(context, settings.ciphers.c_str()) !=
          1) {
    return Unusable("the ciphers " + settings.ciphers);
  }
  if (!settings.ciphersuites.empty() &&
      openssl().SSL_CTX_set_ciphersuites(context,
                                         settings.ciphersuites.c_str()) != 1) {
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
  if (const auto loaded = LoadOpenssl(); !loaded) return loaded.error();
  openssl().ERR_clear_error();
  SSL_CTX* context = openssl().SSL_CTX_new(openssl().TLS_client_method());
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
        ssl_(openssl().SSL_new(
            static_cast<const OpenSslContext&>(*context_).get())),
        in_(openssl().BIO_new(openssl().BIO_s_mem())),
        out_(openssl().BIO_new(openssl().BIO_s_mem())) {
    CHECK(ssl_ != nullptr && in_ != nullptr && out_ != nullptr);
    openssl().SSL_set_bio(ssl_.get(), in_, out_);  // which owns them now
    openssl().SSL_set_connect_state(ssl_.get());
    openssl().SSL_ctrl(ssl_.get(), SSL_CTRL_MODE,
                       SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER, nullptr);
    Expect(host);
  }

  Result<void> Hear(Bytes wire, std::vector<std::uint8_t>* plain) {
    openssl().ERR_clear_error();
    if (!wire.empty()) {
      const auto size = static_cast<int>(wire.size());
      CHECK(openssl().BIO_write(in_, wire.data(), size) == size);
    }
    if (!established_) {
      const int done = openssl().SSL_do_handshake(ssl_.get());
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
    std::vector<std::uint8_t> wire(openssl().BIO_ctrl_pending(out_));
    if (wire.empty()) return wire;
    const auto size = static_cast<int>(wire.size());
    CHECK(openssl().BIO_read(out_, wire.data(), size) == size);
    return wire;
  }

 private:
  void Expect(const std::string& host) {
    if (IsAddress(host)) {
      openssl().X509_VERIFY_PARAM_set1_ip_asc(
          openssl().SSL_get0_param(ssl_.get()), host.c_str());
      return;
    }
    openssl().SSL_set1_host(ssl_.get(), host.c_str());
    openssl().SSL_ctrl(ssl_.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME,
                       TLSEXT_NAMETYPE_host_name,
                       const_cast<char*>(host.c_str()));
  }

  /// All or nothing: while the peer shakes hands again, nothing can be said.
  void SayAll() {
    if (unsaid_.empty()) return;
    openssl().ERR_clear_error();
    const auto size = static_cast<int>(unsaid_.size());
    if (openssl().SSL_write(ssl_.get(), unsaid_.data(), size) == size)
      unsaid_.clear();
  }

  Result<void> Read(std::vector<std::uint8_t>* plain) {
    std::vector<std::uint8_t> part(16384);  // a record
    for (;;) {
      const int count = openssl().SSL_read(ssl_.get(), part.data(), 16384);
      if (count <= 0) return Judge(count);
      plain->insert(plain->end(), part.begin(), part.begin() + count);
    }
  }

  /// What it means that a call could not go on.
  Result<void> Judge(int returned) const {
    switch (openssl().SSL_get_error(ssl_.get(), returned)) {
      case SSL_ERROR_WANT_READ:
        return {};
      case SSL_ERROR_ZERO_RETURN:
        return Error{ErrorCode::kClosed, "closed by the peer"};
      default:
        return Error{ErrorCode::kProtocol, "TLS: " + Why()};
    }
  }

  std::string Why() const {
    const long verdict = openssl().SSL_get_verify_result(ssl_.get());
    if (verdict == X509_V_OK) return Reason();
    openssl().ERR_clear_error();
    return std::string("the peer's certificate is refused: ") +
           openssl().X509_verify_cert_error_string(verdict);
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

void LeaveThread() {
  if (LoadOpenssl()) openssl().OPENSSL_thread_stop();
}

}  // namespace base::tls
