#include "policy/skopos/actions/program_search.h"

namespace vow::skopos {

ProgramSearch::ProgramSearch(Host& host, std::string plan_folder, std::vector<std::string> folders)
    : host_(host),
      plan_folder_(std::move(plan_folder)),
      folders_(std::move(folders)) {
    folders_.push_back(plan_folder_ + "/plugins");
}

std::optional<std::string> ProgramSearch::plugin(const std::string& name) const {
    for (const std::string& folder : folders_) {
        std::string path = folder;
        path.append("/").append(name);
        if (is_file(path)) return path;
    }
    return std::nullopt;
}

std::vector<std::string> ProgramSearch::plugin_names() const {
    std::vector<std::string> names;
    for (const std::string& folder : folders_) {
        const auto found = host_.list_directory(folder);
        if (found) names.insert(names.end(), found->begin(), found->end());
    }
    return names;
}

std::optional<std::string> ProgramSearch::script(const std::string& name) const {
    if (name.find('/') != std::string::npos) {
        std::string path = name.starts_with('/') ? name : plan_folder_ + "/" + name;
        return is_file(path) ? std::optional(std::move(path)) : std::nullopt;
    }
    if (name.empty()) return std::nullopt;
    if (auto path = plugin(name)) return path;
    return program_on_path(host_, name);
}

bool ProgramSearch::is_file(const std::string& path) const {
    const auto status = host_.status(path, Symlinks::follow);
    return status && status->kind == FileKind::regular;
}

} // namespace vow::skopos
