// MmvWriter: an MMV file of our own, values set in place while others read.
#ifndef TOCSIN_PMAPI_MMV_WRITER_H_
#define TOCSIN_PMAPI_MMV_WRITER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/mmv/image.h"

namespace pmapi {

/// Threads: values may be set from any; each is read whole or as it was.
class MmvWriter {
 public:
  using Value = mmv::ValueSlot;

  /// Makes the file at `path`, in the place of one that is there: readers see
  /// it complete or not at all. Its generation is `now`. REQUIRES: the folder
  /// is there. Errors: kInvalid, what of `declaration` cannot be; kSystem.
  static base::Result<std::unique_ptr<MmvWriter>> Create(
      const std::string& path, const MmvDeclaration& declaration,
      base::Timestamp now);
  /// Removes the file, unless another has taken its place.
  ~MmvWriter();
  MmvWriter(const MmvWriter&) = delete;
  MmvWriter& operator=(const MmvWriter&) = delete;

  /// To be kept: a search by name. REQUIRES: it was declared.
  Value Find(const std::string& metric, InstanceId id = kNullInstance) const;

  /// REQUIRES: an integer type; what a 32-bit one cannot hold is cut off.
  void SetInteger(Value value, std::uint64_t number);
  void AddInteger(Value value, std::uint64_t number);
  /// REQUIRES: kFloat or kDouble.
  void SetReal(Value value, double number);
  /// Cut to 255 bytes of whole characters. A reader may see a mixture only if
  /// it is set twice while it reads. REQUIRES: kString. Threads: one at a time
  /// for the same value.
  void SetText(Value value, std::string_view text);

 private:
  MmvWriter(std::string path, bool sentinel, mmv::Image image);
  base::Result<void> Publish();
  base::Result<void> FillAndMap(int file);
  std::uint64_t& Word(std::size_t at);

  std::string path_;
  mmv::Image image_;  // its bytes are given to the file and let go
  bool sentinel_;
  std::uint8_t* map_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t device_ = 0;
  std::uint64_t node_ = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_MMV_WRITER_H_
