#include "policy/inmanta/project/modules.h"

namespace vow::inmanta {

std::optional<std::string>
module_folder(const Project& project, HostFiles& host, const std::string& module) {
    for (const std::string& folder : project.module_path) {
        std::string path = joined_path(joined_path(project.folder, folder), module);
        const auto status = host.status(path, Symlinks::follow);
        if (status && status->kind == FileKind::directory) return path;
    }
    return std::nullopt;
}

std::map<std::string, std::string>
python_folders(const Project& project, HostFiles& host, const Model& model) {
    std::map<std::string, std::string> folders;
    for (const auto& space : model.namespaces) {
        if (space->name == "std" || space->name.find("::") != std::string::npos) continue;
        const auto module = module_folder(project, host, space->name);
        if (!module) continue;
        for (const std::string& layout :
             {"inmanta_plugins/" + space->name, std::string("plugins")}) {
            const auto folder = host.real_path(joined_path(*module, layout));
            if (folder && host.status(*folder + "/__init__.py", Symlinks::follow))
                folders.try_emplace(space->name, *folder);
        }
    }
    return folders;
}

bool has_dependency_manager(const std::map<std::string, std::string>& folders, HostFiles& host) {
    for (const auto& [module, folder] : folders) {
        const auto names = host.list_directory(folder);
        if (!names) continue;
        for (const std::string& name : *names) {
            if (!name.ends_with(".py")) continue;
            const auto text = read_whole_file(host, joined_path(folder, name));
            if (text && text->find("dependency_manager") != std::string::npos) return true;
        }
    }
    return false;
}

} // namespace vow::inmanta
