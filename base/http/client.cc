// Turns, names and limits; the rest is libcurl's.
#include "base/http/client.h"

#include <netdb.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/http/libcurl.h"
#include "base/http/mails.h"
#include "base/http/transfers.h"
#include "base/http/turns.h"
#include "base/loop/resolver.h"
#include "base/loop/worker.h"
#include "base/number.h"
#include "base/system_error.h"
#include "base/tls/tls.h"
#include "base/url.h"

namespace base::http {
namespace {

/// To whom a connection is made.
struct Peer {
  std::string host;
  int port;
};

Peer PeerOf(const Url& url, const Connection& connection) {
  const auto& proxy = connection.proxy;
  return proxy ? Peer{proxy->host, proxy->port} : Peer{url.host, url.port};
}

/// "name:443:10.0.0.1,[::1]", as Transfers::Begin() has it.
std::string Resolved(const Peer& peer, const loop::Addresses& addresses) {
  std::string text = peer.host + ':' + std::to_string(peer.port) + ':';
  for (const loop::SocketAddress& address : addresses) {
    char host[NI_MAXHOST];
    const auto* name = reinterpret_cast<const sockaddr*>(&address.storage);
    if (::getnameinfo(name, address.size, host, sizeof host, nullptr, 0,
                      NI_NUMERICHOST) != 0) {
      continue;
    }
    if (text.back() != ':') text += ',';
    const bool brackets = name->sa_family == AF_INET6;
    text += brackets ? '[' + std::string(host) + ']' : std::string(host);
  }
  return text;
}

/// What libcurl would wait for, as for who writes into a FIFO, is not given it.
Result<void> LookAtFiles(const Connection& connection) {
  for (const std::string* path :
       {&connection.ca_file, &connection.certificate_file,
        &connection.key_file}) {
    struct stat found {};
    if (path->empty()) continue;
    if (::stat(path->c_str(), &found) != 0) return SystemError(*path, errno);
    if (S_ISREG(found.st_mode)) continue;
    return Error{ErrorCode::kNotConnected, *path + ": no regular file"};
  }
  return {};
}

/// No server of names is asked for it, by libcurl either. Source: RFC 6761,
/// section 6.3.
bool IsLocalhost(const std::string& host) {
  const std::string lower = ToLower(host);
  return lower == "localhost" || lower.ends_with(".localhost");
}

std::string Seconds(Duration time) {
  std::string text;
  AppendNumber(time.Seconds(), &text);
  return text + " s";
}

}  // namespace

class Client::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(loop::Loop* loop) : loop_(*loop) {}

  std::uint64_t Add(Request request, Done done) {
    const std::uint64_t id = next_++;
    Exchange& exchange = exchanges_[id];
    const Result<Url> url =
        request.envelope ? ParseMailUrl(request.url) : ParseUrl(request.url);
    if (url) exchange.url = *url;
    const Error wrong = url ? Error{} : url.error();
    exchange.request = std::move(request);
    exchange.done = std::move(done);
    exchange.limit =
        loop_.After({}, [this, id, known = url.has_value(), wrong] {
          known ? Queue(id) : End(id, wrong);
        });
    return id;
  }

  void Cancel(std::uint64_t id) {
    const auto at = exchanges_.find(id);
    if (at == exchanges_.end()) return;
    (void)Drop(id, "");
    const auto self = shared_from_this();
    const Exchange over = std::move(at->second);
    exchanges_.erase(at);
    Leave(over, id, std::nullopt);
  }

  void Close() {
    closed_ = true;
    transfers_.reset();
    mails_.reset();
    exchanges_.clear();
  }

 private:
  struct Exchange {
    Url url;
    Request request;
    Done done;
    bool queued = false;
    bool named = false;  // its name is being looked up
    loop::Pending limit;
  };
  using HostKey = std::pair<std::string, int>;

  static HostKey KeyOf(const Exchange& exchange) {
    return {exchange.url.host, exchange.url.port};
  }

  void Queue(std::uint64_t id) {
    Exchange& exchange = exchanges_.at(id);
    const HostKey key = KeyOf(exchange);
    exchange.limit = loop_.After(
        exchange.request.wait, [this, id, wait = exchange.request.wait] {
          End(id, Error{ErrorCode::kNotConnected,
                        "not sent after " + Seconds(wait)});
        });
    exchange.queued = true;
    hosts_[key].Wait(exchange.request.url, id);
    BeginWhatMay(key);
  }

  void BeginWhatMay(const HostKey& key) {
    Turns& turns = hosts_.at(key);
    while (const auto id = turns.Next()) Begin(*id);
  }

