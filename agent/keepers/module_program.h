#pragma once

#include "modules/bundled.h"

#include <string>

namespace vow::agent {

/// The program of a bundled module: next to our own in a build folder, or in ../libexec/vow from
/// there once installed. Empty if it is in neither place.
std::string path_of_program(const modules::BundledModule& module);

/// "The module 'http' is a program of its own, ...": explains that it is missing, with a remedy.
std::string absence_of_program(const modules::BundledModule& module);

} // namespace vow::agent
