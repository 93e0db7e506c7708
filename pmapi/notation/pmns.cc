// Groups read one by one, then put together from the root down.
#include "pmapi/notation/pmns.h"

#include <algorithm>
#include <map>

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;
using terminal::Into;
using terminal::kSpace;

// "a" and, at the top, "a.b.c".
const auto kRest = x3::char_("a-zA-Z0-9_");
const auto kName = x3::char_("a-zA-Z") >> *kRest;
const auto kPath = kName >> *(x3::char_('.') >> kName);
const auto kComment = "/*" >> *(x3::char_ - "*/") >> "*/";
const auto kGap = x3::omit[*x3::char_(" \t")];

constexpr unsigned kDomains = 511;  // the last one is libpcp's own
constexpr unsigned kClusters = 4096;
constexpr unsigned kItems = 1024;

/// One line of a group: a metric, or a group that stands elsewhere.
struct PmnsLine {
  std::string name;
  std::optional<pmapi::Pmid> pmid;
};
using Groups = std::map<std::string, std::vector<PmnsLine>>;

using Failure = std::optional<NameSpaceFault>;

/// Reads the file into groups.
class PmnsReader {
 public:
  explicit PmnsReader(std::string_view text)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  Failure Read() {
    for (;;) {
      if (Failure failure = SkipToToken()) return failure;
      if (at_ == end_) return std::nullopt;
      if (Failure failure = Group()) return failure;
    }
  }
  const Groups& groups() const { return groups_; }

 private:
  NameSpaceFault At(const char* place, std::string reason) const {
    return {static_cast<std::size_t>(place - begin_), std::move(reason)};
  }

  /// Past blanks, comments and directives that say nothing.
  Failure SkipToToken() {
    for (;;) {
      x3::parse(at_, end_, x3::omit[*(kSpace | kComment)]);
      if (x3::parse(at_, end_, &x3::lit("/*"))) {
        return At(at_, "comment is not terminated before end of file");
      }
      const bool begins_line = at_ == begin_ || at_[-1] == '\n';
      if (at_ == end_ || *at_ != '#' || !begins_line) return std::nullopt;
      if (Failure failure = Directive()) return failure;
    }
  }

  Failure Directive() {
    const char* const begin = at_;
    std::string word;
    x3::parse(at_, end_, '#' >> kGap >> *x3::char_("a-z"), word);
    for (const char* none : {"include", "define", "if", "ifdef", "ifndef"}) {
      if (word == none) {
        return At(begin, "#" + word + " is not supported; " +
                             "preprocess the file first (pmcpp)");
      }
    }
    x3::parse(at_, end_, x3::omit[*(x3::char_ - '\n')]);
    return std::nullopt;
  }

  Failure Group() {
    const char* const begin = at_;
    std::string path;
    if (!x3::parse(at_, end_, kPath, path)) {
      return At(at_, "Expected NAME or PATH");
    }
    if (Failure failure = SkipToToken()) return failure;
    if (!x3::parse(at_, end_, '{')) return At(at_, "{ expected");
    const auto [group, is_new] = groups_.try_emplace(path);
    if (!is_new) {
      return At(begin, "Disconnected subtree (\"" + path +
                           "\") in name space: it is there twice");
    }
    for (;;) {
      if (Failure failure = SkipToToken()) return failure;
      // pmie forgives a missing "}" at the end of the file.
      if (at_ == end_ || x3::parse(at_, end_, '}')) return std::nullopt;
      if (Failure failure = Member(path, &group->second)) return failure;
    }
  }

  Failure Member(const std::string& path, std::vector<PmnsLine>* members) {
    const char* const begin = at_;
    PmnsLine line;
    if (!x3::parse(at_, end_, kName, line.name)) {
      const bool after_group = !members->empty() && !members->back().pmid;
      return At(
          at_, after_group ? "Expected NAME, PMID or }" : "Expected NAME or }");
    }
    if (Failure failure = SkipToToken()) return failure;
    if (x3::parse(at_, end_, &terminal::kDigit)) {
      if (Failure failure = Identifier(&line.pmid)) return failure;
    }
    if (!names_.emplace(path + '.' + line.name, 0).second) {
      return At(begin, "Duplicate name \"" + line.name +
                           "\" in subtree for \"" + path + '"');
    }
    members->push_back(std::move(line));
    return std::nullopt;
  }

