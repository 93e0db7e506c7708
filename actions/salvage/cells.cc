// Pages, cells, records: all bytes may be anything.
#include "actions/salvage/cells.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace actions {
namespace {

/// Kinds of pages.
constexpr std::uint8_t kTableLeaf = 0x0d;
constexpr std::uint8_t kIndexLeaf = 0x0a;
constexpr std::uint8_t kIndexInner = 0x02;
constexpr std::size_t kLeafHeader = 8;
constexpr std::size_t kInnerHeader = 12;
/// Units: bytes. The database's own header, on its first page.
constexpr std::size_t kFirst = 100;
/// No notification of ours is longer.
constexpr std::uint64_t kLongest = std::uint64_t{1} << 30;
constexpr std::size_t kMostColumns = 16;

/// A number of up to nine bytes, seven bits each and eight of the last.
std::uint64_t Varint(base::ByteReader* reader) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint8_t byte = reader->U8();
    number = number << 7 | (byte & 0x7f);
    if (byte < 0x80) return number;
  }
  return number << 8 | reader->U8();
}

/// How much of a payload stands on the cell's own page.
std::size_t LocalSize(std::uint64_t size, bool of_table) {
  const std::size_t most =
      of_table ? kPageSize - 35 : (kPageSize - 12) * 64 / 255 - 23;
  if (size <= most) return static_cast<std::size_t>(size);
  const std::size_t least = (kPageSize - 12) * 32 / 255 - 23;
  const std::size_t some = least + (size - least) % (kPageSize - 4);
  return some <= most ? some : least;
}

/// A number of `size` bytes, the first with its sign.
std::int64_t Signed(base::Bytes bytes) {
  std::uint64_t number = bytes.empty() || bytes[0] < 0x80 ? 0 : ~0ULL;
  for (const std::uint8_t byte : bytes) number = number << 8 | byte;
  return static_cast<std::int64_t>(number);
}

/// Units: bytes. Of a number of the serial type, from 1.
std::size_t SizeOfNumber(std::uint64_t type) {
  constexpr std::size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8};
  return kSizes[type];
}

/// The value of the serial type `type`, which `values` goes on with; nothing:
/// none of ours has that type.
std::optional<CellValue> Value(std::uint64_t type, base::ByteReader* values) {
  if (type == 0) return CellValue{};
  if (type <= 6) {
    return CellValue{'i', Signed(values->TakeBytes(SizeOfNumber(type)))};
  }
  if (type == 8 || type == 9) {
    return CellValue{'i', static_cast<std::int64_t>(type - 8)};
  }
  if (type < 12) return std::nullopt;
  return CellValue{'t', 0, std::string(values->TakeText((type - 12) / 2))};
}

std::optional<std::vector<CellValue>> Columns(const std::string& payload) {
  const base::Bytes bytes(reinterpret_cast<const std::uint8_t*>(payload.data()),
                          payload.size());
  base::ByteReader header(bytes);
  base::ByteReader values(bytes);
  const std::uint64_t size = Varint(&header);
  values.Skip(size);
  std::vector<CellValue> columns;
  while (header.ok() && header.position() < size) {
    auto value = Value(Varint(&header), &values);
    if (!value || columns.size() == kMostColumns) return std::nullopt;
    columns.push_back(*std::move(value));
  }
  if (!header.ok() || header.position() != size || !values.ok() ||
      values.remaining() != 0) {
    return std::nullopt;
  }
  return columns;
}

}  // namespace

std::string LooksOf(const CellRow& row) {
  std::string looks;
  for (const CellValue& value : row.columns) looks += value.kind;
  return looks;
}

Cells::Cells(const DatabasePages& pages, std::uint32_t page)
    : pages_(pages), page_(pages.Page(page)), begin_(page == 1 ? kFirst : 0) {
  if (page_.empty()) return;
  const std::uint8_t kind = page_[begin_];
  of_table_ = kind == kTableLeaf;
  if (!of_table_ && kind != kIndexLeaf && kind != kIndexInner) return;
  header_ = kind == kIndexInner ? kInnerHeader : kLeafHeader;
  const auto said =
      static_cast<std::size_t>(page_[begin_ + 3] << 8 | page_[begin_ + 4]);
  count_ = std::min(said, (kPageSize - begin_ - header_) / 2);
}

std::optional<CellRow> Cells::Read(std::size_t i) const {
  const std::size_t place = begin_ + header_ + 2 * i;
  const auto at =
      static_cast<std::size_t>(page_[place] << 8 | page_[place + 1]);
  if (at < begin_ + header_ + 2 * count_ || at >= page_.size()) {
    return std::nullopt;
  }
  base::ByteReader reader(page_.subspan(at));
  if (header_ == kInnerHeader) reader.Skip(4);  // the page to its left
  const std::uint64_t size = Varint(&reader);
  CellRow row;
  if (of_table_) row.number = static_cast<std::int64_t>(Varint(&reader));
  if (!reader.ok()) return std::nullopt;
  const auto payload = Payload(at + reader.position(), size);
  if (!payload) return std::nullopt;
  auto columns = Columns(*payload);
  if (!columns) return std::nullopt;
  row.columns = *std::move(columns);
  return row;
}

/// Of `size` bytes from `at` on; what does not fit stands on a chain of pages.
std::optional<std::string> Cells::Payload(std::size_t at,
                                          std::uint64_t size) const {
  if (size > kLongest) return std::nullopt;
  base::ByteReader reader(page_.subspan(at));
  std::string payload(reader.TakeText(LocalSize(size, of_table_)));
  std::uint32_t next = payload.size() < size ? reader.U32() : 0;
  if (!reader.ok()) return std::nullopt;
  while (payload.size() < size) {
    base::ByteReader chained(pages_.NextPage(next));
    next = chained.U32();
    payload += chained.TakeText(
        std::min<std::uint64_t>(size - payload.size(), kPageSize - 4));
    if (!chained.ok()) return std::nullopt;
  }
  if (next != 0) return std::nullopt;
  return payload;
}

}  // namespace actions
