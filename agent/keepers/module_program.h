#pragma once

#include "modules/bundled.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The words that start the program of a bundled module: its path, next to our own program in a
/// build folder, or in ../libexec/vow from there once installed, and the argument that chooses the
/// module. Empty if it is in neither place.
std::vector<std::string> program_words(const modules::BundledModule& module);

/// "The module 'http' is a program of its own, ...": explains that it is missing, with a remedy.
std::string absence_of_program(const modules::BundledModule& module);

} // namespace vow::agent