  void Begin(std::uint64_t id) {
    Exchange& exchange = exchanges_.at(id);
    const Duration limit = exchange.request.limit;
    const auto [host, port] = PeerOf(exchange.url, exchange.request.connection);
    exchange.limit = loop_.After(limit, [this, id, limit, host = host] {
      const std::string why = "no answer after " + Seconds(limit);
      if (exchanges_.at(id).named) {
        return End(id, Error{ErrorCode::kNoHost,
                             "the name server gives " + why + " for " + host});
      }
      End(id, Drop(id, why));
    });
    if (IsLocalhost(host) || loop::NumericAddress(host, port)) {
      return Transfer(id, "");
    }
    exchange.named = true;
    resolver_.Resolve(host, port,
                      [weak = weak_from_this(), loop = &loop_,
                       id](Result<loop::Addresses> found) {
                        loop->Post([weak, id, found = std::move(found)] {
                          if (const auto self = weak.lock())
                            self->Found(id, found);
                        });
                      });
  }

  void Found(std::uint64_t id, const Result<loop::Addresses>& found) {
    const auto at = exchanges_.find(id);
    if (at == exchanges_.end()) return;
    if (!found) return End(id, found.error());
    Exchange& exchange = at->second;
    exchange.named = false;
    Transfer(id, Resolved(PeerOf(exchange.url, exchange.request.connection),
                          *found));
  }

  Result<Response> Drop(std::uint64_t id, const std::string& why) {
    if (!transfers_) return Error{ErrorCode::kNotConnected, why};
    return mails_->Has(id) ? mails_->Drop(id, why) : transfers_->Drop(id, why);
  }

  void Transfer(std::uint64_t id, const std::string& resolved) {
    const Request& request = exchanges_.at(id).request;
    const auto there = LookAtFiles(request.connection);
    if (!there) return EndSoon(id, there.error());
    if (transfers_) return HandOn(id, request, resolved);
    for_libcurl_[id] = resolved;
    if (for_libcurl_.size() == 1) Load();
  }

  void HandOn(std::uint64_t id, const Request& request,
              const std::string& resolved) {
    request.envelope ? mails_->Begin(id, request, resolved)
                     : transfers_->Begin(id, request, resolved);
  }

  void Load() {
    auto library = std::make_shared<Result<Libcurl>>(Libcurl{});
    const auto load = [library] {
      *library = LoadLibcurl();
      tls::LeaveThread();
    };
    const auto begun =
        loader_.Do(load, [this, library] { BeginAll(*library); });
    if (begun) return;
    EndSoon(for_libcurl_.begin()->first,
            Error{ErrorCode::kNotConnected, begun.error().message});
    for_libcurl_.clear();
  }

  void BeginAll(const Result<Libcurl>& library) {
    const auto self = shared_from_this();
    if (library) {
      const auto ended = [this](std::uint64_t id, Result<Response> result) {
        End(id, std::move(result));
      };
      transfers_ = std::make_unique<Transfers>(*library, &loop_, ended);
      mails_ = std::make_unique<Mails>(*library, &loop_, ended);
    }
    for (const auto& [id, resolved] : std::exchange(for_libcurl_, {})) {
      const auto at = exchanges_.find(id);
      if (at == exchanges_.end()) continue;
      library ? HandOn(id, at->second.request, resolved)
              : End(id, library.error());
    }
  }

  /// From within BeginWhatMay() nobody is told.
  void EndSoon(std::uint64_t id, const Error& error) {
    exchanges_.at(id).limit =
        loop_.After({}, [this, id, error] { End(id, error); });
  }

  void End(std::uint64_t id, Result<Response> result) {
    const auto self = shared_from_this();
    const auto at = exchanges_.find(id);
    if (at == exchanges_.end()) return;
    const Exchange over = std::move(at->second);
    exchanges_.erase(at);
    Leave(over, id, result.has_value());
    over.done(std::move(result));
  }

  void Leave(const Exchange& exchange, std::uint64_t id,
             std::optional<bool> answered) {
    if (!exchange.queued || closed_) return;
    const HostKey key = KeyOf(exchange);
    hosts_.at(key).Leave(exchange.request.url, id, answered);
    BeginWhatMay(key);
  }

  loop::Loop& loop_;
  std::map<std::uint64_t, Exchange> exchanges_;
  std::map<HostKey, Turns> hosts_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
  std::unique_ptr<Transfers> transfers_;  // none before libcurl is loaded
  std::unique_ptr<Mails> mails_;          // the same
  loop::Resolver resolver_;
  loop::Worker loader_{&loop_};
  std::map<std::uint64_t, std::string> for_libcurl_;  // and what is resolved
};

Client::Client(loop::Loop* loop) : state_(std::make_shared<State>(loop)) {}
Client::~Client() { state_->Close(); }

loop::Pending Client::Send(Request request, Done done) {
  const std::uint64_t id = state_->Add(std::move(request), std::move(done));
  return loop::Pending([weak = std::weak_ptr<State>(state_), id] {
    if (const auto state = weak.lock()) state->Cancel(id);
  });
}

}  // namespace base::http
