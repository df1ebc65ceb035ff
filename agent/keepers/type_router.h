#pragma once

#include "agent/keepers/bundled_keeper.h"
#include "agent/keepers/served_modules.h"
#include "agent/report/log.h"
#include "policy/run/budget.h"
#include "protocol/client/module_host.h"

namespace vow::agent {

/// Passes each promise on to the keeper of its type: types that name a module to the module
/// processes, all others to the bundled modules, where an unknown type is an error. A bundled
/// module that would block has a process of its own; no language needs to know which. The log is
/// written before anything is waited for. Nothing that happens here exceeds the budget of the run's
/// values: a conversation with a module cannot be broken off just anywhere.
class TypeRouter final : public PromiseKeeper, public DescriptionSource {
public:
    /// Borrows all of them.
    TypeRouter(
        client::ModuleHost& processes,
        BundledKeeper& bundled,
        ServedModules& served,
        BackgroundPromises& background,
        Log& log
    )
        : processes_(processes),
          bundled_(bundled),
          served_(served),
          background_(background),
          log_(log) {}

    void start(const Promise& promise, PromiseListener& listener) override {
        const Budget::Relief relief;
        if (!is_bundled(*promise.type)) return processes_.start(promise, listener);
        if (promise.terms.timing == Terms::Timing::background)
            return background_.start(promise, listener);
        if (const PromiseType* module = served_.type_for(promise))
            return processes_.start(promise, listener, *module);
        bundled_.keep(promise, listener);
    }
    bool wait(std::optional<Clock::time_point> until) override { return wait_or_ready(until, {}); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override {
        const Budget::Relief relief;
        log_.flush();
        return processes_.wait_or_ready(until, descriptors);
    }
    void cancel(PromiseListener& listener) override {
        const Budget::Relief relief;
        processes_.cancel(listener);
    }
    void end_isolation(std::uint64_t isolation) override {
        processes_.end_isolation(isolation);
        served_.forget(isolation);
    }
    Overlap overlap(const PromiseType& type) const override {
        return is_bundled(type) ? Overlap::refused : processes_.overlap(type);
    }
    bool is_free(const PromiseType& type) const override {
        if (!is_bundled(type)) return processes_.is_free(type);
        const PromiseType* module = served_.begun(type);
        return module == nullptr || processes_.is_free(*module);
    }
    void expect(std::span<const PromiseType* const> types) override {
        const Budget::Relief relief;
        processes_.expect(types);
    }
    void note_change() override { processes_.note_change(); }
    DescriptionResult describe(const PromiseType& type) override {
        const Budget::Relief relief;
        if (is_bundled(type)) return bundled_.describe(type);
        log_.flush();
        return processes_.describe(type);
    }
    std::vector<std::string> validate(const Promise& promise) override {
        const Budget::Relief relief;
        if (is_bundled(*promise.type)) return {};
        log_.flush();
        return processes_.validate(promise);
    }

private:
    static bool is_bundled(const PromiseType& type) { return type.path.empty(); }

    client::ModuleHost& processes_;
    BundledKeeper& bundled_;
    ServedModules& served_;
    BackgroundPromises& background_;
    Log& log_;
};

} // namespace vow::agent
