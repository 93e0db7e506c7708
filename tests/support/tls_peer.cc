// OpenSSL's server between two buffers, and its way to make a certificate.
#include "tests/support/tls_peer.h"

#include <arpa/inet.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cstdio>

#include "base/check.h"

namespace tests {
namespace {

std::string AlternativeName(const std::string& host) {
  in_addr address;
  const bool numeric = ::inet_pton(AF_INET, host.c_str(), &address) == 1;
  return (numeric ? "IP:" : "DNS:") + host;
}

constexpr long kDay = 24 * 60 * 60;

X509* Sign(EVP_PKEY* key, const std::string& host, long seconds) {
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate), seconds);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("a test's"),
                             -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_EXTENSION* host_name = X509V3_EXT_conf_nid(
      nullptr, nullptr, NID_subject_alt_name, AlternativeName(host).c_str());
  CHECK(host_name != nullptr);
  X509_add_ext(certificate, host_name, -1);
  X509_EXTENSION_free(host_name);
  CHECK(X509_sign(certificate, key, EVP_sha256()) > 0);
  return certificate;
}

template <typename Write>
void ToFile(const std::string& path, Write&& write) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  CHECK(file != nullptr);
  CHECK(write(file) == 1);
  CHECK(std::fclose(file) == 0);
}

}  // namespace

Certificate MakeCertificate(const std::string& folder, const std::string& host,
                            long seconds) {
  const Certificate made{folder + "/" + host + ".crt",
                         folder + "/" + host + ".key"};
  EVP_PKEY* key = EVP_EC_gen("P-256");
  CHECK(key != nullptr);
  X509* certificate = Sign(key, host, seconds);
  ToFile(made.file,
         [&](std::FILE* file) { return PEM_write_X509(file, certificate); });
  ToFile(made.key_file, [&](std::FILE* file) {
    return PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr,
                                nullptr);
  });
  X509_free(certificate);
  EVP_PKEY_free(key);
  return made;
}

void WriteLockedKey(const std::string& path) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  CHECK(key != nullptr);
  ToFile(path, [&](std::FILE* file) {
    return PEM_write_PrivateKey(file, key, EVP_aes_128_cbc(), nullptr, 0,
                                nullptr, const_cast<char*>("secret"));
  });
  EVP_PKEY_free(key);
}

class TlsPeer::Impl {
 public:
  Impl(const Certificate& certificate, int version)
      : context_(SSL_CTX_new(TLS_server_method())),
        in_(BIO_new(BIO_s_mem())),
        out_(BIO_new(BIO_s_mem())) {
    CHECK(SSL_CTX_use_certificate_chain_file(context_,
                                             certificate.file.c_str()) == 1);
    CHECK(SSL_CTX_use_PrivateKey_file(context_, certificate.key_file.c_str(),
                                      SSL_FILETYPE_PEM) == 1);
    CHECK(SSL_CTX_set_max_proto_version(context_, version) == 1);
    ssl_ = SSL_new(context_);
    SSL_set_bio(ssl_, in_, out_);
    SSL_set_accept_state(ssl_);
  }
  ~Impl() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::string Hear(base::Bytes wire) {
    BIO_write(in_, wire.data(), static_cast<int>(wire.size()));
    std::string heard;
    char part[4096];
    int count = 0;
    while ((count = SSL_read(ssl_, part, sizeof part)) > 0) {
      heard.append(part, static_cast<std::size_t>(count));
    }
    return heard;
  }
  void Say(std::string_view text) {
    const auto size = static_cast<int>(text.size());
    CHECK(SSL_write(ssl_, text.data(), size) == size);
  }
  void BeginAgain() {
    CHECK(SSL_renegotiate(ssl_) == 1);
    CHECK(SSL_do_handshake(ssl_) == 1);  // says so
  }
  void End() { SSL_shutdown(ssl_); }
  std::vector<std::uint8_t> Take() {
    std::vector<std::uint8_t> wire(BIO_ctrl_pending(out_));
    if (!wire.empty()) {
      BIO_read(out_, wire.data(), static_cast<int>(wire.size()));
    }
    return wire;
  }

 private:
  SSL_CTX* context_;
  BIO* in_;
  BIO* out_;
  SSL* ssl_ = nullptr;
};

TlsPeer::TlsPeer(const Certificate& certificate, int version)
    : impl_(std::make_unique<Impl>(certificate, version)) {}
TlsPeer::~TlsPeer() = default;
std::string TlsPeer::Hear(base::Bytes wire) { return impl_->Hear(wire); }
void TlsPeer::Say(std::string_view text) { impl_->Say(text); }
void TlsPeer::BeginAgain() { impl_->BeginAgain(); }
void TlsPeer::End() { impl_->End(); }
std::vector<std::uint8_t> TlsPeer::Take() { return impl_->Take(); }

}  // namespace tests
