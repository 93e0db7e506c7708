// pmcd_dump ADDRESS...: what our pmcd source knows and fetches, for
// pmcd_test.py, which says on standard input what is to be done:
//   prepare NAME[#INSTANCE,...]...   facts, once there are any
//   open                             a stream of all metrics that are known
//   tick | until                     one tick | ticks until one is no error
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "pmapi/pmcd/pmcd_source.h"
#include "tests/support/metric_text.h"
#include "tests/support/shared_needs.h"

namespace {

using pmapi::MetricDesc;
using pmapi::Need;
using pmapi::Type;

constexpr base::Duration kLimit{10 * base::kNanosPerSecond};
constexpr base::Duration kSoon{20'000'000};

base::loop::Address AddressOf(const std::string& text) {
  if (text.starts_with("unix:")) {
    return base::loop::UnixAddress{text.substr(5)};
  }
  const std::size_t colon = text.rfind(':');
  return base::loop::TcpAddress{text.substr(0, colon),
                                std::stoi(text.substr(colon + 1))};
}

Need NeedOf(const std::string& text) {
  const std::size_t hash = text.find('#');
  Need need{text.substr(0, hash), {}};
  if (hash == std::string::npos) return need;
  std::istringstream names(text.substr(hash + 1));
  for (std::string name; std::getline(names, name, ',');) {
    need.instances.push_back(name);
  }
  return need;
}

/// As pminfo shows it.
std::string ValueText(const pmapi::Samples& samples, Type type,
                      std::uint64_t bits) {
  const std::string text = tests::ValueText(type, bits, samples.strings);
  return type == Type::kString ? '"' + text + '"' : text;
}

class Dump {
 public:
  Dump(base::loop::Loop* loop, pmapi::PmcdOptions options)
      : loop_(*loop), source_(MakePmcdSource(loop, std::move(options))) {}

  void Command(const std::string& line) {
    std::istringstream in(line);
    std::string verb;
    in >> verb;
    if (verb == "prepare") {
      needs_.clear();
      for (std::string need; in >> need;) needs_.push_back(NeedOf(need));
      Prepare();
    }
    if (verb == "open") Open();
    if (verb == "tick" || verb == "until") Tick(verb == "until");
  }

 private:
  void End(const base::Result<void>& result) {
    if (result) {
      std::printf("ok\n");
    } else {
      std::printf("error\t%d\t%s\n", static_cast<int>(result.error().code),
                  result.error().message.c_str());
    }
    std::fflush(stdout);
  }

  void Prepare() {
    source_->Prepare(tests::Shared(needs_), kLimit,
                     [this](const base::Result<void>& done) {
                       if (!done) {
                         later_ = loop_.After(kSoon, [this] { Prepare(); });
                         return;
                       }
                       PrintFacts();
                       End(done);
                     });
  }

  void PrintFacts() {
    std::printf("host\t%s\n", source_->HostName().c_str());
    std::set<pmapi::InDom> indoms;
    for (const Need& need : needs_) {
      const auto desc = source_->Catalog().Describe(need.metric);
      if (!desc) {
        std::printf("no\t%s\t%s\n", need.metric.c_str(),
                    base::PmapiText(desc.error()).c_str());
        continue;
      }
      std::printf("metric\t%s\t%s\t%s\t%s\t%d\t%s\n", need.metric.c_str(),
                  PmidText(desc->pmid).c_str(), TypeName(desc->type).c_str(),
                  InDomText(desc->indom).c_str(),
                  static_cast<int>(desc->semantics),
                  UnitsText(desc->units).c_str());
      if (!desc->singular()) indoms.insert(desc->indom);
    }
    for (const pmapi::InDom indom : indoms) PrintInstances(indom);
  }

  void PrintInstances(pmapi::InDom indom) {
    const auto instances = source_->Catalog().Instances(indom);
    if (!instances) return;
    for (const pmapi::Instance& instance : *instances) {
      std::printf("instance\t%s\t%d\t%s\n", InDomText(indom).c_str(),
                  instance.id, instance.name.c_str());
    }
  }

  void Open() {
    std::vector<pmapi::Want> wants;
    names_.clear();
    for (const Need& need : needs_) {
      const auto desc = source_->Catalog().Describe(need.metric);
      if (!desc) continue;
      wants.push_back({*desc, Only(*desc, need.instances)});
      types_.push_back(desc->type);
      names_.push_back(need.metric);
    }
    auto stream = source_->Open(wants, {{}, {base::kNanosPerSecond}});
    if (stream) {
      stream_ = *std::move(stream);
      return End({});
    }
    End(stream.error());
  }

  std::vector<pmapi::InstanceId> Only(const MetricDesc& desc,
                                      const std::vector<std::string>& names) {
    std::vector<pmapi::InstanceId> ids;
    const auto all = source_->Catalog().Instances(desc.indom);
    for (const std::string& name : names) {
      for (const pmapi::Instance& instance : *all) {
        if (instance.name == name) ids.push_back(instance.id);
      }
    }
    return ids;
  }

  void Tick(bool again) {
    stream_->Ask({}, kLimit, [this, again] {
      pmapi::Samples samples;
      const auto fetched = stream_->Fetch(1, &samples);
      const auto befell = stream_->Interruption();
      const bool changed = befell && befell->code == base::ErrorCode::kChanged;
      if (!fetched && again && !changed) {
        later_ = loop_.After(kSoon, [this] { Tick(true); });
        return;
      }
      if (fetched) Print(samples);
      End(changed ? base::Result<void>(*befell) : fetched);
    });
  }

  void Print(const pmapi::Samples& samples) {
    std::printf("stamp\t%" PRId64 "\n", samples.stamps[0].ns);
    for (std::size_t m = 0; m < samples.metrics.size(); ++m) {
      const pmapi::MetricSamples& metric = samples.metrics[m];
      const auto& ids = samples.groups[metric.group].instances;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        if (metric.cells[i] != pmapi::kKnown) continue;
        std::printf("value\t%s\t%d\t%d\t%s\n", names_[m].c_str(), ids[i],
                    metric.after_mark[0],
                    ValueText(samples, types_[m], metric.bits[i]).c_str());
      }
    }
  }

  base::loop::Loop& loop_;
  std::unique_ptr<pmapi::PmcdSource> source_;
  std::vector<Need> needs_;
  std::vector<std::string> names_;
  std::vector<Type> types_;
  std::unique_ptr<pmapi::SampleStream> stream_;
  base::loop::Pending later_;
};

}  // namespace

int main(int argc, char** argv) {
  base::loop::Loop loop;
  pmapi::PmcdOptions options;
  options.name = argc > 1 ? argv[1] : "";
  for (int i = 1; i < argc; ++i)
    options.addresses.push_back(AddressOf(argv[i]));
  options.backoff = {kSoon};
  options.recheck = kSoon;
  options.all_names = true;
  Dump dump(&loop, std::move(options));
  std::string input;
  const auto commands = loop.OnReadable(STDIN_FILENO, [&] {
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) return loop.Stop();
    input.append(bytes, static_cast<std::size_t>(count));
    for (std::size_t end; (end = input.find('\n')) != std::string::npos;) {
      const std::string line = input.substr(0, end);
      input.erase(0, end + 1);
      dump.Command(line);
    }
  });
  if (commands) loop.Run();
}
