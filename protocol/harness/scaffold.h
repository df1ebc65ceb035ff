#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vow::harness {

/// A language that a new module can be written in, and what its folder is made of.
struct ScaffoldLanguage {
    std::string_view name;        ///< "python"
    std::string_view extension;   ///< of the module's file
    std::string_view interpreter; ///< for a policy that uses it
    std::string_view library;     ///< an embedded file, copied beside the module
};

std::span<const ScaffoldLanguage> scaffold_languages();
/// Null: no scaffold is made for it.
const ScaffoldLanguage* scaffold_language(std::string_view name);

/// The folder or the name of a new module cannot be; the message says why.
class ScaffoldError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Makes a folder `name` with a module that works, its library, its cases and a README; answers the
/// path of the module's file. Throws ScaffoldError, and leaves what is there as it is.
std::string make_scaffold(const ScaffoldLanguage& language, const std::string& name);

} // namespace vow::harness
