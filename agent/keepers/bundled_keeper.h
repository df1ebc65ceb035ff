#pragma once

#include "agent/report/log.h"
#include "agent/report/output.h"
#include "modules/bundled.h"
#include "policy/run/world.h"
#include "protocol/description/description_source.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/keeper.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

/// Keeps promises by bundled modules inside this process, each before start() returns. A type
/// without a bundled module is undefined, and a module whose program is not installed keeps
/// nothing; both are errors with a log line.
class BundledKeeper : public DescriptionSource {
public:
    /// Borrows all.
    BundledKeeper(const Stop& stop, State& state, const Trust& trust)
        : stop_(stop),
          state_(state),
          trust_(trust) {}

    /// Calls done() of the listener before it returns.
    void keep(const Promise& promise, PromiseListener& listener);
    DescriptionResult describe(const PromiseType& type) override;

private:
    Secrets secrets_in(const Promise& promise, PromiseListener& listener);
    /// Null for an unknown name.
    modules::Module* module_for(std::string_view type);

    const Stop& stop_;
    State& state_;
    const Trust& trust_;
    std::map<std::string, std::unique_ptr<modules::Module>, std::less<>> modules_; ///< by type
    /// Types by name, with their descriptions if they have secret attributes.
    std::map<std::string, std::optional<PromiseTypeDescription>, std::less<>> with_secrets_;
};

/// Keeps promises by bundled modules in processes of their own, which log by themselves. The run
/// goes on at once and waits for them at its end; their outcomes remain unknown to it.
class BackgroundPromises {
public:
    /// Borrows all.
    BackgroundPromises(BundledKeeper& bundled, Log& log, Output& output)
        : bundled_(bundled),
          log_(log),
          output_(output) {}

    /// Calls done() of the listener, without verdicts, before it returns. If no process can be
    /// started, the promise is kept here.
    void start(const Promise& promise, PromiseListener& listener);
    /// Waits until all have ended, or a signal ends the run.
    void wait(const Stop& stop);

private:
    BundledKeeper& bundled_;
    Log& log_;
    Output& output_;
    std::vector<pid_t> processes_;
};

} // namespace vow::agent
