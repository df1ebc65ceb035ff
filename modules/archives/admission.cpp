#include "modules/archives/admission.h"

#include "protocol/text/text.h"

namespace vow::modules {
namespace {

using Kind = ArchiveEntry::Kind;

/// Why an entry is not extracted, whatever the others are; empty if it is.
std::string objection_to(const ArchiveEntry& entry) {
    if (entry.kind == Kind::other) return "it is a device or another special file";
    if (entry.kind == Kind::link && !leads_below(entry.target))
        return "it is a link that does not lead below its folder";
    return {};
}

} // namespace

std::optional<EntryName> Admission::admit(const ArchiveEntry& entry) {
    auto read = entry_name(entry.name);
    auto* name = std::get_if<EntryName>(&read);
    if (name != nullptr && strip_ > 0) {
        if (name->size() <= strip_) return std::nullopt;
        name->erase(name->begin(), name->begin() + static_cast<std::ptrdiff_t>(strip_));
    }
    if (name != nullptr && name->empty() && entry.kind == Kind::folder) return std::nullopt;
    std::string why = name == nullptr ? std::get<std::string>(read)
                      : name->empty() ? "it has no name"
                                      : objection_to(entry);
    if (why.empty()) why = conflict_of(*name, entry.kind);
    if (why.empty()) return *name;
    left_out_.add(entry.name, why);
    return std::nullopt;
}

std::string Admission::conflict_of(const EntryName& name, Kind kind) {
    EntryName above;
    for (std::size_t at = 0; at + 1 < name.size(); ++at) {
        above.push_back(name[at]);
        const auto [found, is_new] = admitted_.try_emplace(joined(above), Kind::folder);
        if (is_new) reader_.count_folder();
        if (found->second != Kind::folder)
            return "'" + joined(above) + "' is not a folder in the archive";
    }
    const auto [found, is_new] = admitted_.try_emplace(joined(name), kind);
    const bool is_folder_again = found->second == Kind::folder && kind == Kind::folder;
    return is_new || is_folder_again ? "" : "the archive has that name twice";
}

} // namespace vow::modules
