#include "agent/keepers/module_program.h"

#include <filesystem>

#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

fs::path beside_ours() {
    return fs::read_symlink("/proc/self/exe").parent_path();
}

fs::path installed() {
    return beside_ours().parent_path() / "libexec/vow";
}

} // namespace

std::string path_of_program(const modules::BundledModule& module) {
    for (const fs::path& folder : {beside_ours(), installed()}) {
        const fs::path path = folder / module.program;
        if (::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

std::string absence_of_program(const modules::BundledModule& module) {
    return "The bundled module '" + std::string(module.name) + "' is a program of its own, '" +
           std::string(module.program) + "', which is not installed in '" + beside_ours().native() +
           "' or '" + installed().native() + "'; build and install vow where '" +
           std::string(module.needs) + "' is available";
}

} // namespace vow::agent
