#include "modules/archives/archive_entry_name.h"

#include "modules/archives/archive_limits.h"

#include <algorithm>
#include <climits>

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

} // namespace vow::modules
