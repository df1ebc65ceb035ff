#pragma once

#include "modules/archives/archive_reader.h"
#include "protocol/promise/record.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::modules {

/// The components of an entry's name: a place inside the folder that is extracted to.
using EntryName = std::vector<std::string>;

/// Reads the name of an entry, or returns why it is none. That of the top folder is empty.
std::variant<EntryName, std::string> entry_name(std::string_view written);

/// The name as it is shown, and written into archives.
std::string joined(const EntryName& name);

/// Names in warnings the entries that are left out; the first of them, as an archive may have many.
class LeftOut {
public:
    explicit LeftOut(Record& record) : record_(record) {}
    LeftOut(const LeftOut&) = delete;
    LeftOut& operator=(const LeftOut&) = delete;
    ~LeftOut() { finish(); }

    /// Ends the warnings, before the same entries are passed again.
    void finish();
    void add(std::string_view entry, std::string_view why);

private:
    Record& record_;
    std::size_t count_ = 0;
    bool is_finished_ = false;
};

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
