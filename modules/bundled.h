#pragma once

#include "modules/sdk/cpp/module.h"
#include "modules/sdk/cpp/serve.h"

#include <memory>
#include <span>
#include <string_view>

namespace vow::modules {

/// Where the agent has a module.
enum class Home {
    agent,      ///< inside: it neither starts programs nor waits
    own_process ///< it would block the agent
};

/// An entry of the table of bundled modules.
struct BundledModule {
    std::string_view name;
    std::string_view summary;
    /// Null if the module is a separate program, because its libraries are too large for ours.
    std::unique_ptr<Module> (*make)();
    std::string_view program = {};  ///< the file name of that program
    std::string_view argument = {}; ///< the first one of a program that has several modules
    std::string_view needs = {};    ///< the package required to build that program
    Home home = Home::agent;
};

/// All bundled modules, sorted by name.
std::span<const BundledModule> bundled_modules();

/// Null for an unknown name.
const BundledModule* find_bundled_module(std::string_view name);

/// Null for an unknown name, and for a module that is a separate program.
std::unique_ptr<Module> make_bundled_module(std::string_view name);

} // namespace vow::modules
