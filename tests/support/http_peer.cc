// As much of HTTP as a client's requests need.
#include "tests/support/http_peer.h"

#include <algorithm>
#include <string_view>

namespace tests {
namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLength = "Content-Length: ";

void Send(base::loop::Transport* transport, const std::string& text) {
  transport->Write(base::Bytes(
      reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// The bytes of the request at the front of `text`; 0: it is not whole.
std::size_t RequestSize(const std::string& text) {
  const std::size_t end = text.find(kHeadEnd);
  if (end == text.npos) return 0;
  std::size_t size = end + kHeadEnd.size();
  const std::size_t length = text.find(kLength);
  if (length < end) size += std::stoul(text.substr(length + kLength.size()));
  return size <= text.size() ? size : 0;
}

}  // namespace

std::string HttpPeer::Answer(const std::string& status,
                             const std::string& headers,
                             const std::string& body) {
  const std::string length =
      status.starts_with("204")
          ? ""
          : std::string(kLength) + std::to_string(body.size()) + "\r\n";
  return "HTTP/1.1 " + status + "\r\n" + headers + length + "\r\n" + body;
}

void HttpPeer::AnswerAll(const std::string& bytes) {
  for (Peer& peer : peers_) Send(peer.transport.get(), bytes);
}

void HttpPeer::Accept(int fd) {
  ++connections;
  Peer* peer = &peers_.emplace_back();
  const auto drop = [this, peer] {
    peers_.remove_if([peer](const Peer& one) { return &one == peer; });
  };
  peer->transport = base::loop::AdoptSocket(
      &loop_, fd,
      {[this, peer](base::Bytes bytes) {
         peer->received.append(bytes.begin(), bytes.end());
         Take(peer);
       },
       [drop](const base::Error&) { drop(); }});
}

void HttpPeer::Take(Peer* peer) {
  const std::size_t size = RequestSize(peer->received);
  if (size == 0) return;
  requests.push_back(peer->received.substr(0, size));
  peer->received.erase(0, size);
  const std::size_t before = peers_.size();
  asked(requests.back());
  if (peers_.size() == before && !answer.empty()) {
    Send(peer->transport.get(), answer);
  }
}

std::string BodyOf(const std::string& request) {
  return request.substr(request.find(kHeadEnd) + kHeadEnd.size());
}

}  // namespace tests
