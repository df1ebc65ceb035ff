#pragma once

#include "modules/sdk/cpp/tool.h"
#include "protocol/promise/settings.h"

#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace vow::modules {

struct ServiceState {
    bool runs;
    bool is_enabled; ///< started at boot, or always when something else needs it
};

/// The program of the machine that starts and stops services.
class ServiceSystem {
public:
    virtual ~ServiceSystem() = default;

    /// The state of a service, or the reason why there is none.
    virtual std::variant<ServiceState, std::string> state_of(const std::string& service) = 0;
    /// `verb` is start, stop, restart, reload, enable or disable.
    virtual ToolRun apply(std::string_view verb, const std::string& service) = 0;
};

/// systemd if it runs this machine, else init scripts, unless the promise names one. Borrows its
/// arguments.
std::unique_ptr<ServiceSystem>
service_system(const Promise& promise, const Settings& settings, Log& log);

} // namespace vow::modules
