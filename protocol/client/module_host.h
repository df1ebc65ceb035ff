#pragma once

#include "protocol/client/host_settings.h"
#include "protocol/client/module_process.h"
#include "protocol/promise/keeper.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace vow::client {

/// Keeps the promises of custom types: by programs that speak the module protocol, one process for
/// each module, started when the first promise asks for it. It decides about processes: restarts,
/// queues, when to give up, the end. What is said to one of them is ModuleProcess's.
///
/// While it lives the program ignores SIGPIPE.
class ModuleHost final : public PromiseKeeper {
public:
    explicit ModuleHost(HostSettings settings);
    ModuleHost(const ModuleHost&) = delete;
    ModuleHost& operator=(const ModuleHost&) = delete;
    ~ModuleHost() override; ///< end()

    void start(const Promise& promise, Keeping& keeping) override;
    bool wait() override;
    void cancel(Keeping& keeping) override;
    /// Meanwhile promises that are under way go on, and may be told of their outcomes.
    Described describe(const PromiseType& type) override;

    /// Cancels what is under way, asks every module to end, and sees to it that all do.
    void end();

private:
    using Process = std::unique_ptr<ModuleProcess>;

    struct Task {
        const Promise* promise;
        Keeping* keeping;
        bool is_cancelled = false;
    };

    /// What is known of one module path in this run, whatever becomes of its processes.
    struct Module {
        PromiseType type;     ///< of the first promise
        Process process = {}; ///< null: none runs
        std::deque<Task> waiting = {};
        bool is_cancelled = false;               ///< the promise that it works on
        std::optional<ModuleError> failure = {}; ///< for which the process is being ended
        int ends = 0;                            ///< in the middle of a promise
        std::string last_end = {};               ///< why
        ModuleProcess::Acquaintance known = {};  ///< by its earlier processes
    };

    Module& module_of(const PromiseType& type);
    const Described* description_of(const Module& module) const;
    void ask_to_describe(Module& module);
    void end_without_promise(Module& module);

    void begin(Module& module, Task task);
    bool ensure_process(Module& module, Task task);
    void begin_anew(Module& module);
    void begin_waiting(Module& module);
    void retire(Module& module);

    void pump();
    int timeout() const;
    void attend(Module& module, const Subprocess::Watched& ready);
    void attend_retired(ModuleProcess& process, const Subprocess::Watched& ready) const;
    void look_for_signals();
    void cancel_as_asked();
    void cancel_waiting(Module& module);

    void fail(Module& module, const ModuleError& error);
    void tell_failure(Module& module);
    void tell_outcome(Module& module, Outcome outcome);
    void tell(Module& module, Keeping& keeping, Outcome outcome);
    void refuse(Task task, const std::string& why);

    HostSettings settings_;
    void (*sigpipe_before_)(int);
    std::map<std::string, Module, std::less<>> modules_; ///< by path
    std::vector<Module*> busy_;                          ///< with a promise
    std::vector<Process> retired_;                       ///< ending, without a promise
    bool cancelling_ = false;                            ///< somebody is to be cancelled
    std::vector<pollfd> polled_;
    std::size_t outcomes_told_ = 0;
    int signals_ = 0;
};

} // namespace vow::client
