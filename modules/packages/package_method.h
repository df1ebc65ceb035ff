#pragma once

#include "protocol/packages/package_list.h"
#include "protocol/promise/settings.h"
#include "protocol/text/regex.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A kind of change that a `package_method` body has a command for.
enum class PackageOperation { remove, add, update, patch, verify };

/// A `package_method` body: the commands of a package manager, and how to read their output.
class PackageMethod {
public:
    explicit PackageMethod(const Settings& body) : body_(body) {}

    /// Why no promise of a `package_policy` can be kept with it, one sentence each.
    std::vector<std::string> faults(std::string_view policy) const;

    std::string value(std::string_view attribute) const { return body_.text_or(attribute, ""); }
    bool has(std::string_view attribute) const { return !value(attribute).empty(); }
    /// nullopt if the body does not have the attribute.
    std::optional<std::chrono::minutes> minutes(std::string_view attribute) const;
    std::vector<std::string> repositories() const {
        return body_.list("package_file_repositories");
    }
    bool uses_shell() const { return body_.is_true_by_default("package_commands_useshell"); }
    /// Empty if the body has none.
    std::string command(PackageOperation operation) const;

    /// The packages in the output of `package_list_command`. `default_architecture` is for lines
    /// that name none.
    PackageList
    installed_in(std::string_view output, const std::string& default_architecture) const;
    /// The patches in the output of `package_patch_list_command` that it does not list as
    /// installed.
    PackageList patches_in(std::string_view output, const std::string& default_architecture) const;
    /// The package whose name, version and architecture the promiser holds; nullopt if the body has
    /// no expressions to find them.
    std::optional<Package> named_by(std::string_view promiser) const;
    /// The package as the command gets it.
    std::string name_for(PackageOperation operation, const Package& package) const;
    /// Matches the names of files in a repository that hold the package in any version, which is
    /// group 1; nullopt if the convention does not make a regular expression.
    std::optional<Regex> file_pattern(const Package& package) const;

private:
    PackageList records_in(std::string_view output, const std::string& default_architecture) const;
    std::string first_group(std::string_view attribute, std::string_view line) const;

    Settings body_;
};

} // namespace vow::modules
