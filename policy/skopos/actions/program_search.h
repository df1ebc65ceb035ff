#pragma once

#include "policy/run/host.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

/// Finds plugins and scripts, which share their names. All folders are absolute.
class ProgramSearch {
public:
    /// `folders` are searched in this order, then `plugins` beside the plan. Borrows the host.
    ProgramSearch(Host& host, std::string plan_folder, std::vector<std::string> folders);

    const std::string& plan_folder() const { return plan_folder_; }

    /// The path of a plugin; nullopt if no folder has it.
    std::optional<std::string> plugin(const std::string& name) const;
    /// The names that the folders have.
    std::vector<std::string> plugin_names() const;
    /// The path of a script: a name with a slash is relative to the plan, others are looked for in
    /// the folders, then in PATH.
    std::optional<std::string> script(const std::string& name) const;

private:
    bool is_file(const std::string& path) const;

    Host& host_;
    std::string plan_folder_;
    std::vector<std::string> folders_;
};

} // namespace vow::skopos
