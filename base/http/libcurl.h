// Libcurl: the library, which is loaded when it is needed: it has some thirty
// libraries of its own, which would cost each start of the program more than
// all else. Its types are the business of transfers.cc, mails.cc and easy.cc.
#ifndef TOCSIN_BASE_HTTP_LIBCURL_H_
#define TOCSIN_BASE_HTTP_LIBCURL_H_

#include <curl/curl.h>

#include "base/result.h"

namespace base::http {

/// The functions of libcurl that are used.
struct Libcurl {
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_version_info) version_info = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_setopt) multi_setopt = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&::curl_multi_socket_action) multi_socket_action = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
};

/// May take some ten milliseconds, which are not the loop's. Errors:
/// kUnsupported: there is none here.
Result<Libcurl> LoadLibcurl();

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_LIBCURL_H_
