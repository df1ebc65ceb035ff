#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A program that checks the new content of a file before it replaces the old one.
class ContentCheck {
public:
    /// "visudo -cf $(file)": split at blanks, as commands are without a shell; then the name of the
    /// new content's file takes the place of each `$(file)`, so that no blank in it makes words.
    explicit ContentCheck(std::string_view command);

    /// Why a command line cannot be used; nullopt if it can.
    std::optional<std::string> fault() const;

    /// Writes the content to a file of its own beside `path`, with mode 0600 and a hidden name that
    /// no program takes for one of its own files, and runs the program. Returns its output, or why
    /// it could not be run; nullopt if it succeeded. The file is gone afterwards.
    std::optional<std::string> objection_to(
        std::string_view content, const std::string& path, const Promise& promise, Log& log
    ) const;

private:
    std::vector<std::string> words_;
};

} // namespace vow::modules
