#pragma once

#include "policy/otterscript/settings.h"

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// Adds the options for OtterScript plans to `sub`. `settings` must outlive it.
void add_otterscript(CLI::App& sub, otterscript::Settings& settings);

} // namespace vow::agent
