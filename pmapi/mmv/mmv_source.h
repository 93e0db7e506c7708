// OpenMmvSource: memory-mapped value files as a source of metrics, without
// PCP's agent between: a file that a program writes, or a folder of them.
#ifndef TOCSIN_PMAPI_MMV_MMV_SOURCE_H_
#define TOCSIN_PMAPI_MMV_MMV_SOURCE_H_

#include <memory>
#include <string>

#include "base/result.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// `path` is a file, or a directory all of whose regular files without a
/// leading dot are read. HostName() is the node's name, ContextName()
/// `mmv:PATH`. Streams hand out one tick a fetch: what is there at Ask()'s
/// `now`, which is its stamp (without Ask, the time of the grid).
///
/// Files are looked at again at each tick. One that is gone, is being written
/// or whose process has ended has no values; where one was written anew, rates
/// begin anew. A stream's Fetch() says kChanged, then always, once a wanted
/// metric has another descriptor, or what Prepare() was told of has come or is
/// another: check the rules again and open anew.
///
/// While there is nothing at `path` Prepare() and Fetch() say so (kSystem), and
/// Describe() says kNotConnected. Errors: kSystem for a path that cannot be
/// read; kCorrupt for a file (not
/// for one of a directory) that is not what it should be, with the byte.
/// Threads: the source and its streams belong to one.
base::Result<std::unique_ptr<LiveSource>> OpenMmvSource(
    const std::string& path);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_MMV_MMV_SOURCE_H_
