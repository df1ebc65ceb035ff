#pragma once

#include "policy/run/host_files.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow::otterscript {

/// The folders in which modules, scripts and templates are found. The raft without a name is the
/// plan's own folder unless the command line names another.
class Rafts {
public:
    /// `settings` are [NAME=]FOLDER.
    Rafts(const std::vector<std::string>& settings, const std::string& plan_folder);

    /// Null for an unknown raft.
    const std::string* folder(const std::string& raft) const;
    /// The path of a file in a raft; nullopt if it is not there. The name is tried as it is, then
    /// with the suffix.
    std::optional<std::string> find(
        const std::string& raft, const std::string& name, std::string_view suffix, HostFiles& host
    ) const;

private:
    std::map<std::string, std::string, std::less<>> folders_; ///< by name in lower case
};

} // namespace vow::otterscript
