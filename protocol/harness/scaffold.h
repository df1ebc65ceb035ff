#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A language for new modules, and the files of their folder.
struct ScaffoldLanguage {
    std::string_view name;        ///< "python"
    std::string_view extension;   ///< of the module's file
    std::string_view interpreter; ///< for a policy that uses it; empty if the module is compiled
    std::string_view sdk_file;    ///< an embedded file, copied next to the module; may be empty
    std::string_view build;       ///< the build command, or empty
};

/// All languages, sorted by name.
std::span<const ScaffoldLanguage> scaffold_languages();
/// Null for an unknown language.
const ScaffoldLanguage* scaffold_language(std::string_view name);

/// A new module cannot be created; the message gives the reason.
class ScaffoldError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A new folder: its files, and the next commands to run in it.
struct NewModule {
    struct File {
        std::string name;
        std::string_view purpose;
    };
    std::vector<File> files;
    std::vector<std::string> commands; ///< the last one tests the module
};

/// Creates a folder `name` with a working module, its cases, a README, and the files that its
/// language needs. Throws ScaffoldError; changes nothing that exists.
NewModule make_scaffold(const ScaffoldLanguage& language, const std::string& name);

} // namespace vow::harness
