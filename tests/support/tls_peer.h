// TlsPeer: the server's half of TLS, and certificates of a test's own making.
#ifndef TOCSIN_TESTS_SUPPORT_TLS_PEER_H_
#define TOCSIN_TESTS_SUPPORT_TLS_PEER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"

namespace tests {

/// PEM files.
struct Certificate {
  std::string file;
  std::string key_file;
};

/// A certificate for `host` (a name, or an address) that vouches for itself,
/// written to `folder`, which must be there. It is over in `seconds` from now.
Certificate MakeCertificate(const std::string& folder, const std::string& host,
                            long seconds = 24 * 60 * 60);

/// Writes a key that has a passphrase to `path`.
void WriteLockedKey(const std::string& path);

class TlsPeer {
 public:
  /// `version`: the newest that it speaks, as openssl has it (TLS1_2_VERSION);
  /// 0: any.
  explicit TlsPeer(const Certificate& certificate, int version = 0);
  ~TlsPeer();
  TlsPeer(const TlsPeer&) = delete;
  TlsPeer& operator=(const TlsPeer&) = delete;

  /// What the client says by `wire`; nothing while hands are being shaken.
  std::string Hear(base::Bytes wire);
  void Say(std::string_view text);
  /// Wants to shake hands once more. REQUIRES: TLS 1.2.
  void BeginAgain();
  /// Says that nothing will follow.
  void End();
  /// What is to be sent to the client.
  std::vector<std::uint8_t> Take();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_TLS_PEER_H_
