#include "protocol/system/search_path.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace vow {
namespace {

constexpr std::string_view usual_folders = "/usr/sbin:/usr/bin:/sbin:/bin";

/// Why no program is looked up in a folder.
std::optional<std::string> fault_of(const Trust& trust, const std::string& folder) {
    if (!folder.starts_with('/')) return "it is another folder wherever a program works";
    return trust.objection_to_search(folder);
}

} // namespace

SearchPath trusted_search_path(const Trust& trust, std::string_view folders) {
    SearchPath path{.folders = std::string(folders), .left_out = {}};
    if (!trust.users()) return path;
    path.folders.clear();
    std::set<std::string> known;
    for (bool is_last = false; !is_last;) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        is_last = end == folders.size();
        const std::string folder(folders.substr(0, end));
        folders.remove_prefix(is_last ? end : end + 1);
        if (!known.insert(folder).second) continue;
        if (const auto fault = fault_of(trust, folder)) {
            path.left_out.push_back(
                "No programs are looked up in '" + folder + "', which PATH names: " + *fault
            );
        } else {
            path.folders += (path.folders.empty() ? "" : ":") + folder;
        }
    }
    if (path.folders.empty()) path.folders = usual_folders;
    return path;
}

std::vector<std::string> restrict_search_path(const Trust& trust) {
    const char* folders = std::getenv("PATH");
    if (folders == nullptr) return {};
    SearchPath path = trusted_search_path(trust, folders);
    ::setenv("PATH", path.folders.c_str(), 1);
    return std::move(path.left_out);
}

} // namespace vow
