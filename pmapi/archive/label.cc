// Checks and reads the label record of every file.
#include "pmapi/archive/label.h"

#include <string_view>

namespace pmapi {
namespace {

base::Error BadLabel(const std::string& path, const std::string& what) {
  return base::Error{base::ErrorCode::kBadLabel, path + ": label: " + what};
}

/// Texts are padded with NUL bytes.
std::string PaddedText(std::string_view field) {
  return std::string(field.substr(0, field.find('\0')));
}

/// Length, version and trailer: what makes the record readable at all.
base::Result<ArchiveVersion> ReadFrame(base::Bytes file,
                                       const std::string& path) {
  if (file.size() < kFramingSize) {
    return base::Error{base::ErrorCode::kNoData, path + ": no label"};
  }
  const std::uint32_t length = base::LoadBig32(file.data());
  const std::uint32_t magic = base::LoadBig32(file.data() + kLengthSize);
  const std::uint32_t number = magic & ~kArchiveMagicMask;
  if (number != 2 && number != 3) {
    return BadLabel(
        path, "archive version " + std::to_string(number) + " is not 2 or 3");
  }
  const auto version = static_cast<ArchiveVersion>(number);
  if (length != LabelSize(version)) {
    return BadLabel(path, "length " + std::to_string(length) + " instead of " +
                              std::to_string(LabelSize(version)));
  }
  if (file.size() < length) return BadLabel(path, "the file ends within it");
  if (base::LoadBig32(file.data() + length - kLengthSize) != length) {
    return BadLabel(path, "the closing length differs from the first");
  }
  if ((magic & kArchiveMagicMask) != kArchiveMagic) {
    return BadLabel(path, "not the magic word of an archive");
  }
  return version;
}

}  // namespace

base::Result<Label> ReadLabel(base::Bytes file, const std::string& path,
                              std::int32_t volume) {
  const auto version = ReadFrame(file, path);
  if (!version) return version.error();
  const bool v3 = *version == ArchiveVersion::k3;
  base::ByteReader in(file.first(LabelSize(*version)));
  in.Skip(kFramingSize);
  Label label;
  label.version = *version;
  label.pid = in.I32();
  const auto start = LoadStamp(file.data() + in.position(), *version);
  in.Skip(StampSize(*version));
  label.volume = in.I32();
  if (label.volume != volume) {
    return BadLabel(path, "volume " + std::to_string(label.volume) +
                              " instead of " + std::to_string(volume));
  }
  const std::uint32_t features = v3 ? in.U32() : 0;
  if ((features & ~kKnownFeatures) != 0) {
    return base::Error{base::ErrorCode::kFeature,
                       path + ": label: unknown feature bits"};
  }
  if (v3) in.Skip(4);
  label.host = PaddedText(in.TakeText(v3 ? 256 : 64));
  label.zone = PaddedText(in.TakeText(v3 ? 256 : 40));
  if (!start) {
    return base::Error{base::ErrorCode::kCorrupt,
                       path + ": label: start time out of range"};
  }
  label.start = *start;
  return label;
}

base::Result<void> CheckSameArchive(const Label& volume, const Label& other,
                                    const std::string& other_path) {
  if (other.version != volume.version) {
    return BadLabel(other_path, "another version than the data volumes have");
  }
  if (other.pid != volume.pid) {
    return BadLabel(other_path, "written by another pmlogger (" +
                                    std::to_string(other.pid) +
                                    ") than the data volumes (" +
                                    std::to_string(volume.pid) + ")");
  }
  if (other.host != volume.host) {
    return BadLabel(other_path, "host '" + other.host + "' instead of '" +
                                    volume.host + "'");
  }
  return {};
}

}  // namespace pmapi
