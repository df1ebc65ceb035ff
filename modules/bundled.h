#pragma once

#include "modules/sdk/cpp/module.h"
#include "modules/sdk/cpp/serve.h"

#include <memory>
#include <span>
#include <string_view>

namespace vow::modules {

/// One line of the table of bundled modules.
struct BundledModule {
    std::string_view name;
    std::string_view summary;
    /// Null: it is a program of its own, since what it is linked to is too much for ours.
    std::unique_ptr<Module> (*make)();
    std::string_view program = {}; ///< the file name of that program
    std::string_view needs = {};   ///< the package without which that program is not built
};

/// Every module that comes with the program, sorted by name.
std::span<const BundledModule> bundled_modules();

/// Null: no bundled module is called so.
const BundledModule* find_bundled_module(std::string_view name);

/// Null: no bundled module is called so, or it is a program of its own.
std::unique_ptr<Module> make_bundled_module(std::string_view name);

} // namespace vow::modules
