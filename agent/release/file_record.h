#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// Length and digests that a file must have, be it metadata or a target.
struct FileRecord {
    std::optional<std::int64_t> length = {};
    std::map<std::string, std::string> digests = {}; ///< hexadecimal digits by algorithm

    friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

/// Whether a file must have a digest: targets must, metadata need not.
enum class Digests { optional, required };

/// Throws Untrusted unless the bytes have the length and the digests of the record.
void check_file(
    const FileRecord& record, Digests digests, std::string_view bytes, const std::string& name
);

} // namespace vow::agent
