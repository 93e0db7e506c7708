// Our certificate and its key, for peers that want to know who we are: taken
// from files in PEM, for a connection or to see whether one would have them.
#ifndef TOCSIN_BASE_TLS_IDENTITY_H_
#define TOCSIN_BASE_TLS_IDENTITY_H_

#include <string>

#include "base/result.h"

namespace base::tls {

/// Has `context`, an SSL_CTX, introduce us by the certificate in `file`, with
/// those who vouch for it. Errors: kInvalid and kSystem, with the file's name.
Result<void> UseCertificate(const std::string& file, void* context);

/// Gives `context` the key in `file`, which belongs to the certificate that it
/// has. Nobody is asked for the passphrase of one. Errors: as UseCertificate().
Result<void> UseKey(const std::string& file, void* context);

/// Whether a connection would have the certificate in `file`, with the errors
/// of UseCertificate().
Result<void> TryCertificate(const std::string& file);

/// Whether the certificate in `file`, which one would have, is not over yet.
/// Errors: kInvalid: since when it is.
Result<void> TryLifetime(const std::string& file);

/// Whether a connection would have the key in `file`, of the certificate in
/// `certificate_file`, which one would have.
Result<void> TryKey(const std::string& file,
                    const std::string& certificate_file);

}  // namespace base::tls

#endif  // TOCSIN_BASE_TLS_IDENTITY_H_
