// Lines up to an empty one, then a body as long as it says, or up to a NUL.
#include "actions/stomp/frame_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What brokers say.
constexpr std::string_view kCommands[] = {"CONNECTED", "MESSAGE", "RECEIPT",
                                          "ERROR"};

Error Wrong(const char* what) {
  return {ErrorCode::kProtocol, std::string("is no STOMP broker: ") + what};
}

/// Nothing for an escape that `version` does not know, which is fatal.
std::optional<std::string> Unescaped(std::string_view text,
                                     StompVersion version) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    constexpr std::string_view kEscaped = "nc\\r";
    constexpr std::string_view kMeant = "\n:\\\r";
    const std::size_t known = version == StompVersion::k12 ? 4 : 3;
    if (++i == text.size()) return std::nullopt;
    const std::size_t at = kEscaped.find(text[i]);
    if (at >= known) return std::nullopt;
    out += kMeant[at];
  }
  return out;
}

}  // namespace

Result<std::optional<StompFrame>> StompReader::Next(base::Bytes* bytes) {
  while (!bytes->empty()) {
    if (state_ == State::kBody) {
      const auto whole = AddToBody(bytes);
      if (!whole) return whole.error();
      if (!*whole) break;
      state_ = State::kBetween;
      return std::optional(std::exchange(frame_, {}));
    }
    const char c = static_cast<char>(bytes->front());
    *bytes = bytes->subspan(1);
    if (state_ == State::kBetween) {
      if (c == '\n' || c == '\r') continue;
      state_ = State::kHead;
      head_ = 0;
    }
    if (++head_ > kMostHead) return Wrong("its headers are too long");
    if (c == '\0') return Wrong("there is a NUL in its headers");
    if (c != '\n') {
      line_ += c;
    } else if (const auto ended = EndLine(); !ended) {
      return ended.error();
    }
  }
  return std::optional<StompFrame>();
}

Result<void> StompReader::EndLine() {
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  if (line_.empty()) return BeginBody();
  if (frame_.command.empty()) {
    frame_.command = std::exchange(line_, {});
    const bool known = std::find(std::begin(kCommands), std::end(kCommands),
                                 frame_.command) != std::end(kCommands);
    return known ? Result<void>() : Wrong("it says something else");
  }
  return AddHeader();
}

/// Those of CONNECTED are written as they are in each version.
Result<void> StompReader::AddHeader() {
  const std::string line = std::exchange(line_, {});
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return Wrong("there is a header without a colon");
  std::optional<std::string> name = line.substr(0, colon);
  std::optional<std::string> value = line.substr(colon + 1);
  if (version_ != StompVersion::k10 && frame_.command != "CONNECTED") {
    name = Unescaped(*name, version_);
    value = Unescaped(*value, version_);
    if (!name || !value) return Wrong("there is an escape that is none");
  }
  frame_.headers.emplace_back(*std::move(name), *std::move(value));
  return {};
}

Result<void> StompReader::BeginBody() {
  state_ = State::kBody;
  length_.reset();
  const std::string* const written = frame_.Find("content-length");
  if (written == nullptr) return {};
  std::size_t length = 0;
  const char* const end = written->data() + written->size();
  const auto [stop, error] = std::from_chars(written->data(), end, length);
  if (error != std::errc() || stop != end || length > kMostBody) {
    return Wrong("its content-length cannot be");
  }
  length_ = length;
  return {};
}

/// True where that was the end of it.
Result<bool> StompReader::AddToBody(base::Bytes* bytes) {
  const auto nul = std::find(bytes->begin(), bytes->end(), 0);
  const std::size_t wanted =
      length_ ? *length_ - frame_.body.size()
              : static_cast<std::size_t>(nul - bytes->begin());
  const std::size_t count = std::min(wanted, bytes->size());
  if (frame_.body.size() + count > kMostBody) return Wrong("it is too long");
  frame_.body.append(bytes->begin(), bytes->begin() + count);
  *bytes = bytes->subspan(count);
  if (bytes->empty()) return false;
  if (bytes->front() != 0) return Wrong("there is no NUL behind its body");
  *bytes = bytes->subspan(1);
  return true;
}

}  // namespace actions
