#include "agent/keepers/module_program.h"

#include "agent/machine/companions.h"

namespace vow::agent {

std::string path_of_program(const modules::BundledModule& module) {
    return path_of_companion(module.program);
}

std::string absence_of_program(const modules::BundledModule& module) {
    const auto folders = companion_folders();
    return "The bundled module '" + std::string(module.name) + "' is a program of its own, '" +
           std::string(module.program) + "', which is not installed in '" +
           folders.front().native() + "' or '" + folders.back().native() +
           "'; build and install vow where '" + std::string(module.needs) + "' is available";
}

} // namespace vow::agent
