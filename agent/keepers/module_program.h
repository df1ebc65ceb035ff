#pragma once

#include "modules/bundled.h"

#include <string>

namespace vow::agent {

/// Where the program of a bundled module is: beside our own, as it is built, or in ../libexec/vow
/// from there, as it is installed. Empty: in neither place.
std::string path_of_program(const modules::BundledModule& module);

/// "The module 'http' is a program of its own, ...": that it is not there, and what can be done.
std::string absence_of_program(const modules::BundledModule& module);

} // namespace vow::agent
