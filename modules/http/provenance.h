#pragma once

#include "modules/http/headers.h"

#include <string>

namespace vow::modules {

/// Which state of what some bytes are: what a server calls it that promised the same name for the
/// same bytes only.
struct Provenance {
    std::string source; ///< digest of the request that they answered
    std::string etag;   ///< empty: it has no name

    /// For a request of that URL with these headers. Secrets among them do not count.
    static std::string source_of(const std::string& url, const RequestHeaders& headers);
};

/// Has an open file remember where its bytes come from, in an extended attribute. Nothing is
/// remembered where there are none.
void remember(int file, const Provenance& provenance);

/// What a file remembers that was not changed since; else the etag is empty.
Provenance recall(const std::string& path);

} // namespace vow::modules
