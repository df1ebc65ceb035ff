#pragma once

#include "policy/otterscript/run/context.h"
#include "policy/otterscript/run/execution.h"
#include "policy/run/host.h"

#include <map>
#include <memory>
#include <string>

namespace vow::otterscript {

/// The machines that an executor works on: this one, and those of servers. Questions to a server
/// wait for the answer by `pause`.
class Machines {
public:
    Machines(Execution& execution, Pause pause) : execution_(execution), pause_(std::move(pause)) {}

    /// The machine in context. Throws ConnectionLost.
    Host& host(const Context& context);
    /// The promise type of that name, kept by the machine in context. Throws ConnectionLost.
    const PromiseType& type_in(const Context& context, const PromiseType& type);
    /// The context of a server, where work begins. Throws ConnectionLost.
    Context enter(const Server& server, const Context& from);
    /// The folder, on the machine in context, that belongs to this execution alone.
    std::string execution_folder(const Context& context);

private:
    Execution& execution_;
    Pause pause_;
    std::map<Connection*, std::unique_ptr<Host>> hosts_; ///< the other machines
};

} // namespace vow::otterscript
