#pragma once

#include "modules/http/headers.h"
#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::modules {

/// Identifies the state of a downloaded file: the ETag that the server gave to exactly these bytes.
struct Provenance {
    std::string source; ///< digest of the request
    std::string etag;   ///< empty if unknown

    /// For a request of that URL with these headers; secret headers are ignored.
    static std::string source_of(const std::string& url, const RequestHeaders& headers);
};

/// Stores the provenance of an open file in an extended attribute, if the file system has them.
void remember(int file, const Provenance& provenance);

/// The provenance of a file that has not changed since; otherwise the etag is empty.
Provenance recall(const FileDescriptor& file);

} // namespace vow::modules
