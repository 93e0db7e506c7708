// Transfer: a request of Transfers on its way, and what has come of its answer
// so far.
#ifndef TOCSIN_BASE_HTTP_TRANSFER_H_
#define TOCSIN_BASE_HTTP_TRANSFER_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/http/easy.h"
#include "base/http/libcurl.h"
#include "base/http/message.h"
#include "base/loop/timer.h"

namespace base::http {

struct Transfer {
  std::uint64_t id = 0;
  Request request;
  const Libcurl* curl = nullptr;
  OurTls tls;
  const std::size_t* go = nullptr;  // the number of libcurl's last one
  std::size_t of_go = 0;
  std::size_t steps = 0;    // in that one
  bool asks_proxy = false;  // then, for a way through
  curl_off_t up = 0;        // of the request's body
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  curl_slist* resolved = nullptr;
  Response response;
  std::size_t head = 0;              // its bytes, and those of its trailers
  bool answered = false;             // its head has come, whole
  char fault[CURL_ERROR_SIZE] = "";  // libcurl's words for what went wrong
  curl_socket_t fd = CURL_SOCKET_BAD;
  std::size_t beside = 0;  // bytes that came over that where it was so
  std::optional<loop::Pending> body_limit;
};

/// Has libcurl tell `transfer` what comes. Lifetime: it outlives its `easy`.
void Listen(Transfer* transfer);

/// The connection, on which the rest may yet come, is not kept: of one of
/// HTTP/2 libcurl ends but the stream by itself.
void LeaveConnection(const Transfer& transfer);

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_TRANSFER_H_
