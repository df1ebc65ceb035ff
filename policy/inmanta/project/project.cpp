#include "policy/inmanta/project/project.h"

#include "policy/run/trusted_reader.h"
#include "policy/run/usage_error.h"
#include "protocol/data/yaml.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <set>

namespace vow::inmanta {

namespace {

constexpr std::string_view project_file = "project.yml";

bool is_file(HostFiles& host, const std::string& path) {
    const auto status = host.status(path, Symlinks::follow);
    return status && status->kind == FileKind::regular;
}

bool is_folder(HostFiles& host, const std::string& path) {
    const auto status = host.status(path, Symlinks::follow);
    return status && status->kind == FileKind::directory;
}

std::vector<std::string> texts_of(const YamlNode* node) {
    std::vector<std::string> texts;
    if (node == nullptr) return texts;
    if (node->kind == YamlNode::Kind::scalar) texts.push_back(node->text);
    for (const YamlNode& item : node->items)
        texts.push_back(item.text);
    return texts;
}

/// The nearest folder with a project file, at or above one; empty if there is none.
std::string project_above(const std::string& folder, HostFiles& host) {
    const auto real = host.real_path(folder);
    if (!real) return {};
    std::string shown = folder;
    for (std::string at = *real;; at = folder_of(at)) {
        if (is_file(host, joined_path(at, std::string(project_file))))
            return at == *real ? shown : at;
        if (at == "/" || at == ".") return {};
    }
}

YamlNode read_yaml(const std::string& path, HostFiles& host) {
    const auto text = read_trusted(host, path);
    if (!text) throw UsageError("'" + path + "': " + text.why_not);
    auto parsed = parse_yaml(**text);
    if (const auto* error = std::get_if<YamlError>(&parsed))
        throw UsageError("'" + path + "' is not YAML: " + error->message);
    return std::get<YamlNode>(std::move(parsed));
}

void read_settings(Project& project, HostFiles& host) {
    const std::string path = joined_path(project.folder, std::string(project_file));
    const YamlNode settings = read_yaml(path, host);
    const YamlNode* name = settings.find("name");
    if (name == nullptr || name->text.empty())
        throw UsageError("'" + path + "' does not have a 'name'");
    project.file = path;
    project.name = name->text;
    project.module_path = texts_of(settings.find("modulepath"));
    if (project.module_path.empty()) project.module_path = {"libs"};
    for (const std::string_view installer : {"repo", "install_mode", "pip"}) {
        if (settings.find(installer) != nullptr) project.installer_settings.emplace_back(installer);
    }
    if (const YamlNode* modules = settings.find("promise_modules")) {
        const std::string base = host.real_path(project.folder).value.value_or(project.folder);
        for (const YamlNode::Member& module : modules->members) {
            const YamlNode* file = module.value.find("path");
            const YamlNode* interpreter = module.value.find("interpreter");
            if (file == nullptr) continue;
            project.promise_modules.push_back(
                {.name = module.key.text,
                 .path = joined_path(base, file->text),
                 .interpreter = interpreter != nullptr ? interpreter->text : ""}
            );
        }
    }
}

/// Looks into the Python below a folder; links to folders, which may lead back, are not followed.
bool has_word_in_python(const std::string& folder, std::string_view word, HostFiles& host) {
    const auto names = host.list_directory(folder);
    return names && std::ranges::any_of(*names, [&](const std::string& name) {
               if (name.starts_with('.')) return false; // hidden, or the folder itself
               const std::string path = joined_path(folder, name);
               if (name.ends_with(".py")) {
                   const auto text = read_whole_file(host, path);
                   return text && text->find(word) != std::string::npos;
               }
               const auto status = host.status(path, Symlinks::as_they_are);
               return status && status->kind == FileKind::directory &&
                      has_word_in_python(path, word, host);
           });
}

} // namespace

std::string joined_path(const std::string& folder, const std::string& name) {
    if (name.starts_with('/')) return name;
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

Project read_project(const std::string& path, HostFiles& host) {
    Project project;
    if (is_folder(host, path)) {
        project.folder = path;
        if (!is_file(host, joined_path(path, std::string(project_file))))
            throw UsageError(
                "'" + path +
                "' is a folder without a file project.yml, so it is not a project: name a policy "
                "file or "
                "the folder of a project"
            );
        read_settings(project, host);
        project.main = joined_path(path, "main.cf");
        return project;
    }
    project.main = path;
    project.folder = project_above(folder_of(path), host);
    if (project.folder.empty()) {
        project.folder = folder_of(path);
        project.name = base_name_of(path);
        project.module_path = {"libs"};
    } else {
        read_settings(project, host);
    }
    return project;
}

std::vector<std::string> installed_module_folders(Host& host) {
    std::vector<std::string> libraries;
    if (const auto environment = host.environment("VIRTUAL_ENV"))
        libraries = {*environment + "/lib"};
    else if (const auto python = program_on_path(host, "python3"))
        libraries = {
            folder_of(folder_of(host.real_path(*python).value.value_or(*python))) + "/lib"};
    std::vector<std::string> found;
    for (const std::string& library : libraries) {
        const auto names = host.list_directory(library);
        if (!names) continue;
        for (const std::string& name : *names) {
            if (!name.starts_with("python3")) continue;
            for (const std::string_view packages : {"/site-packages", "/dist-packages"}) {
                std::string path = joined_path(library, name);
                path.append(packages).append("/inmanta_plugins");
                if (is_folder(host, path)) found.push_back(std::move(path));
            }
        }
    }
    return found;
}

std::optional<std::string>
module_folder(const Project& project, HostFiles& host, const std::string& module) {
    for (const std::string& folder : project.installed) {
        std::string path = joined_path(folder, module);
        if (host.status(path + "/model/_init.cf", Symlinks::follow)) return path;
    }
    for (const std::string& folder : project.module_path) {
        std::string path = joined_path(joined_path(project.folder, folder), module);
        const auto status = host.status(path, Symlinks::follow);
        if (status && status->kind == FileKind::directory) return path;
    }
    return std::nullopt;
}

namespace {

/// The modules that a module of the newer layout requires: its Python may import theirs.
std::vector<std::string> required_modules(const std::string& module_folder, HostFiles& host) {
    constexpr std::string_view prefix = "inmanta-module-";
    std::vector<std::string> required;
    const auto text = read_whole_file(host, joined_path(module_folder, "setup.cfg"));
    if (!text) return required;
    for (const std::string_view line : lines_of(*text)) {
        const std::string_view written = trimmed(line);
        if (!written.starts_with(prefix)) continue;
        const std::string_view rest = written.substr(prefix.size());
        std::string name(rest.substr(0, rest.find_first_of(" \t<>=!~;,[(#")));
        std::ranges::replace(name, '-', '_');
        required.push_back(std::move(name));
    }
    return required;
}

std::vector<std::string> outer_namespaces(const Model& model) {
    std::vector<std::string> names;
    for (const auto& space : model.namespaces) {
        if (space->name.find("::") == std::string::npos) names.push_back(space->name);
    }
    return names;
}

} // namespace

PythonModules
python_modules(const Project& project, HostFiles& host, const Model& model, Keepers keepers) {
    PythonModules found{.project = host.real_path(project.folder).value.value_or(project.folder)};
    std::vector<std::string> names = outer_namespaces(model);
    const std::size_t loaded = names.size();
    std::set<std::string> known(names.begin(), names.end());
    for (std::size_t at = 0; at < names.size(); ++at) {
        const std::string name = names[at];
        const auto module = module_folder(project, host, name);
        if (!module) continue;
        if (at < loaded) found.paths.emplace(name, host.real_path(*module).value.value_or(*module));
        for (std::string& required : required_modules(*module, host)) {
            if (known.insert(required).second) names.push_back(std::move(required));
        }
        if (name == "std" && keepers != Keepers::python) continue;
        // An installed module is its package itself.
        for (const std::string& layout :
             {"inmanta_plugins/" + name, std::string("plugins"), std::string(".")}) {
            const auto folder = host.real_path(joined_path(*module, layout));
            if (folder && host.status(*folder + "/__init__.py", Symlinks::follow))
                found.plugins.try_emplace(name, *folder);
        }
    }
    return found;
}

bool has_dependency_manager(const std::map<std::string, std::string>& folders, HostFiles& host) {
    return std::ranges::any_of(folders, [&](const auto& module) {
        return has_word_in_python(module.second, "dependency_manager", host);
    });
}

} // namespace vow::inmanta
