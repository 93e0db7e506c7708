// Openssl: the library, which is loaded when it is needed: it costs each start
// of the program as much as all of its own, and few speak TLS. Its types are
// the business of base/tls.
#ifndef TOCSIN_BASE_TLS_OPENSSL_H_
#define TOCSIN_BASE_TLS_OPENSSL_H_

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/result.h"

namespace base::tls {

/// The functions of libssl and libcrypto that are used, by their own names.
struct Openssl {
  decltype(&::ASN1_TIME_to_tm) ASN1_TIME_to_tm = nullptr;
  decltype(&::BIO_ctrl_pending) BIO_ctrl_pending = nullptr;
  decltype(&::BIO_new) BIO_new = nullptr;
  decltype(&::BIO_read) BIO_read = nullptr;
  decltype(&::BIO_s_mem) BIO_s_mem = nullptr;
  decltype(&::BIO_s_null) BIO_s_null = nullptr;
  decltype(&::BIO_write) BIO_write = nullptr;
  decltype(&::ERR_clear_error) ERR_clear_error = nullptr;
  decltype(&::ERR_get_error) ERR_get_error = nullptr;
  decltype(&::ERR_reason_error_string) ERR_reason_error_string = nullptr;
  decltype(&::OPENSSL_thread_stop) OPENSSL_thread_stop = nullptr;
  decltype(&::SSL_CTX_check_private_key) SSL_CTX_check_private_key = nullptr;
  decltype(&::SSL_CTX_ctrl) SSL_CTX_ctrl = nullptr;
  decltype(&::SSL_CTX_free) SSL_CTX_free = nullptr;
  decltype(&::SSL_CTX_get0_certificate) SSL_CTX_get0_certificate = nullptr;
  decltype(&::SSL_CTX_load_verify_dir) SSL_CTX_load_verify_dir = nullptr;
  decltype(&::SSL_CTX_load_verify_file) SSL_CTX_load_verify_file = nullptr;
  decltype(&::SSL_CTX_new) SSL_CTX_new = nullptr;
  decltype(&::SSL_CTX_set1_cert_store) SSL_CTX_set1_cert_store = nullptr;
  decltype(&::SSL_CTX_set_cipher_list) SSL_CTX_set_cipher_list = nullptr;
  decltype(&::SSL_CTX_set_ciphersuites) SSL_CTX_set_ciphersuites = nullptr;
  decltype(&::SSL_CTX_set_default_passwd_cb) SSL_CTX_set_default_passwd_cb =
      nullptr;
  decltype(&::SSL_CTX_set_default_passwd_cb_userdata)
      SSL_CTX_set_default_passwd_cb_userdata = nullptr;
  decltype(&::SSL_CTX_set_msg_callback) SSL_CTX_set_msg_callback = nullptr;
  decltype(&::SSL_CTX_set_verify) SSL_CTX_set_verify = nullptr;
  decltype(&::SSL_CTX_use_PrivateKey_file) SSL_CTX_use_PrivateKey_file =
      nullptr;
  decltype(&::SSL_CTX_use_certificate_chain_file)
      SSL_CTX_use_certificate_chain_file = nullptr;
  decltype(&::SSL_ctrl) SSL_ctrl = nullptr;
  decltype(&::SSL_do_handshake) SSL_do_handshake = nullptr;
  decltype(&::SSL_free) SSL_free = nullptr;
  decltype(&::SSL_get0_param) SSL_get0_param = nullptr;
  decltype(&::SSL_get_error) SSL_get_error = nullptr;
  decltype(&::SSL_get_verify_result) SSL_get_verify_result = nullptr;
  decltype(&::SSL_new) SSL_new = nullptr;
  decltype(&::SSL_read) SSL_read = nullptr;
  decltype(&::SSL_set0_rbio) SSL_set0_rbio = nullptr;
  decltype(&::SSL_set1_host) SSL_set1_host = nullptr;
  decltype(&::SSL_set_bio) SSL_set_bio = nullptr;
  decltype(&::SSL_set_connect_state) SSL_set_connect_state = nullptr;
  decltype(&::SSL_write) SSL_write = nullptr;
  decltype(&::TLS_client_method) TLS_client_method = nullptr;
  decltype(&::X509_STORE_free) X509_STORE_free = nullptr;
  decltype(&::X509_STORE_load_file) X509_STORE_load_file = nullptr;
  decltype(&::X509_STORE_load_path) X509_STORE_load_path = nullptr;
  decltype(&::X509_STORE_new) X509_STORE_new = nullptr;
  decltype(&::X509_STORE_set_flags) X509_STORE_set_flags = nullptr;
  decltype(&::X509_VERIFY_PARAM_set1_ip_asc) X509_VERIFY_PARAM_set1_ip_asc =
      nullptr;
  decltype(&::X509_cmp_current_time) X509_cmp_current_time = nullptr;
  decltype(&::X509_get0_notAfter) X509_get0_notAfter = nullptr;
  decltype(&::X509_verify_cert_error_string) X509_verify_cert_error_string =
      nullptr;
};

/// May take some ten milliseconds, the first time. Errors:
/// kUnsupported: there is none here, or it cannot be opened now. Threads: any.
Result<void> LoadOpenssl();

/// What was loaded. REQUIRES: LoadOpenssl() was without an error, or somebody
/// else (libcurl) has loaded it.
const Openssl& openssl();

}  // namespace base::tls

#endif  // TOCSIN_BASE_TLS_OPENSSL_H_
