// Recordings of a real pmcd (6.0.3, agents pmcd and sample), message by
// message, as hexadecimal text with blanks where one likes.
#ifndef TOCSIN_TESTS_SUPPORT_PMCD_RECORDING_H_
#define TOCSIN_TESTS_SUPPORT_PMCD_RECORDING_H_

#include <string_view>

#include "pmapi/pmcd/message.h"

namespace tests {

/// The bytes that `hex` means.
pmapi::pmcd::Message FromHex(std::string_view hex);

/// `bytes` as one PDU. Lifetime: views them.
pmapi::pmcd::Pdu PduOf(const pmapi::pmcd::Message& bytes);

inline constexpr std::string_view kWelcome =
    "00000014 00007000 00000000 00000000 02010e44";

/// To profile (1, domain 29.2, only 200 and 400) and fetch of seven metrics:
/// bin 29.0.6, string.hullo 29.0.31, float.ten 29.0.16, longlong.ten 29.0.21,
/// double.ten 29.0.26, one that nobody has (NOAGENT), and 29.0.20.
inline constexpr std::string_view kResult =
    "000000e0 00007001 00000000 6b018f58 000d81f9 00000007"
    "07400006 00000002 00000000 000000c8 000000c8 00000190 00000190"
    "0740001f 00000001 00000001 ffffffff 00000028"
    "07400010 00000001 00000001 ffffffff 0000002d"
    "07400015 00000001 00000001 ffffffff 0000002f"
    "0740001a 00000001 00000001 ffffffff 00000032"
    "007fffff ffffcf9e"
    "07400014 00000001 00000001 ffffffff 00000035"
    "06000011 68756c6c 6f20776f 726c6421 007e7e7e"
    "04000008 41200000 0200000c 00000000 0000000a"
    "0500000c 40240000 00000000 0200000c 00000000 00000001";

/// The same fetched in nanoseconds.
inline constexpr std::string_view kHighresResult =
    "000000e8 00007015 00000000 00000007 00000000 6b018f58 00000000 3503a76c"
    "07400006 00000002 00000000 000000c8 000000c8 00000190 00000190"
    "0740001f 00000001 00000001 ffffffff 0000002a"
    "07400010 00000001 00000001 ffffffff 0000002f"
    "07400015 00000001 00000001 ffffffff 00000031"
    "0740001a 00000001 00000001 ffffffff 00000034"
    "007fffff ffffcf9e"
    "07400014 00000001 00000001 ffffffff 00000037"
    "06000011 68756c6c 6f20776f 726c6421 007e7e7e"
    "04000008 41200000 0200000c 00000000 0000000a"
    "0500000c 40240000 00000000 0200000c 00000000 00000001";

/// To names: sample.bin, kernel.all.load, no.such, kernel,
/// sample.string.hullo.
inline constexpr std::string_view kPmids =
    "00000028 0000700d 00000000 00000003 00000005"
    "07400006 0f000800 ffffffff ffffffff 0740001f";

/// To descriptors of 29.0.6, of one that does not exist, and of 60.2.0.
inline constexpr std::string_view kDescs =
    "0000004c 00007017 00000000 00000003"
    "07400006 00000000 07400002 00000003 00000000"
    "ffffffff 00000000 00000000 00000000 00000000"
    "0f000800 00000004 0f000002 00000003 00000000";
inline constexpr std::string_view kDesc =
    "00000020 00007005 00000000"
    "07400006 00000000 07400002 00000003 00000000";

/// To the children of "kernel", without and with a status each.
inline constexpr std::string_view kChildren =
    "00000044 0000700e 00000000 00000019 00000000 00000004"
    "00000003 616c6c7e 00000006 70657263 70757e7e"
    "00000007 7065726e 6f64657e 00000005 756e616d 657e7e7e";
inline constexpr std::string_view kChildrenWithStatus =
    "00000054 0000700e 00000000 00000019 00000004 00000004"
    "00000001 00000003 616c6c7e 00000001 00000006 70657263 70757e7e"
    "00000001 00000007 7065726e 6f64657e 00000001 00000005 756e616d 657e7e7e";

/// To the instances of 60.2: 1 "1 minute", 5 "5 minute", 15 "15 minute".
inline constexpr std::string_view kInstances =
    "00000048 00007007 00000000 0f000002 00000003"
    "00000001 00000008 31206d69 6e757465 00000005 00000008 35206d69 6e757465"
    "0000000f 00000009 3135206d 696e7574 657e7e7e";

/// To the line about 60.2.0; its identifier is turned round.
inline constexpr std::string_view kText =
    "00000034 00007009 00000000 0008000f 0000001f"
    "312c2035 20616e64 20313520 6d696e75 7465206c 6f616420 61766572 6167657e";

/// Errors: no such name; no profile.
inline constexpr std::string_view kErrorName =
    "00000010 00007000 00000000 ffffcfbb";
inline constexpr std::string_view kErrorNoProfile =
    "00000010 00007000 00000000 ffffcfa3";

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_PMCD_RECORDING_H_
