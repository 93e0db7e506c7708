// libcurl's multi interface: it says which descriptors and which time it waits
// for, and is told when they are due. Nobody of ours is called from within it.
#include "base/http/transfers.h"

#include <curl/curl.h>
#include <strings.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/http/easy.h"
#include "base/http/libcurl.h"
#include "base/http/watches.h"

namespace base::http {
namespace {

/// A request on its way, and what has come of the answer.
struct Transfer {
  std::uint64_t id = 0;
  Request request;
  const Libcurl* curl = nullptr;
  const std::size_t* go = nullptr;  // the number of libcurl's last one
  std::size_t of_go = 0;
  std::size_t steps = 0;  // in that one
  curl_off_t up = 0;      // of the request's body
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

/// The head is the answer; its body has so long to come, and with what comes
/// beside it, as extensions of chunks, so many bytes, or somewhat more.
constexpr Duration kBodyLimit{kNanosPerSecond};
constexpr std::size_t kMostBeside = 512 << 10;

/// libcurl keeps all of it, each line with what it costs beside its bytes.
constexpr std::size_t kMostHead = 512 << 10;
constexpr std::size_t kOfLine = 512;

/// As long as libcurl reads what a peer sends without end the loop stands
/// still: so often it may say in one go that it goes on, which it does once for
/// a hundred times what it reads at once. Units: bytes.
constexpr std::size_t kMostAtOnce = 32;
constexpr long kReadAtOnce = 2 << 10;
/// So much a connection may read over TLS in one go, each message with what it
/// costs beside its bytes. Units: bytes.
constexpr std::size_t kMostRead = 2 << 20;
constexpr std::size_t kOfMessage = 512;

/// The connection, on which the rest may yet come, is not kept: of one of
/// HTTP/2 libcurl ends but the stream by itself.
void LeaveConnection(const Transfer& transfer) {
  transfer.curl->easy_setopt(transfer.easy, CURLOPT_FORBID_REUSE, 1L);
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

std::size_t OnHeader(char* data, std::size_t /*one*/, std::size_t size,
                     void* transfer_of) {
  constexpr std::string_view kName = "retry-after:";
  std::string_view line(data, size);
  auto* transfer = static_cast<Transfer*>(transfer_of);
  transfer->head += size + kOfLine;
  if (transfer->head > kMostHead) {
    LeaveConnection(*transfer);
    return 0;
  }
  if (line.starts_with("HTTP/")) transfer->answered = false;  // after a 1xx
  if (line == "\r\n" || line == "\n") transfer->answered = true;
  if (size > kName.size() &&
      ::strncasecmp(data, kName.data(), kName.size()) == 0) {
    line.remove_prefix(kName.size());
    const std::size_t begin = line.find_first_not_of(" \t");
    const std::size_t end = line.find_last_not_of(" \t\r\n");
    transfer->response.retry_after =
        begin == line.npos || end < begin
            ? ""
            : std::string(line.substr(begin, end - begin + 1));
  }
  return size;
}

/// Another value than 0 breaks the transfer off. What is sent has an end.
int OnProgress(void* transfer_of, curl_off_t /*all_down*/, curl_off_t /*down*/,
               curl_off_t /*all_up*/, curl_off_t up) {
  auto* transfer = static_cast<Transfer*>(transfer_of);
  if (std::exchange(transfer->of_go, *transfer->go) != *transfer->go) {
    transfer->steps = 0;
  }
  if (std::exchange(transfer->up, up) != up) return 0;
  if (++transfer->steps <= kMostAtOnce) return 0;
  LeaveConnection(*transfer);
  return 1;
}

}  // namespace

class Transfers::State : public std::enable_shared_from_this<State> {
 public:
  State(const Libcurl& curl, loop::Loop* loop, Ended ended)
      : curl_(curl),
        loop_(*loop),
        ended_(std::move(ended)),
        multi_(curl.multi_init()),
        watches_(loop, loop, [this](int fd, loop::Loop::Readiness ready) {
          Act(fd, ready);
        }) {
    curl_.multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &State::OnSocket);
    curl_.multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
    curl_.multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &State::OnTimer);
    curl_.multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  }
  ~State() {
    while (!transfers_.empty()) Remove(transfers_.begin());
    curl_.multi_cleanup(multi_);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void Close() { closed_ = true; }

  void Begin(std::uint64_t id, Request request, const std::string& resolved) {
    Transfer& transfer = transfers_[id];
    transfer.id = id;
    transfer.request = std::move(request);
    transfer.curl = &curl_;
    transfer.go = &go_;
    transfer.easy = curl_.easy_init();
    for (const std::string& header : transfer.request.headers) {
      Append(header, &transfer.headers);
    }
    // Without it a body of a megabyte waits a second for a word of the peer.
    Append("Expect:", &transfer.headers);
    if (!resolved.empty()) Append(resolved, &transfer.resolved);
    SetUpEasy(curl_, transfer.easy, transfer.request, transfer.resolved);
    LimitRecords(curl_, transfer.easy, &may_read_);
    SetUp(&transfer);
    curl_.multi_add_handle(multi_, transfer.easy);
  }

  Result<Response> Drop(std::uint64_t id, const std::string& why) {
    const auto at = transfers_.find(id);
    Result<Response> result = Error{ErrorCode::kNotConnected, why};
    if (at == transfers_.end()) return result;
    if (HasAnswer(at->second)) {
      result = AnswerOf(&at->second);
    } else if (IsSent(at->second)) {
      result = Error{ErrorCode::kTimeout, why};
    }
    LeaveConnection(at->second);
    Remove(at);
    return result;
  }

 private:
  using Map = std::map<std::uint64_t, Transfer>;

  void Append(const std::string& text, curl_slist** list) {
    *list = curl_.slist_append(*list, text.c_str());
  }

  template <typename Value>
  void Set(const Transfer& transfer, CURLoption option, Value value) {
    curl_.easy_setopt(transfer.easy, option, value);
  }

  void SetUp(Transfer* transfer) {
    const Transfer& one = *transfer;
    Set(one, CURLOPT_PRIVATE, transfer);
    Set(one, CURLOPT_BUFFERSIZE, kReadAtOnce);
    Set(one, CURLOPT_WRITEFUNCTION, &OnBody);
    Set(one, CURLOPT_WRITEDATA, transfer);
    Set(one, CURLOPT_HEADERDATA, transfer);
    Set(one, CURLOPT_NOPROGRESS, 0L);
    Set(one, CURLOPT_XFERINFOFUNCTION, &OnProgress);
    Set(one, CURLOPT_XFERINFODATA, transfer);
    Set(one, CURLOPT_ERRORBUFFER, transfer->fault);
    Set(one, CURLOPT_FOLLOWLOCATION, 0L);
    Set(one, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    if (one.request.method != "GET") {
      Set(one, CURLOPT_POSTFIELDSIZE_LARGE,
          static_cast<curl_off_t>(one.request.body.size()));
      Set(one, CURLOPT_POSTFIELDS, one.request.body.data());
    }
    Set(one, CURLOPT_CUSTOMREQUEST, one.request.method.c_str());
    Set(one, CURLOPT_HTTPHEADER, one.headers);
    Set(one, CURLOPT_HEADERFUNCTION, &OnHeader);
    // The proxy's own answer is none of the receiver's.
    Set(one, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  }

  void Remove(Map::iterator at) {
    const Transfer& transfer = at->second;
    curl_.multi_remove_handle(multi_, transfer.easy);
    curl_.easy_cleanup(transfer.easy);
    curl_.slist_free_all(transfer.headers);
    curl_.slist_free_all(transfer.resolved);
    transfers_.erase(at);
  }

  // --- What libcurl waits for.

  static int OnSocket(CURL* easy, curl_socket_t fd, int what, void* state_of,
                      void* /*unused*/) {
    auto* state = static_cast<State*>(state_of);
    Transfer* transfer = nullptr;
    state->curl_.easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    if (transfer != nullptr) transfer->fd = fd;
    state->Watch(fd, what);
    return 0;
  }

  // Where it cannot be waited for, the request's limit ends it.
  void Watch(int fd, int what) {
    if (what == CURL_POLL_REMOVE) return watches_.Remove(fd);
    watches_.Set(fd, {(what & CURL_POLL_IN) != 0, (what & CURL_POLL_OUT) != 0});
  }

  static int OnTimer(CURLM* /*multi*/, long milliseconds, void* state) {
    static_cast<State*>(state)->SetTimer(milliseconds);
    return 0;
  }

  void SetTimer(long milliseconds) {
    timer_.Cancel();
    if (milliseconds < 0) return;
    timer_ = loop_.After(Duration{milliseconds * 1'000'000L},
                         [this] { Act(CURL_SOCKET_TIMEOUT, {}); });
  }

  void Act(curl_socket_t fd, loop::Loop::Readiness ready) {
    const auto self = shared_from_this();
    const int events = (ready.read ? CURL_CSELECT_IN : 0) |
                       (ready.write ? CURL_CSELECT_OUT : 0);
    const curl_off_t before = ready.write ? Sent() : 0;
    const std::size_t came = ready.read ? Unread(fd) : 0;
    int running = 0;
    ++go_;
    read_.clear();
    curl_.multi_socket_action(multi_, fd, events, &running);
    watches_.Acted(fd, ready, ready.write && Sent() != before);
    for (auto& [id, result] : TakeEnded()) {
      if (!closed_) ended_(id, std::move(result));
    }
    LimitBodies(fd, came);
  }

  static std::size_t Unread(int fd) {
    int size = 0;
    return ::ioctl(fd, FIONREAD, &size) == 0 ? static_cast<std::size_t>(size)
                                             : 0;
  }

  void LimitBodies(curl_socket_t fd, std::size_t came) {
    for (auto& [id, transfer] : transfers_) {
      if (!HasAnswer(transfer)) continue;
      if (!transfer.body_limit) LimitBody(id, kBodyLimit, &transfer);
      if (transfer.fd != fd || transfer.beside > kMostBeside) continue;
      transfer.beside += came;
      if (transfer.beside > kMostBeside) LimitBody(id, {}, &transfer);
    }
  }

  void LimitBody(std::uint64_t id, Duration limit, Transfer* transfer) {
    transfer->body_limit = loop_.After(limit, [this, id] {
      const auto self = shared_from_this();
      auto result = Drop(id, "");
      if (!closed_) ended_(id, std::move(result));
    });
  }

  /// How many bytes libcurl has sent of all that are on their way.
  curl_off_t Sent() const {
    curl_off_t sent = 0;
    for (const auto& [id, transfer] : transfers_) {
      long head = 0;
      curl_off_t body = 0;
      curl_.easy_getinfo(transfer.easy, CURLINFO_REQUEST_SIZE, &head);
      curl_.easy_getinfo(transfer.easy, CURLINFO_SIZE_UPLOAD_T, &body);
      sent += head + body;
    }
    return sent;
  }

  // --- How they end.

  std::vector<std::pair<std::uint64_t, Result<Response>>> TakeEnded() {
    std::vector<std::pair<std::uint64_t, Result<Response>>> ended;
    int left = 0;
    while (const CURLMsg* message = curl_.multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      Transfer* transfer = nullptr;
      curl_.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      ended.emplace_back(transfer->id, ResultOf(transfer, code));
      Remove(transfers_.find(transfer->id));
    }
    return ended;
  }

  Result<Response> ResultOf(Transfer* transfer, CURLcode code) const {
    if (HasAnswer(*transfer)) return AnswerOf(transfer);
    return NoAnswer(curl_, transfer->easy, code, transfer->fault,
                    "answers, but not in HTTP", IsSent(*transfer));
  }

  int StatusOf(const Transfer& transfer) const {
    long status = 0;
    curl_.easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }

  bool HasAnswer(const Transfer& transfer) const {
    return transfer.answered && StatusOf(transfer) >= 200;
  }

  Response AnswerOf(Transfer* transfer) const {
    transfer->response.status = StatusOf(*transfer);
    return std::move(transfer->response);
  }

  bool IsSent(const Transfer& transfer) const {
    long bytes = 0;
    curl_.easy_getinfo(transfer.easy, CURLINFO_REQUEST_SIZE, &bytes);
    return bytes > 0;
  }

  Libcurl curl_;
  loop::Loop& loop_;
  Ended ended_;
  CURLM* multi_;
  Map transfers_;
  Watches watches_;
  loop::Pending timer_;
  std::size_t go_ = 0;
  std::map<const void*, std::size_t> read_;  // in this go, by connection
  const tls::MayRead may_read_ = [this](const void* connection,
                                        std::size_t size) {
    return (read_[connection] += size + kOfMessage) <= kMostRead;
  };
  bool closed_ = false;
};

Transfers::Transfers(const Libcurl& curl, loop::Loop* loop, Ended ended)
    : state_(std::make_shared<State>(curl, loop, std::move(ended))) {}
Transfers::~Transfers() { state_->Close(); }

void Transfers::Begin(std::uint64_t id, Request request,
                      const std::string& resolved) {
  state_->Begin(id, std::move(request), resolved);
}

Result<Response> Transfers::Drop(std::uint64_t id, const std::string& why) {
  return state_->Drop(id, why);
}

}  // namespace base::http
