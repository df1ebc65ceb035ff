#pragma once

#include "agent/keepers/bundled_keeper.h"
#include "agent/machine/facts.h"
#include "agent/machine/host.h"
#include "agent/machine/signals.h"
#include "agent/options.h"
#include "agent/report/observers.h"
#include "agent/report/tally.h"

#include <memory>

namespace vow::agent {

/// Everything a policy is loaded and run with, made from the command line and alive until the
/// program has said its last word.
class Session {
public:
    explicit Session(const Options& options);

    World& world() { return world_; }
    Output& output() { return output_; }
    const Tally& tally() const { return tally_; }
    const Signals& signals() const { return signals_; }

private:
    std::unique_ptr<State> state_for(const Options& options);

    Signals signals_;
    Output output_;
    Console console_;
    Tally tally_;
    Observers observers_;
    MachineHost host_;
    MachineFacts facts_;
    std::unique_ptr<State> state_;
    BundledKeeper keeper_;
    World world_;
};

} // namespace vow::agent
