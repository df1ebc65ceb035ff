#pragma once

#include "modules/archives/archive_limits.h"
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
/// bzip2, xz or zstd. All of its content is counted, also the parts that are not read; a limit or a
/// damaged archive is an ArchiveFault.
class ArchiveReader {
public:
    /// Reads an open file from its beginning; borrows its arguments.
    ArchiveReader(
        const FileDescriptor& file, const ArchiveLimits& limits, const Interruption& interruption
    );

    /// Reads the rest of the current entry, then the next; nullopt at the end.
    std::optional<ArchiveEntry> next();
    /// Hands over the bytes of the entry in turn, with its holes as zeros.
    void read(const std::function<void(std::string_view)>& take);
    /// Counts a folder that the archive does not hold, but that a name in it needs.
    void count_folder() { tally_.add_entry(); }

private:
    struct Close {
        void operator()(archive* opened) const;
    };

    [[noreturn]] void fail() const;

    std::unique_ptr<archive, Close> archive_;
    ArchiveTally tally_;
    const Interruption& interruption_;
    bool is_in_entry_ = false;
};

} // namespace vow::modules
