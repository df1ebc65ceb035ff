#pragma once

#include "protocol/description/secrets.h"

#include <fstream>
#include <string>
#include <string_view>

namespace vow::client {

/// Writes down one conversation with a module: "> " before what the agent says, "< " before what
/// the module says. The file can be started in place of the module: it names `vow module mock` in
/// its first line. Secrets are masked; it is readable for its owner only all the same, since only
/// those are that a module declares.
class Recording {
public:
    static constexpr std::string_view first_line = "#!/usr/bin/env -S vow module mock";

    /// Begins a file in `folder` that is named after the module and the process; the folder is
    /// made. Empty folder: nothing is written. What cannot be written is not; failed() tells.
    Recording(const std::string& folder, const std::string& module, int process);

    void agent_said(std::string_view message, const Secrets& secrets);
    void module_said(std::string_view line, const Secrets& secrets);

    bool failed() const { return is_wanted_ && !file_; }

private:
    void write(char mark, std::string_view line);

    bool is_wanted_;
    std::ofstream file_;
};

} // namespace vow::client
