#pragma once

#include "modules/archives/archive_limits.h"
#include "modules/archives/interruption.h"
#include "protocol/system/file_descriptor.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

struct archive;

namespace vow::modules {

struct ArchiveEntry {
    enum class Kind { file, folder, link, other };
    std::string name; ///< as the archive has it
    Kind kind;
    mode_t mode;        ///< the permission bits
    std::string target; ///< of a link
};

/// Reads the entries of an archive in their order: zip and tar, the latter also packed by gzip,
/// bzip2, xz or zstd. Its content is counted; a limit or a damaged archive is an ArchiveFault.
class ArchiveReader {
public:
    /// Reads an open file from its beginning; borrows its arguments.
    ArchiveReader(
        const FileDescriptor& file, const ArchiveLimits& limits, const Interruption& interruption
    );

    /// nullopt at the end.
    std::optional<ArchiveEntry> next();
    /// Hands over the bytes of the entry in turn, with its holes as zeros.
    void read(const std::function<void(std::string_view)>& take);

private:
    struct Close {
        void operator()(archive* opened) const;
    };

    [[noreturn]] void fail() const;

    std::unique_ptr<archive, Close> archive_;
    ArchiveTally tally_;
    const Interruption& interruption_;
};

} // namespace vow::modules
