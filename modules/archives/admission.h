#pragma once

#include "modules/archives/archive_entry_name.h"
#include "modules/archives/archive_reader.h"
#include "modules/archives/left_out.h"

#include <map>
#include <optional>
#include <string>

namespace vow::modules {

/// Decides which entries of an archive are extracted, and names the others: only files, folders and
/// harmless links, whose names stay inside the folder and exclude each other.
class Admission {
public:
    /// `reader` counts the folders that names need.
    /// `strip` is the number of folders that each name loses; an entry without more is left out
    /// silently, as it is one of them.
    Admission(LeftOut& left_out, ArchiveReader& reader, std::size_t strip = 0)
        : left_out_(left_out),
          reader_(reader),
          strip_(strip) {}

    /// The name of an entry; nullopt if it is left out.
    std::optional<EntryName> admit(const ArchiveEntry& entry);

private:
    /// Why the entry does not fit to those before it; empty if it does.
    std::string conflict_of(const EntryName& name, ArchiveEntry::Kind kind);

    LeftOut& left_out_;
    ArchiveReader& reader_;
    const std::size_t strip_;
    std::map<std::string, ArchiveEntry::Kind> admitted_; ///< with the folders above them
};

} // namespace vow::modules
