#pragma once

#include "policy/run/host_files.h"

#include <string>
#include <vector>

namespace vow::inmanta {

/// A project: a folder with `project.yml` and `main.cf`, or a model file alone.
struct Project {
    std::string name;
    std::string folder; ///< as given; modules are searched relative to it
    std::string main;   ///< the model file to compile
    std::vector<std::string> module_path;

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

} // namespace vow::inmanta
