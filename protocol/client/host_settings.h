#pragma once

#include "protocol/client/limits.h"
#include "protocol/client/promise_exchange.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/keeper.h"
#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"
#include "protocol/system/trust.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace vow::client {

/// Receives what becomes of the processes of modules, when it happens: for traces. It cannot change
/// anything. A process is named by its number, which another may get once it has ended.
class ProcessWatcher {
public:
    virtual ~ProcessWatcher() = default;
    virtual void process_started(int process, const PromiseType& module) = 0;
    /// A process is done with a promise, before the outcome is passed on.
    virtual void process_worked(int process, const Promise& promise, const Outcome& outcome) = 0;
    virtual void process_ended(int process) = 0;
};

/// The answer for a module that knows no dry run, in one: as the reference has it, a promise that
/// is not kept, with an error; or one of which nothing can be told.
enum class WithoutDryRun { not_kept, cannot_be_told };

/// Settings of the program that runs modules; they hold for all of its modules.
struct HostSettings {
    Limits limits = {};
    std::map<std::string, Limits, std::less<>> limits_by_type =
        {};                                ///< override `limits` for a module path
    LogLevel log_level = LogLevel::notice; ///< for lines that belong to no promise
    /// Receives lines that belong to no promise, above all about how a module ended. May be empty.
    std::function<void(LogLevel, std::string_view)> log = {};
    /// Folder in which each conversation is recorded (Recording); empty for none.
    std::string record_folder = {};
    /// Of the run: masked in records beside those of the modules themselves. Null for none.
    const Secrets* secrets = nullptr;
    /// The most processes of a module that lists `parallel`; called when there is one.
    std::function<int()> processes = [] { return 1; };
    Concurrency concurrency = Concurrency::declared;
    std::size_t starts_ahead = 0;            ///< most processes that wait for their first promise
    Progress progress = Progress::unwatched; ///< requested from modules by VOW_PROGRESS
    /// The read end of a pipe into which the owner writes a byte for each signal that ends the run;
    /// it is polled, never read. After the first byte modules get SIGTERM, after the second
    /// SIGKILL. -1 for none.
    int wake = -1;
    WithoutDryRun without_dry_run = WithoutDryRun::not_kept;
    Trust trust = Trust::of_process(); ///< in the modules' programs
    /// Returns the descriptor that modules keep open (Command::lock_descriptor). May be empty.
    std::function<int()> lock_descriptor = {};

    ProcessWatcher* watcher = nullptr; ///< borrowed; null for none

    int held_descriptor() const { return lock_descriptor ? lock_descriptor() : -1; }
    const Limits& limits_for(std::string_view promise_type) const {
        const auto own = limits_by_type.find(promise_type);
        return own == limits_by_type.end() ? limits : own->second;
    }
};

} // namespace vow::client
