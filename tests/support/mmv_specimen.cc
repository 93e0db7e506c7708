// Source: pmapi/mmv/FORMAT.md, "Header and table of contents".
#include "tests/support/mmv_specimen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace tests {
namespace {

class Bytes {
 public:
  template <typename T>
  void Word(T word) {
    text_.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  void Text(const std::string& text, std::size_t size) {
    text_ += text.substr(0, size);
    text_.append(size - std::min(size, text.size()), '\0');
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

struct Sizes {
  std::array<std::size_t, 6> count;
  std::array<std::size_t, 6> size;
};

Sizes SizesOf(const MmvParts& parts) {
  std::size_t texts = 0;
  for (const MmvParts::Value& value : parts.values) texts += value.text ? 1 : 0;
  const bool v1 = parts.version == 1;
  if (!v1) texts += parts.metrics.size() + parts.members.size();
  return {{0, parts.indoms.size(), parts.members.size(), parts.metrics.size(),
           parts.values.size(), texts},
          {0, 32, v1 ? 80u : 24u, v1 ? 104u : 48u, 32, 256}};
}

class Painter {
 public:
  explicit Painter(const MmvParts& parts) : parts_(parts) {}

  std::string Paint() {
    Header();
    for (std::size_t i = 0; i < parts_.indoms.size(); ++i) Indom(i);
    for (const MmvParts::Member& one : parts_.members) Member(one);
    for (const MmvParts::Metric& one : parts_.metrics) Metric(one);
    for (const MmvParts::Value& one : parts_.values) Value(one);
    for (const std::string& text : texts_) out_.Text(text, 256);
    return out_.Take();
  }

 private:
  void Header() {
    const Sizes sizes = SizesOf(parts_);
    out_.Text("MMV", 4);
    out_.Word(parts_.version);
    out_.Word(parts_.generation);
    out_.Word(parts_.generation_again);
    out_.Word(std::uint32_t{5});
    out_.Word(parts_.flags);
    out_.Word(parts_.process);
    out_.Word(parts_.cluster);
    for (int kind = 1; kind <= 5; ++kind) {
      out_.Word(std::int32_t{kind});
      out_.Word(static_cast<std::int32_t>(
          sizes.count[static_cast<std::size_t>(kind)]));
      out_.Word(std::uint64_t{parts_.At(kind, 0)});
    }
  }

  void Indom(std::size_t number) {
    std::uint32_t count = 0;
    std::size_t first = parts_.members.size();
    for (std::size_t j = parts_.members.size(); j-- > 0;) {
      if (parts_.members[j].indom != number) continue;
      ++count;
      first = j;
    }
    out_.Word(parts_.indoms[number]);
    out_.Word(count);
    out_.Word(std::uint64_t{parts_.At(2, first)});
    out_.Text("", 16);
  }

  void Member(const MmvParts::Member& member) {
    out_.Word(std::uint64_t{parts_.At(1, member.indom)});
    out_.Word(std::uint32_t{0});
    out_.Word(member.id);
    Name(member.name);
  }

  void Metric(const MmvParts::Metric& metric) {
    Name(metric.name);
    out_.Word(metric.item);
    out_.Word(metric.type);
    out_.Word(metric.semantics);
    out_.Word(metric.units);
    out_.Word(metric.indom);
    out_.Text("", 20);
  }

  void Value(const MmvParts::Value& value) {
    out_.Word(value.atom);
    value.text ? String(*value.text) : out_.Word(value.extra);
    out_.Word(std::uint64_t{parts_.At(3, value.metric)});
    out_.Word(std::uint64_t{value.member ? parts_.At(2, *value.member) : 0});
  }

  void Name(const std::string& text) {
    parts_.version == 1 ? out_.Text(text, 64) : String(text);
  }

  /// Where it will stand.
  void String(const std::string& text) {
    out_.Word(std::uint64_t{parts_.At(5, texts_.size())});
    texts_.push_back(text);
  }

  const MmvParts& parts_;
  Bytes out_;
  std::vector<std::string> texts_;
};

}  // namespace

std::size_t MmvParts::At(int kind, std::size_t number) const {
  const Sizes sizes = SizesOf(*this);
  std::size_t at = 40 + 5 * 16;
  for (int k = 1; k < kind; ++k) {
    const auto i = static_cast<std::size_t>(k);
    at += sizes.count[i] * sizes.size[i];
  }
  return at + number * sizes.size[static_cast<std::size_t>(kind)];
}

std::string MmvBytes(const MmvParts& parts) { return Painter(parts).Paint(); }

MmvParts MmvSpecimen(std::uint32_t version) {
  MmvParts parts;
  parts.version = version;
  parts.indoms = {7};
  parts.members = {{0, 100, "one"}, {0, 200, "two words"}};
  parts.metrics = {{"count", 1, 3, 1, 0x00100000},
                   {"bins", 2, 1, 3, 0, 7},
                   {"text", 3, 6, 4},
                   {"elapsed", 4, 9, 1},
                   {"real", 5, 5, 3}};
  parts.values = {{0, 123456789012},
                  {1, 11, 0},
                  {1, 22, 1},
                  {2, 0, std::nullopt, 0, "hello"},
                  {3, 1000, std::nullopt, -500},
                  {4, std::bit_cast<std::uint64_t>(2.5)}};
  return parts;
}

}  // namespace tests
