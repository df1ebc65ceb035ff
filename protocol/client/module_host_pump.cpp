#include "protocol/client/module_host.h"

#include <algorithm>

#include <sys/ioctl.h>

// The event loop of ModuleHost: output of modules, deadlines, signals, cancellation.
namespace vow::client {
namespace {

using namespace std::chrono_literals;

/// The longest delay until a second signal is noticed.
constexpr auto signal_check_interval = 100ms;

} // namespace

/// Waits for events until `until`, then handles them once.
ModuleHost::Ready ModuleHost::pump(Clock::time_point until, std::span<const pollfd> descriptors) {
    fail_cancelled();
    const std::vector<Worker*> busy = busy_; // a copy: outcomes and new promises change the list
    polled_.clear();
    const auto watch = [&](const ModuleProcess& process) {
        const Subprocess::Watched watched = process.watched();
        polled_.insert(polled_.end(), watched.begin(), watched.end());
    };
    for (const Worker* worker : busy)
        watch(*worker->process);
    const std::size_t retired = retired_.size();
    for (const Process& process : retired_)
        watch(*process);
    const std::vector<Module*> ahead = unheard_ahead();
    for (const Module* module : ahead)
        watch(*module->ahead);
    const std::size_t own = polled_.size();
    polled_.insert(polled_.end(), descriptors.begin(), descriptors.end());
    polled_.push_back({signals_ == 0 ? settings_.wake : -1, POLLIN, 0});
    if (poll(polled_.data(), polled_.size(), timeout(until)) < 0) {
        for (pollfd& each : polled_)
            each.revents = 0; // a signal came: check the clock, then poll again
    }
    if (signals_ > 0 || polled_.back().revents != 0) check_signals();
    const auto others = std::span(polled_).subspan(own, descriptors.size());
    const bool is_ready =
        std::ranges::any_of(others, [](const pollfd& each) { return each.revents != 0; });

    Subprocess::Watched ready{};
    auto from = polled_.cbegin();
    const auto take_ready = [&] {
        std::copy_n(from, ready.size(), ready.begin());
        from += static_cast<std::ptrdiff_t>(ready.size());
    };
    for (Worker* worker : busy) {
        take_ready();
        attend(*worker, ready);
    }
    for (std::size_t i = 0; i < retired; ++i) {
        take_ready();
        attend_retired(*retired_[i], ready);
    }
    for (Module* module : ahead) {
        take_ready();
        attend_ahead(*module, ready);
    }
    std::erase_if(retired_, [](const Process& process) {
        return process->state() == ModuleProcess::State::ended;
    });
    return is_ready ? Ready::others : Ready::own;
}

int ModuleHost::timeout(Clock::time_point until) const {
    auto deadline = until;
    for (const Worker* worker : busy_)
        deadline = std::min(deadline, worker->process->until());
    for (const Process& process : retired_)
        deadline = std::min(deadline, process->until());
    if (deadline == Clock::time_point::max()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const auto longest = signals_ > 0 ? signal_check_interval : std::chrono::milliseconds(1h);
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), longest).count());
}

void ModuleHost::attend(Worker& worker, const Subprocess::Watched& ready) {
    ModuleProcess& process = *worker.process;
    try {
        process.attend(ready);
    } catch (const ModuleError& error) {
        fail(worker, error);
    }
    if (worker.module.known.description == nullptr) share_description(worker);
    if (process.state() == ModuleProcess::State::ended) {
        if (process.has_ended_between_promises()) {
            retry_in_new_process(worker);
        } else if (!process.has_promise()) {
            end_without_promise(worker);
        } else {
            deliver_failure(worker);
        }
    } else if (auto outcome = process.take_outcome()) {
        deliver_outcome(worker, *std::move(outcome));
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

void ModuleHost::check_signals() {
    int bytes = 0;
    if (settings_.wake < 0 || ioctl(settings_.wake, FIONREAD, &bytes) != 0 || bytes <= signals_) {
        return;
    }
    signals_ = bytes;
    while (!ahead_.empty())
        discard_ahead(*ahead_.back());
    for (Worker* worker : busy_) {
        if (!worker->failure) {
            fail(
                *worker,
                {ModuleError::Cause::requested,
                 "Promise module '" + worker->module.type.path +
                     "' is ended because a signal ends this run"}
            );
        }
        if (signals_ > 1) worker->process->kill();
    }
    for (const Process& process : retired_) {
        if (signals_ > 1) {
            process->kill();
        } else {
            process->end();
        }
    }
}

void ModuleHost::fail_cancelled() {
    if (!std::exchange(has_cancellations_, false)) return;
    for (Worker* worker : busy_) {
        if (!worker->is_cancelled || worker->failure) continue;
        fail(
            *worker,
            {ModuleError::Cause::requested,
             "Promise module '" + worker->module.type.path +
                 "' is ended, since its promise is cancelled"}
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
        refuse(task, "It was cancelled before it started");
}

} // namespace vow::client
