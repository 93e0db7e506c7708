// StompReader: frames out of bytes that come in pieces, from whoever it may be.
#ifndef TOCSIN_ACTIONS_STOMP_FRAME_READER_H_
#define TOCSIN_ACTIONS_STOMP_FRAME_READER_H_

#include <cstddef>
#include <optional>
#include <string>

#include "actions/stomp/frame.h"
#include "base/byte_reader.h"
#include "base/result.h"

namespace actions {

class StompReader {
 public:
  /// Command and headers of one frame. Units: bytes.
  static constexpr std::size_t kMostHead = std::size_t{64} << 10;
  /// Units: bytes.
  static constexpr std::size_t kMostBody = std::size_t{1} << 20;

  /// What headers are escaped as from the next frame on; 1.0 at first.
  void set_version(StompVersion version) { version_ = version; }

  /// Takes from `bytes` up to the end of a frame and gives it; nothing where
  /// that has not come yet. Line ends between frames, which are heart-beats,
  /// are passed over. Errors: kProtocol; then it is over.
  base::Result<std::optional<StompFrame>> Next(base::Bytes* bytes);

 private:
  enum class State { kBetween, kHead, kBody };

  base::Result<void> EndLine();
  base::Result<void> AddHeader();
  base::Result<void> BeginBody();
  base::Result<bool> AddToBody(base::Bytes* bytes);

  StompVersion version_ = StompVersion::k10;
  State state_ = State::kBetween;
  StompFrame frame_;
  std::string line_;
  std::size_t head_ = 0;               // bytes of it so far
  std::optional<std::size_t> length_;  // of the body, where it is told
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_FRAME_READER_H_
