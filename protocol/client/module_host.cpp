#include "protocol/client/module_host.h"

#include "protocol/client/self_description.h"

#include <algorithm>
#include <csignal>

#include <sys/ioctl.h>

namespace vow::client {
namespace {

using namespace std::chrono_literals;

/// How long a second signal may go unseen.
constexpr auto between_looks_for_signals = 100ms;

std::string conflict_of(const PromiseType& running, const PromiseType& type) {
    return "Conflicting interpreter specifications for custom promise module '" + type.path +
           "': it runs with '" + running.interpreter + "' for promise type '" + running.name +
           "', and promise type '" + type.name + "' names '" + type.interpreter + "'";
}

} // namespace

ModuleHost::ModuleHost(HostSettings settings)
    : settings_(std::move(settings)),
      sigpipe_before_(std::signal(SIGPIPE, SIG_IGN)) {}

ModuleHost::~ModuleHost() {
    end();
    if (sigpipe_before_ != SIG_ERR) std::signal(SIGPIPE, sigpipe_before_);
}

void ModuleHost::start(const Promise& promise, Keeping& keeping) {
    const Task task{&promise, &keeping};
    const PromiseType& type = *promise.type;
    Module& module = module_of(type);
    if (module.type.interpreter != type.interpreter) {
        return refuse(task, conflict_of(module.type, type));
    }
    if ((module.process && module.process->has_promise()) || !module.waiting.empty()) {
        module.waiting.push_back(task);
    } else {
        begin(module, task);
    }
}

bool ModuleHost::wait() {
    const std::size_t before = outcomes_told_;
    while (outcomes_told_ == before) {
        if (busy_.empty()) return false;
        pump();
    }
    return true;
}

void ModuleHost::cancel(Keeping& keeping) {
    // It may be asked from inside a log line, when a process is at work: pump() sees to it.
    for (Module* module : busy_) {
        if (!module->process->has_promise()) continue;
        if (&module->process->exchange().keeping() == &keeping) module->is_cancelled = true;
    }
    for (auto& [path, module] : modules_) {
        for (Task& task : module.waiting) {
            if (task.keeping == &keeping) task.is_cancelled = true;
        }
    }
    cancelling_ = true;
}

void ModuleHost::end() {
    for (Module* module : busy_)
        module->is_cancelled = true;
    for (auto& [path, module] : modules_) {
        for (Task& task : module.waiting)
            task.is_cancelled = true;
    }
    cancelling_ = true;
    while (wait()) {
    }
    for (auto& [path, module] : modules_) {
        if (!module.process) continue;
        if (signals_ == 0) {
            module.process->terminate();
        } else {
            module.process->end();
        }
        retired_.push_back(std::move(module.process));
    }
    while (!retired_.empty())
        pump();
}

// --- descriptions -------------------------------------------------------------------------------

Described ModuleHost::describe(const PromiseType& type) {
    Module& module = module_of(type);
    if (module.type.interpreter != type.interpreter) {
        return Undescribed{Undescribed::Cause::broken, conflict_of(module.type, type)};
    }
    if (description_of(module) == nullptr) ask_to_describe(module);
    return *description_of(module);
}

/// Null: it was not asked yet, or has not answered.
const Described* ModuleHost::description_of(const Module& module) const {
    return (module.process ? module.process->known() : module.known).description.get();
}

void ModuleHost::ask_to_describe(Module& module) {
    try {
        if (!module.process) {
            module.process = std::make_unique<ModuleProcess>(module.type, settings_, module.known);
        }
    } catch (const ModuleError& error) {
        module.known.description = std::make_shared<const Described>(not_described(error));
        return;
    }
    const bool has_promise = module.process->has_promise();
    if (!has_promise) busy_.push_back(&module);
    while (description_of(module) == nullptr)
        pump();
    if (!has_promise) std::erase(busy_, &module);
}

/// It came to its end when it was asked what it says of itself, and had no promise.
void ModuleHost::end_without_promise(Module& module) {
    const Process process = std::move(module.process);
    const std::optional<ModuleError> failure = std::exchange(module.failure, std::nullopt);
    module.known = process->known();
    if (module.known.description != nullptr) return; // it had answered before
    const ModuleError& error = *failure;
    std::string what = error.what();
    if (error.cause() != ModuleError::Cause::gone) what += "; it " + text_of(process->status());
    if (const auto last = process->last_words().lines(); !last.empty()) {
        what += ". It wrote to standard error: " + last.back();
    }
    module.known.description = std::make_shared<const Described>(
        not_described(ModuleError(error.cause(), what, error.advice()))
    );
}

// --- processes ----------------------------------------------------------------------------------

ModuleHost::Module& ModuleHost::module_of(const PromiseType& type) {
    return modules_.try_emplace(type.path, Module{.type = type}).first->second;
}

void ModuleHost::begin(Module& module, Task task) {
    if (signals_ > 0) return refuse(task, "A signal ends this run");
    if (module.ends >= settings_.limits_for(task.promise->type->name).ends) {
        return refuse(
            task,
            "Promise module '" + module.type.path +
                "' is not started again in this run, since it failed in the middle of " +
                std::to_string(module.ends) + " promises; the last time: " + module.last_end
        );
    }
    if (!ensure_process(module, task)) return;
    if (module.process->begin(*task.promise, *task.keeping) ==
        ModuleProcess::Begun::process_was_gone) {
        // It ended after its last answer, as modules may.
        retire(module);
        if (!ensure_process(module, task)) return;
        module.process->begin(*task.promise, *task.keeping);
    }
    busy_.push_back(&module);
    if (auto outcome = module.process->take_outcome()) tell_outcome(module, *std::move(outcome));
}

bool ModuleHost::ensure_process(Module& module, Task task) {
    if (module.process) return true;
    try {
        if (task.promise->terms.log_level >= LogLevel::verbose) {
            task.keeping->log(
                LogLevel::verbose, "Starting promise module '" + module.type.path + "'"
            );
        }
        module.process =
            std::make_unique<ModuleProcess>(*task.promise->type, settings_, module.known);
        return true;
    } catch (const ModuleError& error) {
        refuse(task, error.what());
        return false;
    }
}

/// The process ended when it had nothing to do, which only showed when it was asked again. Nothing
/// has been done for the promise, so that it is safe to ask once more: a new process.
void ModuleHost::begin_anew(Module& module) {
    const PromiseExchange& exchange = module.process->exchange();
    const Task task{&exchange.promise(), &exchange.keeping()};
    module.known = module.process->known();
    module.process.reset();
    module.failure.reset();
    std::erase(busy_, &module);
    begin(module, task);
}

void ModuleHost::begin_waiting(Module& module) {
    while (!module.waiting.empty() && !(module.process && module.process->has_promise())) {
        const Task task = module.waiting.front();
        module.waiting.pop_front();
        begin(module, task);
    }
}

void ModuleHost::retire(Module& module) {
    module.known = module.process->known();
    module.process->end();
    retired_.push_back(std::move(module.process));
}

// --- what happens -------------------------------------------------------------------------------

void ModuleHost::pump() {
    cancel_as_asked();
    const std::vector<Module*> busy = busy_; // outcomes and new promises change it meanwhile
    polled_.clear();
    const auto watch = [&](const ModuleProcess& process) {
        const Subprocess::Watched watched = process.subprocess().watched();
        polled_.insert(polled_.end(), watched.begin(), watched.end());
    };
    for (const Module* module : busy)
        watch(*module->process);
    const std::size_t retired = retired_.size();
    for (const Process& process : retired_)
        watch(*process);
    polled_.push_back({signals_ == 0 ? settings_.wake : -1, POLLIN, 0});
    if (poll(polled_.data(), polled_.size(), timeout()) < 0) {
        for (pollfd& each : polled_)
            each.revents = 0; // a signal came: look at the clock, and again
    }
    if (signals_ > 0 || polled_.back().revents != 0) look_for_signals();

    Subprocess::Watched ready{};
    auto from = polled_.cbegin();
    const auto take_ready = [&] {
        std::copy_n(from, ready.size(), ready.begin());
        from += static_cast<std::ptrdiff_t>(ready.size());
    };
    for (Module* module : busy) {
        take_ready();
        attend(*module, ready);
    }
    for (std::size_t i = 0; i < retired; ++i) {
        take_ready();
        attend_retired(*retired_[i], ready);
    }
    std::erase_if(retired_, [](const Process& process) {
        return process->state() == ModuleProcess::State::ended;
    });
}

int ModuleHost::timeout() const {
    auto deadline = Patience::Clock::time_point::max();
    for (const Module* module : busy_)
        deadline = std::min(deadline, module->process->until());
    for (const Process& process : retired_)
        deadline = std::min(deadline, process->until());
    if (deadline == Patience::Clock::time_point::max()) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - Patience::Clock::now());
    const auto longest = signals_ > 0 ? between_looks_for_signals : std::chrono::milliseconds(1h);
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), longest).count());
}

