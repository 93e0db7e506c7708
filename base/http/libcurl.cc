// Each function by its name.
#include "base/http/libcurl.h"

#include "base/shared_library.h"

namespace base::http {

Result<Libcurl> LoadLibcurl() {
  SharedLibrary library("libcurl.so.4");
  Libcurl curl;
  library.Find("curl_global_init", &curl.global_init);
  library.Find("curl_version_info", &curl.version_info);
  library.Find("curl_slist_append", &curl.slist_append);
  library.Find("curl_slist_free_all", &curl.slist_free_all);
  library.Find("curl_easy_init", &curl.easy_init);
  library.Find("curl_easy_setopt", &curl.easy_setopt);
  library.Find("curl_easy_perform", &curl.easy_perform);
  library.Find("curl_easy_getinfo", &curl.easy_getinfo);
  library.Find("curl_easy_strerror", &curl.easy_strerror);
  library.Find("curl_easy_cleanup", &curl.easy_cleanup);
  library.Find("curl_multi_init", &curl.multi_init);
  library.Find("curl_multi_setopt", &curl.multi_setopt);
  library.Find("curl_multi_add_handle", &curl.multi_add_handle);
  library.Find("curl_multi_remove_handle", &curl.multi_remove_handle);
  library.Find("curl_multi_socket_action", &curl.multi_socket_action);
  library.Find("curl_multi_info_read", &curl.multi_info_read);
  library.Find("curl_multi_cleanup", &curl.multi_cleanup);
  if (!library.complete() ||
      curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return Error{ErrorCode::kUnsupported, library.Missing("libcurl4")};
  }
  return curl;
}

}  // namespace base::http
