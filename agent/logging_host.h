#pragma once

#include "agent/machine/host.h"
#include "agent/report/log.h"

namespace vow::agent {

/// The machine; writes the log before it waits for a command.
class LoggingHost : public MachineHost {
public:
    /// Borrows the first two.
    LoggingHost(const Stop& stop, Log& log, Trust trust)
        : MachineHost(stop, std::move(trust)),
          log_(log) {}

    Answer<CommandResult> run(const Command& command) override {
        log_.flush();
        return MachineHost::run(command);
    }

private:
    Log& log_;
};

} // namespace vow::agent
