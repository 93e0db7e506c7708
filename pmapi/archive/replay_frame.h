// Frame: one metric's value set in one record, decoded when somebody looks.
// Which frames bracket a tick is replay_metric.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_FRAME_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_FRAME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pmapi/archive/record.h"
#include "pmapi/archive/replay_layout.h"

namespace pmapi {

/// Whether Frame::bits are there.
enum class Decoding : std::uint8_t { kNone, kDone, kDamaged };

/// Lifetime: until it is decoded it views the record.
struct Frame {
  /// The record's time. Units: seconds from the archive's start.
  double t = 0;
  /// How many marks come before it.
  std::int32_t segment = 0;
  Record record;
  ValueSet set;
  LayoutRef layout;
  /// The set's words say that its blocks lie in a row (BlocksInRow).
  bool in_row = false;

  Decoding decoding = Decoding::kNone;
  /// Of what is damaged, from the record's start.
  std::size_t damage = 0;
  /// Shape: as layout->ids. Strings, and event arrays with all their bytes:
  /// index into `texts`.
  std::vector<std::uint64_t> bits;
  std::vector<std::string> texts;
};

/// True if `format` is one in which values of `type` may stand.
/// Source: pmapi/archive/REPLAY.md, "Sets that do not fit".
bool FormatFits(Type type, ValueFormat format);

/// True if the words of `set` refer to blocks of numbers of `type` that follow
/// one another. Of what is in situ false.
bool BlocksInRow(Type type, const ValueSet& set);

/// Fills `frame->bits`, once. False if a value is not what its metric's `type`
/// must be. REQUIRES: `type` is numeric, kString or one of events; it fits the
/// format.
bool DecodeFrame(Type type, Frame* frame);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_FRAME_H_
