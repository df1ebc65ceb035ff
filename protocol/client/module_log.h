#pragma once

#include "protocol/client/host_settings.h"
#include "protocol/client/promise_exchange.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::client {

/// The last 4 KiB that a module wrote to standard error, shown when it dies.
class ErrorTail {
public:
    void add(std::string_view text);
    /// The last ten lines.
    std::vector<std::string> lines() const;

private:
    std::string text_;
};

/// Logs lines about one process of a module: for the promise that it works on, else for the host.
/// Masks the secrets of its promises, and keeps the end of its standard error.
class ModuleLog {
public:
    /// All arguments outlive this object; `exchange` is empty while the process is idle.
    ModuleLog(
        const std::string& module,
        const HostSettings& settings,
        const Secrets& secrets,
        const std::optional<PromiseExchange>& exchange
    )
        : module_(module),
          settings_(settings),
          secrets_(secrets),
          exchange_(exchange) {}

    void line(LogLevel level, std::string_view text) const;
    /// Logs and keeps what the module wrote to standard error.
    void add_errors(std::string_view errors);
    const ErrorTail& error_tail() const { return error_tail_; }

    /// "Promise module 'PATH'", with which most lines begin.
    std::string subject() const { return "Promise module '" + module_ + "'"; }
    /// Quotes module output for a message: secrets masked, length limited.
    std::string quote(std::string_view text) const;

private:
    const std::string& module_;
    const HostSettings& settings_;
    const Secrets& secrets_;
    const std::optional<PromiseExchange>& exchange_;
    ErrorTail error_tail_;
};

} // namespace vow::client
