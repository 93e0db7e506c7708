// One layout of two.
#include "engine/expr/either.h"

#include <algorithm>

namespace engine::expr {
namespace {

void Add(const Layout& operand, const Embedding& embedding, Layout* out) {
  for (std::size_t h = 0; h < operand.sources.size(); ++h) {
    const auto at =
        static_cast<std::size_t>(embedding.Host(static_cast<int>(h)));
    out->sources[at] = operand.sources[h];
    if (h < operand.indoms.size()) out->indoms[at] = operand.indoms[h];
  }
  for (std::size_t i = 0; i < operand.labels.size(); ++i) {
    const LaneLabel& label = operand.labels[i];
    out->labels.push_back(
        {embedding.Host(label.host),
         embedding.Instance(label.instance, static_cast<int>(i)), label.name});
  }
}

}  // namespace

Layout EitherOf(const Layout& lead, const Layout& other) {
  Layout either;
  either.kind = Layout::Kind::kOpen;
  either.grows = lead.grows || other.grows;
  either.parts = lead.parts + other.parts;
  const auto size = static_cast<std::size_t>(
      std::max(lead.hosts(), other.hosts()) * either.parts);
  either.sources.assign(size, -1);
  either.indoms.assign(size, pmapi::kNullInDom);
  Add(lead, Embedding(lead, 0, either.parts), &either);
  Add(other, Embedding(other, lead.parts, either.parts), &either);
  return either;
}

}  // namespace engine::expr
