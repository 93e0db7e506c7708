// Line by line; a keyword in the first column begins a part.
#include "tests/script/script_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tests {
namespace {

std::string Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  const auto last = text.find_last_not_of(" \t");
  return std::string(text.substr(first, last - first + 1));
}

/// Words, and what stands in quotes as one.
std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  std::size_t i = 0;
  while ((i = text.find_first_not_of(" \t", i)) != std::string::npos) {
    const bool quoted = text[i] == '"';
    std::size_t end =
        quoted ? text.find('"', i + 1) : text.find_first_of(" \t", i);
    if (quoted && end != std::string::npos) ++end;
    words.push_back(text.substr(i, end == std::string::npos ? end : end - i));
    if (end == std::string::npos) break;
    i = end;
  }
  return words;
}

std::vector<std::string> Cells(const std::string& text) {
  std::vector<std::string> cells;
  std::istringstream stream(text);
  std::string cell;
  while (std::getline(stream, cell, '|')) cells.push_back(Trimmed(cell));
  return cells;
}

class Reader {
 public:
  /// False: the line is not understood.
  bool Take(const std::string& line) {
    const std::string text = Trimmed(line);
    const std::vector<std::string> words = Words(text);
    if (!words.empty() && line[0] != ' ' && BeginsPart(words)) return true;
    if (part_ == Part::kRules) {
      scripts_.back().rules += line + '\n';
      return true;
    }
    if (text.empty() || text.starts_with("//")) return true;
    switch (part_) {
      case Part::kNone:
      case Part::kRules:
        return false;
      case Part::kHost:
        return TakeSeries(text, words);
      case Part::kTemplate:
        scripts_.back().values.push_back(text);
        return true;
      case Part::kExpect:
        return TakeExpected(text);
    }
    return false;
  }

  std::vector<Script> Done() { return std::move(scripts_); }

 private:
  enum class Part { kNone, kHost, kRules, kTemplate, kExpect };

  bool BeginsPart(const std::vector<std::string>& words) {
    if (words[0] == "case" && words.size() == 2) {
      scripts_.push_back({});
      scripts_.back().name = words[1];
      part_ = Part::kNone;
      return true;
    }
    if (scripts_.empty()) return false;
    Script& script = scripts_.back();
    if (words[0] == "host" && words.size() == 2) {
      script.hosts.push_back({words[1], {}, {}});
      part_ = Part::kHost;
    } else if (words[0] == "wrap") {
      script.counter_wrap = true;
    } else if (words[0] == "step" && words.size() == 2) {
      script.step = std::stoi(words[1]);
    } else if (words[0] == "template" && words.size() == 2) {
      script.set = words[1];
      part_ = Part::kTemplate;
    } else if (words[0] == "rules") {
      part_ = Part::kRules;
    } else if (words[0] == "expect") {
      part_ = Part::kExpect;
    } else {
      return false;
    }
    return true;
  }

  bool TakeSeries(const std::string& text,
                  const std::vector<std::string>& words) {
    ScriptHost& host = scripts_.back().hosts.back();
    if (words[0] == "mark" && words.size() == 2) {
      host.marks.push_back(std::stoi(words[1]));
      return true;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return false;
    Series series;
    std::string head = text.substr(0, colon);
    const std::size_t open = head.find('[');
    const std::size_t close = head.find(']');
    if (open != std::string::npos && close != std::string::npos) {
      series.instance = head.substr(open + 1, close - open - 1);
      head.replace(open, close - open + 1, " ");
    }
    series.attributes = Words(head);
    series.metric = series.attributes[0];
    series.attributes.erase(series.attributes.begin());
    const std::string values = text.substr(colon + 1);
    series.values = series.is_events() ? Cells(values) : Words(values);
    host.series.push_back(std::move(series));
    return true;
  }

  bool TakeExpected(const std::string& text) {
    std::vector<std::string> cells = Cells(text);
    std::string name = cells[0];
    cells.erase(cells.begin());
    if (name == "ends" && cells.size() == 1) {
      scripts_.back().ends = cells[0];
      return true;
    }
    scripts_.back().expected.push_back({std::move(name), std::move(cells)});
    return true;
  }

  Part part_ = Part::kNone;
  std::vector<Script> scripts_;
};

}  // namespace

bool Series::is_events() const {
  return std::any_of(attributes.begin(), attributes.end(), [](const auto& one) {
    return one == "events" || one == "highres";
  });
}

base::Result<std::vector<Script>> ReadScripts(
    const std::filesystem::path& path) {
  std::ifstream file(path);
  Reader reader;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    // What stands before the first case is about the file.
    if (reader.Take(line)) continue;
    if (line.empty() || line.starts_with("//")) continue;
    return base::Error{
        base::ErrorCode::kInvalid,
        path.filename().string() + ':' + std::to_string(number) + ": " + line};
  }
  return reader.Done();
}

}  // namespace tests
