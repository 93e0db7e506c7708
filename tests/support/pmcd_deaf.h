// HearOut: a PmcdSource against a peer that says what it says, whatever it is
// asked: recorded conversations with damage, and whatever a fuzzer thinks of.
#ifndef TOCSIN_TESTS_SUPPORT_PMCD_DEAF_H_
#define TOCSIN_TESTS_SUPPORT_PMCD_DEAF_H_

#include <cstddef>
#include <string>

#include "base/byte_reader.h"
#include "pmapi/pmcd/message.h"

namespace tests {

/// Prepares some metrics, opens a stream and asks for three ticks of a source
/// that hears `bytes` in pieces of `piece`, then silence until every deadline
/// has passed, then that the peer has gone. What came of it, in words: every
/// question has had its answer (CHECKed). REQUIRES: piece > 0.
std::string HearOut(base::Bytes bytes, std::size_t piece);

/// What a whole pmcd would have said: bytes for which HearOut() is "ok" for
/// the facts and each tick.
pmapi::pmcd::Message WholeConversation();

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_PMCD_DEAF_H_
