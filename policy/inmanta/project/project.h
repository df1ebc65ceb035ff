#pragma once

#include "policy/inmanta/settings.h"
#include "policy/inmanta/types/model.h"
#include "policy/run/host.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow::inmanta {

/// A project: a folder with `project.yml` and `main.cf`, or a model file alone.
struct Project {
    std::string name;
    std::string file;   ///< project.yml; empty for a model file alone
    std::string folder; ///< as given; modules are searched relative to it
    std::string main;   ///< the model file to compile
    std::vector<std::string> module_path;
    /// The folders `inmanta_plugins` of the Python environment, in which modules are installed.
    std::vector<std::string> installed = {};

    /// The settings of project.yml for the installation of modules, which vow does not do.
    std::vector<std::string> installer_settings = {};

    /// A promise module that models use as an entity of the module `vow`.
    struct PromiseModule {
        std::string name;
        std::string path; ///< absolute
        std::string interpreter = {};
    };
    std::vector<PromiseModule> promise_modules;
};

/// Reads the project of a folder or of a model file. Throws UsageError if it is not one.
Project read_project(const std::string& path, HostFiles& host);

/// "folder/name", or "name" where it is absolute.
std::string joined_path(const std::string& folder, const std::string& name);

/// The folders in which the Python environment has modules: that of VIRTUAL_ENV or, without one, of
/// python3.
std::vector<std::string> installed_module_folders(Host& host);

/// The folder of a module: an installed one, or the first on the module path that has one. Nullopt
/// for modules that vow brings, and for unknown ones.
std::optional<std::string>
module_folder(const Project& project, HostFiles& host, const std::string& module);

/// The modules that a model has loaded, and their Python with that of the modules they require.
struct PythonModules {
    std::string project;                      ///< its folder, absolute
    std::map<std::string, std::string> paths; ///< the folder of each module, by name
    /// The folder with its Python: "plugins", or "inmanta_plugins/NAME" in the newer layout.
    std::map<std::string, std::string> plugins;
};

/// Without the Python of std, whose plugins and handlers are vow's own, unless `keepers` wants it.
PythonModules
python_modules(const Project& project, HostFiles& host, const Model& model, Keepers keepers);

/// Whether the Python in one of these folders mentions dependency managers.
bool has_dependency_manager(const std::map<std::string, std::string>& folders, HostFiles& host);

} // namespace vow::inmanta
