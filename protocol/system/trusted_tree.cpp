#include "protocol/system/trust.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <sys/stat.h>

namespace vow {
namespace {

constexpr std::size_t max_entries = 50'000; ///< that are looked at below a folder

bool is_entry(const dirent& entry) {
    const std::string_view name = entry.d_name;
    return name != "." && name != "..";
}

/// Whether Python can import a file of that name, or search in a folder of that name.
bool is_importable(const dirent& entry) {
    constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    constexpr std::array<std::string_view, 3> of_modules = {".py", ".pyc", ".so"};
    const std::string_view name = entry.d_name;
    const auto ends_name = [&](std::string_view suffix) { return name.ends_with(suffix); };
    if (std::ranges::any_of(of_modules, ends_name)) return true;
    const auto is_of_name = [&](unsigned char letter) {
        return letter >= 0x80 || of_names.find(static_cast<char>(letter)) != of_names.npos;
    };
    const bool may_be_folder =
        entry.d_type == DT_DIR || entry.d_type == DT_LNK || entry.d_type == DT_UNKNOWN;
    return may_be_folder && std::ranges::all_of(name, is_of_name);
}

} // namespace

std::optional<std::string>
Trust::judge_tree(const Seen& top, bool (*is_wanted)(const dirent& entry)) const {
    std::set<std::pair<dev_t, ino_t>> read; // a link can lead back
    std::vector<std::string> rest = {top.path};
    std::size_t entries = 0;
    while (!rest.empty()) {
        const Finding found = walk({rest.back(), top.root});
        rest.pop_back();
        if (found.objection) return found.objection;
        if (found.error != 0 || !S_ISDIR(found.status.st_mode)) continue;
        if (!read.emplace(found.status.st_dev, found.status.st_ino).second) continue;
        const std::unique_ptr<DIR, int (*)(DIR*)> folder(
            ::opendir(found.real.c_str()), &::closedir
        );
        while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
            if (!is_wanted(*entry)) continue;
            if (++entries > max_entries) {
                return "'" + top.path + "' and what its links name have more than " +
                       std::to_string(max_entries) + " entries, too many to look at";
            }
            rest.push_back(found.inside + "/" + entry->d_name);
        }
    }
    return std::nullopt;
}

std::optional<std::string> Trust::objection_to_tree(const std::string& path) const {
    auto found = users_ ? judge_tree({path}, is_entry) : std::nullopt;
    if (found) found = advised(*std::move(found));
    return found;
}

/// Python searches the folder of a script first, even for modules of its own library. A folder can
/// be a script as well.
std::optional<std::string> Trust::judge_imports(const Seen& script) const {
    const Finding file = walk(script);
    if (file.objection || file.error != 0) return file.objection;
    const std::size_t slash = std::max<std::size_t>(file.inside.rfind('/'), 1);
    const bool is_folder = S_ISDIR(file.status.st_mode);
    const Seen top = {is_folder ? file.inside : file.inside.substr(0, slash), script.root};
    const Finding folder = walk(top);
    if (folder.objection || folder.error != 0) return folder.objection;
    const std::string imports = "Python imports from '" + folder.real + "', ";
    if (fault_of_writers(folder.real, folder.status)) { // it is a sticky one
        return imports + "where others can put files (move '" + file.real +
               "' to a folder of its own)";
    }
    const auto objection = judge_tree(top, is_importable);
    return objection ? std::optional(imports + "and " + *objection) : std::nullopt;
}

} // namespace vow
