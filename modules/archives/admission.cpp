#include "modules/archives/admission.h"

#include "modules/archives/archive_limits.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace vow::modules {

std::variant<EntryName, std::string> entry_name(std::string_view written) {
    if (written.starts_with('/')) return "its name is absolute";
    if (written.size() >= PATH_MAX) return "its name is too long";
    EntryName name;
    while (!written.empty()) {
        const std::size_t slash = std::min(written.find('/'), written.size());
        const std::string_view part = written.substr(0, slash);
        written.remove_prefix(std::min(slash + 1, written.size()));
        if (part.empty() || part == ".") continue;
        if (part == "..") return "its name leads out of the folder";
        if (part.size() > NAME_MAX) return "its name is too long";
        name.emplace_back(part);
    }
    if (name.size() > max_entry_depth) return "it is nested too deeply";
    return name;
}

std::string joined(const EntryName& name) {
    std::string whole;
    for (const std::string& part : name)
        whole += (whole.empty() ? "" : "/") + part;
    return whole;
}

namespace {

constexpr std::size_t max_lines = 20;

} // namespace

void LeftOut::finish() {
    if (std::exchange(is_finished_, true) || count_ <= max_lines) return;
    const std::string rest = std::to_string(count_ - max_lines);
    record_.log(LogLevel::warning, text({"Left out ", rest, " further entries"}));
}

void LeftOut::add(std::string_view entry, std::string_view why) {
    if (!is_finished_ && ++count_ <= max_lines)
        record_.log(LogLevel::warning, text({"Left out '", entry, "': ", why}));
}

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
