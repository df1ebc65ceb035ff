#pragma once

#include "policy/inmanta/project/project.h"
#include "policy/inmanta/types/model.h"

#include <map>
#include <optional>
#include <string>

namespace vow::inmanta {

/// The folder of a module: the first on the module path that has one. Nullopt for modules that vow
/// brings, and for unknown ones.
std::optional<std::string>
module_folder(const Project& project, HostFiles& host, const std::string& module);

/// The folders with Python of the modules that a model has loaded, by name: "plugins", or
/// "inmanta_plugins/NAME" in the newer layout.
std::map<std::string, std::string>
python_folders(const Project& project, HostFiles& host, const Model& model);

/// Whether the Python in one of these folders mentions dependency managers.
bool has_dependency_manager(const std::map<std::string, std::string>& folders, HostFiles& host);

} // namespace vow::inmanta