  Failure Identifier(std::optional<pmapi::Pmid>* pmid) {
    const char* const begin = at_;
    unsigned domain = 0, cluster = 0, item = 0;
    const auto colon = kGap >> ':' >> kGap;
    const auto number = [](unsigned* to) { return x3::uint_[Into(to)]; };
    const auto end = !(kRest | x3::char_(":.*"));
    const bool dynamic = x3::parse(
        at_, end_, number(&domain) >> colon >> '*' >> colon >> '*' >> end);
    if (!dynamic && !x3::parse(at_, end_,
                               number(&domain) >> colon >> number(&cluster) >>
                                   colon >> number(&item) >> end)) {
      const bool whole =
          x3::parse(at_ = begin, end_, +x3::char_("0-9:*") >> end);
      return At(begin, whole ? "Illegal PMID" : "Expected NAME, PMID or }");
    }
    const std::string in = dynamic ? "field in dynamic PMID" : "field in PMID";
    if (domain >= kDomains) return At(begin, "Illegal domain " + in);
    if (cluster >= kClusters) return At(begin, "Illegal cluster " + in);
    if (item >= kItems) return At(begin, "Illegal item " + in);
    *pmid = dynamic ? pmapi::kNullPmid
                    : pmapi::Pmid{domain << 22 | cluster << 10 | item};
    return std::nullopt;
  }

  const char* const begin_;
  const char* at_;
  const char* const end_;
  Groups groups_;
  std::map<std::string, int> names_;  // for duplicates
};

/// The group `root` has the empty path: a member called root has no group.
Groups::const_iterator GroupAt(const Groups& groups, std::string_view path) {
  if (path == "root") return groups.end();
  return groups.find(path.empty() ? "root" : std::string(path));
}

std::string NoGroup(std::string_view path) {
  if (path.empty()) return "No name space entry for \"root\"";
  return "Cannot find definition for non-terminal node \"" +
         std::string(path.substr(path.rfind('.') + 1)) + "\" in name space";
}

/// Adds what is below the group `root`. No group can be in itself: its path
/// would grow.
Failure Connect(const Groups& groups, std::size_t* connected,
                NameSpace* space) {
  std::vector<std::string> open = {""};
  while (!open.empty()) {
    const std::string path = std::move(open.back());
    open.pop_back();
    const auto group = GroupAt(groups, path);
    if (group == groups.end()) return NameSpaceFault{{}, NoGroup(path)};
    ++*connected;
    const std::string prefix = path.empty() ? "" : path + '.';
    for (const PmnsLine& line : group->second) {
      if (line.pmid) {
        space->emplace_back(prefix + line.name, *line.pmid);
      } else {
        open.push_back(prefix + line.name);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Parsed<NameSpace, NameSpaceFault> ParseNameSpace(std::string_view text) {
  PmnsReader reader(text);
  if (Failure failure = reader.Read()) return *std::move(failure);
  NameSpace space;
  std::size_t connected = 0;
  if (Failure failure = Connect(reader.groups(), &connected, &space)) {
    return *std::move(failure);
  }
  std::sort(space.begin(), space.end());
  if (connected == reader.groups().size()) return space;
  for (const auto& group : reader.groups()) {
    const std::string& path = group.first;
    NameSpaceFault fault{
        {}, "Disconnected subtree (\"" + path + "\") in name space"};
    if (path == "root") continue;
    const std::size_t dot = path.rfind('.');
    const auto above = reader.groups().find(
        dot == std::string::npos ? "root" : path.substr(0, dot));
    if (above == reader.groups().end()) return fault;
    const bool named = std::any_of(
        above->second.begin(), above->second.end(), [&](const PmnsLine& line) {
          return line.name == path.substr(dot + 1) && !line.pmid;
        });
    if (!named) return fault;
  }
  return NameSpaceFault{{}, "Disconnected subtree in name space"};
}

std::string NameSpaceFaultText(std::string_view file, std::string_view text,
                               const NameSpaceFault& fault) {
  const std::string what = "Error Parsing ASCII PMNS: " + fault.reason + '\n';
  if (!fault.offset) return what;
  const std::size_t offset = std::min(*fault.offset, text.size());
  const auto number = std::count(text.begin(), text.begin() + offset, '\n') + 1;
  const std::size_t newline = text.substr(0, offset).rfind('\n');
  std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  while (begin < offset && (text[begin] == ' ' || text[begin] == '\t')) {
    ++begin;
  }
  const std::string_view line =
      text.substr(begin, text.find('\n', begin) - begin);
  const std::string place =
      '[' + std::string(file) + ':' + std::to_string(number) + "] ";
  const std::string mark = std::string(4 + offset - begin, ' ') + "^\n";
  std::string lines = place + what + "    " + std::string(line) + '\n' + mark;
  // PCP trips over its own first complaint.
  if (fault.reason.starts_with("Illegal ")) {
    lines += place + "Error Parsing ASCII PMNS: Expected NAME, PMID or }\n" +
             mark + mark;
  }
  return lines;
}

}  // namespace pmapi::notation