void ModuleHost::attend(Module& module, const Subprocess::Watched& ready) {
    ModuleProcess& process = *module.process;
    try {
        process.attend(ready);
    } catch (const ModuleError& error) {
        fail(module, error);
    }
    if (process.state() == ModuleProcess::State::ended) {
        if (process.ended_between_promises()) {
            begin_anew(module);
        } else if (!process.has_promise()) {
            end_without_promise(module);
        } else {
            tell_failure(module);
        }
    } else if (auto outcome = process.take_outcome()) {
        tell_outcome(module, *std::move(outcome));
    }
}

void ModuleHost::attend_retired(ModuleProcess& process, const Subprocess::Watched& ready) const {
    try {
        process.attend(ready);
    } catch (const ModuleError& error) {
        if (settings_.log) settings_.log(LogLevel::error, error.what());
        process.end();
    }
}

void ModuleHost::look_for_signals() {
    int bytes = 0;
    if (settings_.wake < 0 || ioctl(settings_.wake, FIONREAD, &bytes) != 0 || bytes <= signals_) {
        return;
    }
    signals_ = bytes;
    for (Module* module : busy_) {
        if (!module->failure) {
            fail(
                *module,
                {ModuleError::Cause::asked,
                 "Promise module '" + module->type.path +
                     "' is ended because a signal ends this run"}
            );
        }
        if (signals_ > 1) module->process->kill();
    }
    for (const Process& process : retired_) {
        if (signals_ > 1) {
            process->kill();
        } else {
            process->end();
        }
    }
}

