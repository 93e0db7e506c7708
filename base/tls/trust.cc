// An X509_STORE, which contexts share.
#include "base/tls/trust.h"

#include "base/tls/openssl.h"

namespace base::tls {
namespace {

class Store : public Trust {
 public:
  Store() : store_(openssl().X509_STORE_new()) {
    // As libcurl has it: one that vouches need not be a root.
    openssl().X509_STORE_set_flags(store_, X509_V_FLAG_PARTIAL_CHAIN);
  }
  ~Store() override { openssl().X509_STORE_free(store_); }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  X509_STORE* get() const { return store_; }

 private:
  X509_STORE* store_;
};

}  // namespace

Result<std::shared_ptr<const Trust>> ReadTrust(const std::string& file,
                                               const std::string& directory) {
  if (const auto loaded = LoadOpenssl(); !loaded) return loaded.error();
  openssl().ERR_clear_error();
  auto store = std::make_shared<const Store>();
  if (!file.empty() &&
      openssl().X509_STORE_load_file(store->get(), file.c_str()) != 1) {
    openssl().ERR_clear_error();
    return Error{ErrorCode::kInvalid,
                 file + ": no certificates of authorities in PEM"};
  }
  if (!directory.empty()) {
    (void)openssl().X509_STORE_load_path(store->get(), directory.c_str());
  }
  return std::shared_ptr<const Trust>(std::move(store));
}

void UseTrust(const Trust& trust, void* context) {
  openssl().SSL_CTX_set1_cert_store(static_cast<SSL_CTX*>(context),
                                    static_cast<const Store&>(trust).get());
}

}  // namespace base::tls
