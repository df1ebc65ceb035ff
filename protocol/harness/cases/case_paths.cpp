#include "protocol/harness/cases/case_file.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace vow::harness {

bool is_below(const std::string& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return path == folder || path.starts_with(folder + "/");
    });
}

bool is_lock_or_cache(const std::string& path) {
    static const std::vector<std::string> folders = {"/run/lock", "/var/cache", "/var/lock"};
    return is_below(path, folders);
}

bool is_scratch(const std::string& path, const Case& ready) {
    return is_below(path, ready.scratch) || is_lock_or_cache(path);
}

namespace {

namespace fs = std::filesystem;

void add_paths(std::vector<std::string>& paths, const Data& value) {
    if (value.kind() == Data::Kind::string && value.text().starts_with("/"))
        paths.emplace_back(value.text());
    if (value.kind() == Data::Kind::array) {
        for (const Data& item : value.items())
            add_paths(paths, item);
    }
    if (value.kind() == Data::Kind::object) {
        for (const auto& [name, member] : value.members())
            add_paths(paths, member);
    }
}

bool names(const std::string& text, const std::string& path) {
    return text.starts_with(path) && (text.size() == path.size() || text[path.size()] == ':');
}

} // namespace

std::vector<std::string> promised_paths(const SentPromise& promise) {
    std::vector<std::string> paths;
    add_paths(paths, Data::string(promise.promiser));
    for (const auto& [name, value] : promise.attributes)
        add_paths(paths, value);
    return paths;
}

std::vector<std::string> promised_files(const Case& ready) {
    const std::vector<std::string> texts = promised_paths(ready.promise);
    std::set<std::string> files;
    for (const auto* some : {&ready.before, &ready.after}) {
        for (const CaseFile& file : *some) {
            const auto names_it = [&](const std::string& text) { return names(text, file.path); };
            std::error_code error;
            const fs::path path = fs::weakly_canonical(file.path, error);
            if (file.content && !error && std::ranges::any_of(texts, names_it)) files.insert(path);
        }
    }
    return {files.begin(), files.end()};
}

} // namespace vow::harness
