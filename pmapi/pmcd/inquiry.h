// Inquiry: asks a pmcd once for all Facts about the metrics that are needed, a
// few requests in all. Who asks again, and why, is pmcd_source.h's business.
#ifndef TOCSIN_PMAPI_PMCD_INQUIRY_H_
#define TOCSIN_PMAPI_PMCD_INQUIRY_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/lifetime.h"
#include "base/result.h"
#include "pmapi/pmcd/connection.h"
#include "pmapi/source/facts.h"
#include "pmapi/source/name_table.h"

namespace pmapi::pmcd {

/// Context 0 is the inquiries' own; streams have others.
inline constexpr std::int32_t kInquiryContext = 0;

/// What is asked besides descriptors and instances.
struct InquiryOptions {
  /// These count and not pmcd's own. Lifetime: until it is done.
  const NameTable* names = nullptr;
  /// Where a metric is not found, all names.
  bool all_names = false;
  bool help = false;
};

/// One round of questions; another round is another Inquiry.
class Inquiry {
 public:
  using Done = std::function<void(base::Result<Facts>)>;

  /// `done` is called once, never before Start() has returned, and may destroy
  /// the inquiry. A metric that does not exist is a fact; errors are those of
  /// a connection that is over, or kProtocol: then it should be.
  /// Lifetime: may be destroyed at any time, and is not called any more.
  Inquiry(Connection* connection, const std::vector<Need>& needs,
          const InquiryOptions& options, Done done);

  /// Asks the first question. REQUIRES: once.
  void Start();

 private:
  using Then = std::function<base::Result<void>(base::Result<Reply>)>;
  struct NamedMetric {
    std::string name;
    Pmid pmid = kNullPmid;
    bool only_described = false;  // its instances are not asked for
  };

  void Ask(const Message& request, PduType expected, Then then);
  void Answered(const base::Result<void>& result);
  void Finish(base::Result<void> result);

  void AskAllNames();
  void AddIfCalled(const std::string& name);

  // The stages, in order: each asks, and the next begins when all is answered.
  void AskNames();
  void AskNamesUpTo(std::size_t end);
  void LookUpNames();
  void AskDescs();
  void AskDomains();
  void Complete();

  void AskWhatIsNot();
  void AskHostName(Pmid pmid);
  void AskBatches(const std::vector<std::size_t>& metrics);
  void AskHelp();
  void AskText(const NamedMetric& named, TextKind kind,
               std::string HelpText::*text);
  base::Result<void> TakePmids(std::size_t first, std::size_t count,
                               const Pdu& pdu);
  base::Result<void> NotFound(const std::string& name, bool has_children);
  base::Result<void> TakeDescs(const std::vector<std::size_t>& metrics,
                               const std::vector<MaybeDesc>& descs);
  base::Result<void> Found(const NamedMetric& named, const MaybeDesc& desc);

  Connection& connection_;
  InquiryOptions options_;
  Done done_;
  std::vector<NamedMetric> named_;
  std::set<std::string> wanted_;      // their names
  std::set<std::string> last_parts_;  // of metrics that are wanted by them
  Facts facts_;
  int waiting_ = 0;
  void (Inquiry::*next_)() = nullptr;
  base::Lifetime lifetime_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_INQUIRY_H_