void ModuleHost::cancel_as_asked() {
    if (!std::exchange(cancelling_, false)) return;
    for (Module* module : busy_) {
        if (!module->is_cancelled || module->failure) continue;
        fail(
            *module,
            {ModuleError::Cause::asked,
             "Promise module '" + module->type.path + "' is ended, since its promise is cancelled"}
        );
    }
    for (auto& [path, module] : modules_)
        cancel_waiting(module);
}

void ModuleHost::cancel_waiting(Module& module) {
    std::deque<Task> cancelled;
    std::deque<Task> others;
    for (const Task& task : module.waiting)
        (task.is_cancelled ? cancelled : others).push_back(task);
    module.waiting = std::move(others);
    for (const Task& task : cancelled)
        refuse(task, "It was cancelled before it began");
}

// --- outcomes -----------------------------------------------------------------------------------

void ModuleHost::fail(Module& module, const ModuleError& error) {
    module.failure = error;
    module.process->end();
}

void ModuleHost::tell_failure(Module& module) {
    const Process process = std::move(module.process);
    const ModuleError error = *std::exchange(module.failure, std::nullopt);
    module.is_cancelled = false;
    const PromiseExchange& exchange = process->exchange();
    std::string line = error.what();
    line += ", while working on " + name_of(exchange.promise());
    if (error.cause() != ModuleError::Cause::gone) line += "; it " + text_of(process->status());
    if (!error.advice().empty()) line += ". " + error.advice();
    exchange.say(LogLevel::error, line);
    for (const std::string& last : process->last_words().lines()) {
        exchange.say(
            LogLevel::error,
            "Promise module '" + module.type.path + "' wrote to standard error: " + last
        );
    }
    if (error.cause() != ModuleError::Cause::asked) {
        ++module.ends;
        module.last_end = error.what();
    }
    module.known = process->known();
    tell(
        module, exchange.keeping(), {.verdicts = error.verdicts(), .duration = exchange.duration()}
    );
}

void ModuleHost::tell_outcome(Module& module, Outcome outcome) {
    ModuleProcess& process = *module.process;
    Keeping& keeping = process.exchange().keeping();
    process.finish();
    module.is_cancelled = false;
    if (process.is_out_of_step()) {
        retire(module);
    }
    tell(module, keeping, std::move(outcome));
}

void ModuleHost::tell(Module& module, Keeping& keeping, Outcome outcome) {
    std::erase(busy_, &module);
    ++outcomes_told_;
    keeping.done(std::move(outcome)); // which may well start the next promise
    begin_waiting(module);
}

void ModuleHost::refuse(Task task, const std::string& why) {
    task.keeping->log(LogLevel::error, why + ": " + name_of(*task.promise) + " is not kept");
    ++outcomes_told_;
    task.keeping->done(Outcome::of(Verdict::error));
}

} // namespace vow::client
