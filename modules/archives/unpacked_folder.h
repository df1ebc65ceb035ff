#pragma once

#include "modules/archives/admission.h"
#include "modules/archives/archive_reader.h"
#include "protocol/system/place.h"

#include <optional>
#include <string>

namespace vow::modules {

/// The folder that an archive is extracted to. It is open, and no link in it is followed. An
/// obstacle is an ArchiveFault.
class UnpackedFolder {
public:
    /// The folder need not exist.
    explicit UnpackedFolder(std::string path);

    /// Whether an entry is there as the archive has it; reads a file's bytes from `reader`.
    bool has(const EntryName& name, const ArchiveEntry& entry, ArchiveReader& reader) const;
    /// Makes the folder itself, if it does not exist.
    void make();
    /// Writes an entry. A file has its content and mode as soon as it has its name.
    void
    write(const EntryName& name, const ArchiveEntry& entry, mode_t mode, ArchiveReader& reader);

private:
    void open();
    /// nullopt if the folder above the entry does not exist.
    std::optional<Place> find(const EntryName& name) const;
    Place make_way(const EntryName& name) const;
    [[noreturn]] void fail(const EntryName& name, int error) const;

    const std::string path_;
    OpenFolder folder_; ///< null if it does not exist
};

} // namespace vow::modules
