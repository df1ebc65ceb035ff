#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A language that a new module can be written in, and what its folder is made of.
struct ScaffoldLanguage {
    std::string_view name;        ///< "python"
    std::string_view extension;   ///< of the module's file
    std::string_view interpreter; ///< for a policy that uses it; empty: it is compiled
    std::string_view sdk_file;    ///< an embedded file, copied beside the module; empty: none
    std::string_view build;       ///< a command, if there is something to build
};

std::span<const ScaffoldLanguage> scaffold_languages();
/// Null: no scaffold is made for it.
const ScaffoldLanguage* scaffold_language(std::string_view name);

/// The folder or the name of a new module cannot be; the message says why.
class ScaffoldError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A folder that was made: what is in it, and what to do next, in it.
struct NewModule {
    struct File {
        std::string name;
        std::string_view purpose;
    };
    std::vector<File> files;
    std::vector<std::string> commands; ///< the last one tests it
};

/// Makes a folder `name` with a module that works, its cases and a README, and with what its
/// language wants beside it. Throws ScaffoldError, and leaves what is there as it is.
NewModule make_scaffold(const ScaffoldLanguage& language, const std::string& name);

} // namespace vow::harness
