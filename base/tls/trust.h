// Trust: certificates of authorities, read once for the connections of others,
// such as libcurl's, which would read them for each.
#ifndef TOCSIN_BASE_TLS_TRUST_H_
#define TOCSIN_BASE_TLS_TRUST_H_

#include <memory>
#include <string>

#include "base/result.h"

namespace base::tls {

class Trust {
 public:
  virtual ~Trust() = default;

 protected:
  Trust() = default;
};

/// Reads the authorities in `file`, if it is not empty; those in `directory`,
/// if it is not, are looked for there when they are asked for. May take long.
/// Errors: kInvalid, with the file's name.
Result<std::shared_ptr<const Trust>> ReadTrust(const std::string& file,
                                               const std::string& directory);

/// Has `context`, an SSL_CTX, trust these and no others.
void UseTrust(const Trust& trust, void* context);

}  // namespace base::tls

#endif  // TOCSIN_BASE_TLS_TRUST_H_
