#pragma once

#include "modules/sdk/cpp/module.h"
#include "protocol/promise/documents.h"

#include <iosfwd>

namespace vow::modules {

/// Runs the module protocol for a module, in its JSON variant, until `terminate` or the end of
/// input. Returns the exit status: 0, or 1 if the agent broke the protocol, which is logged as
/// critical.
int serve(Module& module, const Trust& trust, std::istream& requests, std::ostream& replies);

/// The same on the standard streams of this process, which are the protocol's from then on: all
/// other output goes to standard error.
int serve(Module& module, const Trust& trust = Trust::of_process());

/// The agent's own things, for a module that it serves to itself.
struct AgentSide {
    Documents* documents = nullptr; ///< null without state
    int lock_descriptor = -1;       ///< for the programs that the module starts; -1 for none
};

/// The same for the agent, whose promises are kept as if inside it: with all of their terms, and
/// all of their outcome (protocol/README.md, section 9, `outcome`). Without streams on the standard
/// ones.
int serve_agent(
    Module& module,
    const Trust& trust,
    const AgentSide& agent,
    std::istream& requests,
    std::ostream& replies
);
int serve_agent(Module& module, const Trust& trust, const AgentSide& agent);

} // namespace vow::modules
