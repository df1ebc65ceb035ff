#pragma once

#include "protocol/client/module_error.h"
#include "protocol/wire/header.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vow::client {

/// Reads the header that a module sends first: a line, then an empty one.
class HeaderReader {
public:
    /// `module` is the module's path, for messages.
    explicit HeaderReader(std::string module) : module_(std::move(module)) {}

    /// Takes the next line. Returns the header once it is complete. Throws ModuleError for lines
    /// that are not a header.
    std::optional<wire::Header> take(std::string_view line);
    /// The first line; empty before it has come.
    const std::string& line() const { return line_; }

    /// The error of a module that sent no whole header. `unfinished` is the text after its last
    /// line end; `why` ends the message.
    ModuleError
    missing(ModuleError::Cause cause, std::string_view unfinished, const std::string& why) const;

private:
    ModuleError error(ModuleError::Cause cause, const std::string& what) const;

    std::string module_;
    std::string line_;
};

} // namespace vow::client
