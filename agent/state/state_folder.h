#pragma once

#include "policy/run/host.h"

#include <optional>
#include <string>

namespace vow::agent {

/// The folder with the files that outlive a run. Only the running user may be able to change it:
/// who controls it controls what the agent does.
class StateFolder {
public:
    /// Borrows the host, for its judgement of paths.
    StateFolder(std::string path, Host& host) : path_(std::move(path)), host_(host) {}

    const std::string& path() const { return path_; }

    /// Creates the folder and its parents if they do not exist. Returns its real path, or why it
    /// must not be used.
    Answer<std::string> prepare() const;
    /// Prepares the folder, and creates the database for the running user alone if it does not
    /// exist. Returns its path, which holds no link, or why it cannot be used.
    Answer<std::string> prepare_database() const;
    bool has_database() const;
    /// The path of the database, which holds no link, for somebody who only reads; empty if it does
    /// not exist. Otherwise why it cannot be used.
    Answer<std::string> find_database() const;
    /// Renames the database, and the files that SQLite keeps beside it. Returns the new path;
    /// nullopt if that is not possible.
    std::optional<std::string> set_database_aside() const;
    std::string database() const { return path_ + "/vow.db"; }

private:
    std::string path_;
    Host& host_;
};

} // namespace vow::agent
