#pragma once

#include "modules/git/git_settings.h"
#include "modules/sdk/cpp/tool.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// The git program of one promise. It gets the credentials of the repository's address by its
/// environment, never as arguments, and starts only an ssh that can be trusted. Borrows its
/// arguments.
class GitProgram {
public:
    GitProgram(const GitSettings& settings, const Promise& promise, Log& log)
        : settings_(settings),
          promise_(promise),
          log_(log) {}

    /// The helpers that our user's own settings name, which give passwords and get them to keep.
    enum class Helpers { asked, ignored };

    /// Runs git in a folder; in ours if it is empty.
    ToolRun
    run(const std::vector<std::string>& arguments, const std::string& folder, Helpers helpers
    ) const;

private:
    std::optional<std::string> objection_to_ssh() const;

    const GitSettings& settings_;
    const Promise& promise_;
    Log& log_;
};

} // namespace vow::modules
