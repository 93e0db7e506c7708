// Each function by its name. libssl has those of libcrypto, too: it needs it.
#include "base/tls/openssl.h"

#include "base/shared_library.h"

namespace base::tls {
namespace {

Result<Openssl> Load() {
  SharedLibrary library("libssl.so.3");
  Openssl all;
  library.Find("ASN1_TIME_to_tm", &all.ASN1_TIME_to_tm);
  library.Find("BIO_ctrl_pending", &all.BIO_ctrl_pending);
  library.Find("BIO_new", &all.BIO_new);
  library.Find("BIO_read", &all.BIO_read);
  library.Find("BIO_s_mem", &all.BIO_s_mem);
  library.Find("BIO_s_null", &all.BIO_s_null);
  library.Find("BIO_write", &all.BIO_write);
  library.Find("ERR_clear_error", &all.ERR_clear_error);
  library.Find("ERR_get_error", &all.ERR_get_error);
  library.Find("ERR_reason_error_string", &all.ERR_reason_error_string);
  library.Find("OPENSSL_thread_stop", &all.OPENSSL_thread_stop);
  library.Find("SSL_CTX_check_private_key", &all.SSL_CTX_check_private_key);
  library.Find("SSL_CTX_ctrl", &all.SSL_CTX_ctrl);
  library.Find("SSL_CTX_free", &all.SSL_CTX_free);
  library.Find("SSL_CTX_get0_certificate", &all.SSL_CTX_get0_certificate);
  library.Find("SSL_CTX_load_verify_dir", &all.SSL_CTX_load_verify_dir);
  library.Find("SSL_CTX_load_verify_file", &all.SSL_CTX_load_verify_file);
  library.Find("SSL_CTX_new", &all.SSL_CTX_new);
  library.Find("SSL_CTX_set1_cert_store", &all.SSL_CTX_set1_cert_store);
  library.Find("SSL_CTX_set_cipher_list", &all.SSL_CTX_set_cipher_list);
  library.Find("SSL_CTX_set_ciphersuites", &all.SSL_CTX_set_ciphersuites);
  library.Find("SSL_CTX_set_default_passwd_cb",
               &all.SSL_CTX_set_default_passwd_cb);
  library.Find("SSL_CTX_set_default_passwd_cb_userdata",
               &all.SSL_CTX_set_default_passwd_cb_userdata);
  library.Find("SSL_CTX_set_msg_callback", &all.SSL_CTX_set_msg_callback);
  library.Find("SSL_CTX_set_verify", &all.SSL_CTX_set_verify);
  library.Find("SSL_CTX_use_PrivateKey_file", &all.SSL_CTX_use_PrivateKey_file);
  library.Find("SSL_CTX_use_certificate_chain_file",
               &all.SSL_CTX_use_certificate_chain_file);
  library.Find("SSL_ctrl", &all.SSL_ctrl);
  library.Find("SSL_do_handshake", &all.SSL_do_handshake);
  library.Find("SSL_free", &all.SSL_free);
  library.Find("SSL_get0_param", &all.SSL_get0_param);
  library.Find("SSL_get_error", &all.SSL_get_error);
  library.Find("SSL_get_verify_result", &all.SSL_get_verify_result);
  library.Find("SSL_new", &all.SSL_new);
  library.Find("SSL_read", &all.SSL_read);
  library.Find("SSL_set0_rbio", &all.SSL_set0_rbio);
  library.Find("SSL_set1_host", &all.SSL_set1_host);
  library.Find("SSL_set_bio", &all.SSL_set_bio);
  library.Find("SSL_set_connect_state", &all.SSL_set_connect_state);
  library.Find("SSL_write", &all.SSL_write);
  library.Find("TLS_client_method", &all.TLS_client_method);
  library.Find("X509_STORE_free", &all.X509_STORE_free);
  library.Find("X509_STORE_load_file", &all.X509_STORE_load_file);
  library.Find("X509_STORE_load_path", &all.X509_STORE_load_path);
  library.Find("X509_STORE_new", &all.X509_STORE_new);
  library.Find("X509_STORE_set_flags", &all.X509_STORE_set_flags);
  library.Find("X509_VERIFY_PARAM_set1_ip_asc",
               &all.X509_VERIFY_PARAM_set1_ip_asc);
  library.Find("X509_cmp_current_time", &all.X509_cmp_current_time);
  library.Find("X509_get0_notAfter", &all.X509_get0_notAfter);
  library.Find("X509_verify_cert_error_string",
               &all.X509_verify_cert_error_string);
  if (library.complete()) return all;
  return Error{ErrorCode::kUnsupported, library.Missing("libssl3")};
}

}  // namespace

Result<void> LoadOpenssl() {
  const auto all = Load();
  if (!all) return all.error();
  return {};
}

const Openssl& openssl() {
  static const Openssl all = *Load();  // it stays loaded
  return all;
}

}  // namespace base::tls
