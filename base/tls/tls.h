// TLS as a client speaks it, without a socket: bytes of the wire in, bytes of
// the wire out. OpenSSL stands behind it and is seen by tls.cc only.
#ifndef TOCSIN_BASE_TLS_TLS_H_
#define TOCSIN_BASE_TLS_TLS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"

namespace base::tls {

/// Paths, empty for none.
struct Settings {
  /// Whom to trust: certificates of authorities in a file, in a directory.
  std::string authority_file;
  std::string authority_directory;
  /// Who we are, for peers that want to know.
  std::string certificate_file;
  std::string key_file;
  /// As ciphers(1) has them: up to TLS 1.2, and of TLS 1.3.
  std::string ciphers;
  std::string ciphersuites;
  /// False: encrypts, to whomever it may be.
  bool verify = true;
};

/// Settings that have been read, for any number of connections.
class Context {
 public:
  virtual ~Context() = default;

 protected:
  Context() = default;
};

/// Errors: kInvalid for files and ciphers that cannot be used, and for nobody
/// to trust where that matters.
Result<std::shared_ptr<const Context>> MakeContext(const Settings& settings);

/// Frees what OpenSSL keeps of this thread, which is at the end of its work:
/// where the program ends before the thread does, nobody else would.
void LeaveThread();

/// One connection. What is to be sent is taken from Take() after each call.
class Client {
 public:
  /// `host`: a name or an address that the peer's certificate must have.
  Client(std::shared_ptr<const Context> context, const std::string& host);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Says hello.
  void Begin();
  /// Appends what `wire` means to `plain`. Errors: kProtocol, with the reason
  /// where the peer's certificate is not good; kClosed. Then it is over.
  Result<void> Hear(Bytes wire, std::vector<std::uint8_t>* plain);
  /// The peer is who it should be, and Say() may be called.
  bool established() const;
  /// Is said at once, or, while the peer wants to shake hands again, after it.
  void Say(Bytes plain);
  /// What has come up to be sent.
  std::vector<std::uint8_t> Take();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace base::tls

#endif  // TOCSIN_BASE_TLS_TLS_H_
