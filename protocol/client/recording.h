#pragma once

#include "protocol/description/secrets.h"
#include "protocol/system/file_descriptor.h"

#include <string>
#include <string_view>

namespace vow::client {

/// Records one conversation with a module: "> " before lines of the agent, "< " before lines of the
/// module. The file can be started in place of the module: its first line names `vow module mock`.
/// Attributes that the module declares as secret and secrets of the run are masked; the file is
/// readable only for its owner, since undeclared secrets are not.
class Recording {
public:
    static constexpr std::string_view first_line = "#!/usr/bin/env -S vow module mock";

    /// Creates a file in `folder`, and the folder, named after module and process. Does nothing for
    /// an empty `folder`. Write errors are not thrown; see has_failed().
    /// `others` are masked, too, and borrowed; null for none.
    Recording(
        const std::string& folder, const std::string& module, int process, const Secrets* others
    );
    Recording(Recording&&) = default;
    Recording& operator=(Recording&&) = delete;
    ~Recording() { flush(); }

    void add_request(std::string_view message, const Secrets& secrets);
    void add_module_line(std::string_view line, const Secrets& secrets);

    bool has_failed() const { return is_wanted_ && !file_; }

private:
    void write(char mark, std::string_view line);

    void flush();

    bool is_wanted_;
    const Secrets* others_;
    FileDescriptor file_ = {};
    std::string pending_ = {}; ///< not written yet
};

} // namespace vow::client
