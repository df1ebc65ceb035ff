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
    std::unique_ptr<Module> (*make)();
};

/// Every module that is part of the program, sorted by name.
std::span<const BundledModule> bundled_modules();

/// Null: no bundled module is called so.
std::unique_ptr<Module> make_bundled_module(std::string_view name);

} // namespace vow::modules
