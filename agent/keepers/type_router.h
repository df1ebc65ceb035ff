#pragma once

#include "agent/keepers/bundled_keeper.h"
#include "protocol/client/module_host.h"

namespace vow::agent {

/// Passes each promise on to the keeper of its type: types that name a module to the module
/// processes, all others to the bundled modules, where an unknown type is an error.
class TypeRouter final : public PromiseKeeper, public DescriptionSource {
public:
    /// Borrows both.
    TypeRouter(client::ModuleHost& processes, BundledKeeper& bundled)
        : processes_(processes),
          bundled_(bundled) {}

    void start(const Promise& promise, PromiseListener& listener) override {
        if (is_bundled(*promise.type)) return bundled_.keep(promise, listener);
        processes_.start(promise, listener);
    }
    bool wait(std::optional<Clock::time_point> until) override { return processes_.wait(until); }
    void cancel(PromiseListener& listener) override { processes_.cancel(listener); }
    Room room(const PromiseType& type) const override {
        return is_bundled(type) ? Room::none : processes_.room(type);
    }
    Described describe(const PromiseType& type) override {
        return is_bundled(type) ? bundled_.describe(type) : processes_.describe(type);
    }

private:
    static bool is_bundled(const PromiseType& type) { return type.path.empty(); }

    client::ModuleHost& processes_;
    BundledKeeper& bundled_;
};

} // namespace vow::agent
