// libcurl's callbacks, and the ends of what they take.
#include "base/http/transfer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace base::http {
namespace {

/// libcurl keeps all of it, each line with what it costs beside its bytes.
constexpr std::size_t kMostHead = 512 << 10;
constexpr std::size_t kOfLine = 512;

/// Of a header's value for people. Units: bytes.
constexpr std::size_t kMostKept = 1000;

/// As long as libcurl reads what a peer sends without end the loop stands
/// still: so often it may say in one go that it goes on, which it does once for
/// a hundred times what it reads at once. Units: bytes.
constexpr std::size_t kMostAtOnce = 32;
constexpr long kReadAtOnce = 2 << 10;
/// A proxy's answer to CONNECT it reads byte by byte, and says so each time.
constexpr std::size_t kMostOfProxy = 16 << 10;

/// Whether `transfer` has no way through its proxy yet.
bool AsksProxy(const Transfer& transfer) {
  const auto& proxy = transfer.request.connection.proxy;
  if (!proxy || proxy->socks || transfer.request.url.starts_with("http://")) {
    return false;
  }
  curl_off_t tls = 0;  // when it was set up
  transfer.curl->easy_getinfo(transfer.easy, CURLINFO_APPCONNECT_TIME_T, &tls);
  return tls == 0;
}

std::size_t OnBody(char* data, std::size_t /*one*/, std::size_t size,
                   void* transfer_of) {
  auto* transfer = static_cast<Transfer*>(transfer_of);
  std::string& body = transfer->response.body;
  body.append(data, std::min(size, kMostBody - body.size()));
  if (body.size() < kMostBody) return size;
  LeaveConnection(*transfer);
  return 0;
}

/// Of the header `line`, if it is called `name`, the value.
std::optional<std::string> ValueOf(std::string_view line,
                                   std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':' ||
      !EqualIgnoringCase(line.substr(0, name.size()), name)) {
    return std::nullopt;
  }
  line.remove_prefix(name.size() + 1);
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t end = line.find_last_not_of(" \t\r\n");
  if (begin == line.npos || end == line.npos || end < begin) return "";
  return std::string(line.substr(begin, end - begin + 1));
}

void Keep(std::string_view line, Response* response) {
  if (auto value = ValueOf(line, "Retry-After")) {
    response->retry_after = *std::move(value);
  }
  for (const std::string name : {"Location", "Content-Type"}) {
    const auto value = ValueOf(line, name);
    if (!value) continue;
    const std::string header = name + ": ";
    const auto same = [&header](const std::string& one) {
      return one.starts_with(header);
    };
    auto& headers = response->headers;
    if (std::none_of(headers.begin(), headers.end(), same)) {
      headers.push_back(header + value->substr(0, kMostKept));
    }
  }
}

std::size_t OnHeader(char* data, std::size_t /*one*/, std::size_t size,
                     void* transfer_of) {
  const std::string_view line(data, size);
  auto* transfer = static_cast<Transfer*>(transfer_of);
  transfer->head += size + kOfLine;
  if (transfer->head > kMostHead) {
    LeaveConnection(*transfer);
    return 0;
  }
  // After a 1xx, or a proxy's answer.
  if (line.starts_with("HTTP/")) {
    transfer->answered = false;
    transfer->response.headers.clear();
  }
  if (line == "\r\n" || line == "\n") transfer->answered = true;
  Keep(line, &transfer->response);
  return size;
}

/// Another value than 0 breaks the transfer off. What is sent has an end.
int OnProgress(void* transfer_of, curl_off_t /*all_down*/, curl_off_t /*down*/,
               curl_off_t /*all_up*/, curl_off_t up) {
  auto* transfer = static_cast<Transfer*>(transfer_of);
  const bool asks = AsksProxy(*transfer);
  const bool asked = std::exchange(transfer->asks_proxy, asks);
  const std::size_t of_go = std::exchange(transfer->of_go, *transfer->go);
  if (of_go != *transfer->go || asked != asks) transfer->steps = 0;
  if (std::exchange(transfer->up, up) != up) return 0;
  if (++transfer->steps <= (asks ? kMostOfProxy : kMostAtOnce)) return 0;
  LeaveConnection(*transfer);
  return 1;
}

}  // namespace

void LeaveConnection(const Transfer& transfer) {
  transfer.curl->easy_setopt(transfer.easy, CURLOPT_FORBID_REUSE, 1L);
}

void Listen(Transfer* transfer) {
  const auto set = [transfer](CURLoption option, auto value) {
    transfer->curl->easy_setopt(transfer->easy, option, value);
  };
  set(CURLOPT_PRIVATE, transfer);
  set(CURLOPT_BUFFERSIZE, kReadAtOnce);
  set(CURLOPT_WRITEFUNCTION, &OnBody);
  set(CURLOPT_WRITEDATA, transfer);
  set(CURLOPT_HEADERFUNCTION, &OnHeader);
  set(CURLOPT_HEADERDATA, transfer);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &OnProgress);
  set(CURLOPT_XFERINFODATA, transfer);
  set(CURLOPT_ERRORBUFFER, transfer->fault);
}

}  // namespace base::http
