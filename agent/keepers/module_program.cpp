#include "agent/keepers/module_program.h"

#include "agent/machine/companions.h"

namespace vow::agent {

std::vector<std::string> program_words(const modules::BundledModule& module) {
    std::string path = path_of_companion(module.program);
    if (path.empty()) return {};
    if (module.argument.empty()) return {std::move(path)};
    return {std::move(path), std::string(module.argument)};
}

std::string absence_of_program(const modules::BundledModule& module) {
    const auto folders = companion_folders();
    return "The bundled module '" + std::string(module.name) + "' is a program of its own, '" +
           std::string(module.program) + "', which is not installed in '" +
           folders.front().native() + "' or '" + folders.back().native() +
           "'; build and install vow where '" + std::string(module.needs) + "' is available";
}

} // namespace vow::agent
