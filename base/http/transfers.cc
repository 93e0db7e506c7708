// libcurl's multi interface: it says which descriptors and which time it waits
// for, and is told when they are due. Nobody of ours is called from within it.
#include "base/http/transfers.h"

#include <curl/curl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/http/easy.h"
#include "base/http/libcurl.h"
#include "base/http/transfer.h"
#include "base/http/trusts.h"
#include "base/http/watches.h"

namespace base::http {
namespace {

/// The head is the answer; its body has so long to come, and with what comes
/// beside it, as extensions of chunks, so many bytes, or somewhat more.
constexpr Duration kBodyLimit{kNanosPerSecond};
constexpr std::size_t kMostBeside = 512 << 10;

/// So much a connection may read over TLS in one go, each message with what it
/// costs beside its bytes. Units: bytes.
constexpr std::size_t kMostRead = 2 << 20;
constexpr std::size_t kOfMessage = 512;

}  // namespace

class Transfers::State : public std::enable_shared_from_this<State> {
 public:
  State(const Libcurl& curl, loop::Loop* loop, Ended ended)
      : curl_(curl),
        loop_(*loop),
        ended_(std::move(ended)),
        multi_(curl.multi_init()),
        takes_our_tls_(TakesOurTls(curl)),
        trusts_(loop),
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

  /// Whom to trust may have to be read before.
  void Begin(std::uint64_t id, Request request, const std::string& resolved) {
    if (!takes_our_tls_ || !request.url.starts_with("https://")) {
      return Start(id, std::move(request), resolved, {});
    }
    const auto [file, directory] = AuthoritiesOf(curl_, request.connection);
    waiting_.insert(id);
    trusts_.Find(file, directory,
                 [this, id, request = std::move(request),
                  resolved](const Result<Trusts::Found>& found) {
                   if (waiting_.erase(id) == 0) return;
                   found ? Start(id, request, resolved, *found)
                         : Fail(id, found.error());
                 });
  }

  void Fail(std::uint64_t id, const Error& error) {
    loop_.Post([weak = weak_from_this(), id, error] {
      const auto self = weak.lock();
      const Error told{ErrorCode::kNotConnected, error.message};
      if (self && !self->closed_) self->ended_(id, told);
    });
  }

  void Start(std::uint64_t id, Request request, const std::string& resolved,
             const Trusts::Found& trusted) {
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
    // libcurl looks at who we are as well, but for the key.
    transfer.tls = {&may_read_, trusted.trust,
                    trusted.name + transfer.request.connection.key_file};
    UseOurTls(curl_, transfer.easy, &transfer.tls);
    SetUp(&transfer);
    LeaveDescriptors();
    curl_.multi_add_handle(multi_, transfer.easy);
  }

  Result<Response> Drop(std::uint64_t id, const std::string& why) {
    const auto at = transfers_.find(id);
    waiting_.erase(id);
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

  /// Half of those that the process may have are others': peers that hang keep
  /// their connections. What needs one more waits in libcurl.
  void LeaveDescriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    constexpr rlim_t kMost = 1'000'000;  // it takes a long
    const auto half = static_cast<long>(std::min(limit.rlim_cur, kMost) / 2);
    curl_.multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                       std::max(half, 1L));
  }

  void Append(const std::string& text, curl_slist** list) {
    *list = curl_.slist_append(*list, text.c_str());
  }

  template <typename Value>
  void Set(const Transfer& transfer, CURLoption option, Value value) {
    curl_.easy_setopt(transfer.easy, option, value);
  }

  void SetUp(Transfer* transfer) {
    const Transfer& one = *transfer;
    Listen(transfer);
    Set(one, CURLOPT_FOLLOWLOCATION, 0L);
    Set(one, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    if (one.request.method != "GET") {
      Set(one, CURLOPT_POSTFIELDSIZE_LARGE,
          static_cast<curl_off_t>(one.request.body.size()));
      Set(one, CURLOPT_POSTFIELDS, one.request.body.data());
    }
    Set(one, CURLOPT_CUSTOMREQUEST, one.request.method.c_str());
    Set(one, CURLOPT_HTTPHEADER, one.headers);
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
    const auto& proxy = transfer->request.connection.proxy;
    if (HasAnswer(*transfer) && proxy && StatusOf(*transfer) == 407) {
      return Error{ErrorCode::kNotConnected, "the proxy answers 407"};
    }
    if (HasAnswer(*transfer)) return AnswerOf(transfer);
    return NoAnswer(curl_, transfer->easy, code, transfer->fault,
                    "answers, but not in HTTP", IsSent(*transfer), proxy);
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
    return bytes > 0 && !StoodBeforeProxy(transfer);
  }

  /// Where a proxy has opened no way only CONNECT was sent, which libcurl
  /// counts as the request.
  bool StoodBeforeProxy(const Transfer& transfer) const {
    const auto& proxy = transfer.request.connection.proxy;
    if (!proxy || proxy->socks || transfer.request.url.starts_with("http://")) {
      return false;
    }
    long connections = 0;  // that are new
    long status = 0;       // of CONNECT
    curl_.easy_getinfo(transfer.easy, CURLINFO_NUM_CONNECTS, &connections);
    curl_.easy_getinfo(transfer.easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return connections > 0 && status / 100 != 2;
  }

  Libcurl curl_;
  loop::Loop& loop_;
  Ended ended_;
  CURLM* multi_;
  Map transfers_;
  const bool takes_our_tls_;
  Trusts trusts_;
  std::set<std::uint64_t> waiting_;  // for whom to trust
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
