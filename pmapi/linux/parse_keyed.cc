// Each key is looked up among the table's fields; most are not asked for.
#include "pmapi/linux/parse_keyed.h"

#include <string>

#include "pmapi/linux/scan.h"

namespace pmapi::lnx {
namespace {

std::string_view WithoutColon(std::string_view key) {
  if (key.ends_with(':')) key.remove_suffix(1);
  return key;
}

/// One row's fields by name, for what is worked out from them.
class KeyedRow {
 public:
  KeyedRow(Table* table, std::size_t row) : table_(table), row_(row) {}

  bool Has(std::string_view key) const {
    const int column = table_->Column(key);
    return column >= 0 &&
           table_->field(row_, static_cast<std::size_t>(column)).kind !=
               Field::Kind::kNone;
  }
  std::uint64_t operator[](std::string_view key) const {
    const int column = table_->Column(key);
    if (column < 0) return 0;
    return table_->Integer(row_, static_cast<std::size_t>(column));
  }
  void Set(std::string_view key, std::uint64_t value) {
    table_->SetNamed(row_, key, value);
  }
  /// `to` = `all` without `part`, where the kernel prints both.
  void SetRest(std::string_view to, std::string_view all,
               std::string_view part) {
    if (!Has(all) || !Has(part)) return;
    const std::uint64_t whole = (*this)[all];
    const std::uint64_t less = (*this)[part];
    Set(to, whole > less ? whole - less : 0);
  }
  /// Huge pages, in what `size` is in.
  void SetHuge(std::uint64_t size) {
    for (const auto& [to, pages] :
         {std::pair{".huge_total", "HugePages_Total"},
          std::pair{".huge_free", "HugePages_Free"},
          std::pair{".huge_rsvd", "HugePages_Rsvd"},
          std::pair{".huge_surp", "HugePages_Surp"}}) {
      if (Has(pages)) Set(to, (*this)[pages] * size);
    }
  }

 private:
  Table* table_;
  std::size_t row_;
};

}  // namespace

void ParseKeyed(std::string_view text, Table* table, std::size_t row) {
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::string_view key = WithoutColon(NextWord(&line));
    table->SetNamed(row, key, Number(NextWord(&line)));
  }
}

void ParseMeminfo(std::string_view text, Table* table) {
  const std::size_t only = table->AddOnly();
  ParseKeyed(text, table, only);
  KeyedRow row(table, only);
  row.SetRest(".used", "MemTotal", "MemFree");
  row.SetRest(".swap_used", "SwapTotal", "SwapFree");
  row.SetRest(".cache_clean", "Cached", "Dirty");
  if (row.Has(".used")) {
    const std::uint64_t cached = row["Buffers"] + row["Cached"];
    const std::uint64_t used = row[".used"];
    row.Set(".other", used > cached ? used - cached : 0);
  }
  row.SetHuge(row["Hugepagesize"]);
}

void ParseVmstat(std::string_view text, Table* table) {
  const std::size_t only = table->AddOnly();
  KeyedRow row(table, only);
  std::optional<std::uint64_t> split;
  std::optional<std::uint64_t> direct;
  std::optional<std::uint64_t> kswapd;
  std::optional<std::uint64_t> steal;
  const auto add = [](std::uint64_t more, std::optional<std::uint64_t>* sum) {
    *sum = sum->value_or(0) + more;
  };
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::string_view key = NextWord(&line);
    const auto value = Number(NextWord(&line));
    if (!value) continue;
    table->SetNamed(only, key, value);
    if (key == "thp_split_page") split = value;
    if (key.starts_with("pgscan_direct") && key != "pgscan_direct_throttle") {
      add(*value, &direct);
    }
    if (key.starts_with("pgscan_kswapd")) add(*value, &kswapd);
    if (key.starts_with("pgsteal_direct") ||
        key.starts_with("pgsteal_kswapd")) {
      add(*value, &steal);
    }
  }
  // The metric has the name of before Linux 4.5.
  if (!row.Has("thp_split")) table->SetNamed(only, "thp_split", split);
  table->SetNamed(only, ".pgscan_direct", direct);
  table->SetNamed(only, ".pgscan_kswapd", kswapd);
  table->SetNamed(only, ".pgsteal", steal);
  if (row.Has("nr_slab_reclaimable") && row.Has("nr_slab_unreclaimable")) {
    row.Set(".nr_slab",
            row["nr_slab_reclaimable"] + row["nr_slab_unreclaimable"]);
  }
}

void ParseNodeMeminfo(std::string_view text,
                      std::optional<std::uint64_t> huge_page, Table* table,
                      std::size_t row) {
  std::string_view line;
  while (NextLine(&text, &line)) {
    NextWord(&line);
    NextWord(&line);
    const std::string_view key = WithoutColon(NextWord(&line));
    table->SetNamed(row, key, Number(NextWord(&line)));
  }
  if (huge_page) KeyedRow(table, row).SetHuge(*huge_page);
}

void ParsePairs(std::string_view text, Table* table) {
  const std::size_t only = table->AddOnly();
  std::string_view names;
  std::string_view values;
  std::string field;
  while (NextLine(&text, &names) && NextLine(&text, &values)) {
    const std::string_view prefix = NextWord(&names);
    if (prefix != NextWord(&values)) return;
    for (;;) {
      const std::string_view name = NextWord(&names);
      const auto value = Number(NextWord(&values));
      if (name.empty() || !value) break;
      field.assign(WithoutColon(prefix)).append(1, '.').append(name);
      table->SetNamed(only, field, value);
    }
  }
}

void ParseSockstat(std::string_view text, Table* table) {
  const std::size_t only = table->AddOnly();
  std::string_view line;
  std::string field;
  while (NextLine(&text, &line)) {
    const std::string_view prefix = WithoutColon(NextWord(&line));
    for (;;) {
      const std::string_view name = NextWord(&line);
      const auto value = Number(NextWord(&line));
      if (name.empty() || !value) break;
      field.assign(prefix).append(1, '.').append(name);
      table->SetNamed(only, field, value);
    }
  }
}

}  // namespace pmapi::lnx
