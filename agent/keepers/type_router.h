#pragma once

#include "protocol/description/keeper.h"

#include <functional>

namespace vow::agent {

/// Hands each promise to whoever keeps its type: a type that names a module goes to the module
/// processes, any other to the bundled modules, and a type that nobody knows is an error.
class TypeRouter : public PromiseKeeper {
public:
    /// Borrows the keepers.
    TypeRouter(PromiseKeeper& processes, PromiseKeeper& bundled)
        : processes_(processes),
          bundled_(bundled) {}

    void start(const Promise& promise, PromiseListener& listener) override {
        keeper_of(*promise.type).start(promise, listener);
    }
    bool wait() override { return bundled_.wait() || processes_.wait(); }
    Room room(const PromiseType& type) const override {
        return type.path.empty() ? bundled_.room(type) : processes_.room(type);
    }
    void cancel(PromiseListener& listener) override {
        bundled_.cancel(listener);
        processes_.cancel(listener);
    }

    Described describe(const PromiseType& type) override { return keeper_of(type).describe(type); }

private:
    PromiseKeeper& keeper_of(const PromiseType& type) {
        return type.path.empty() ? bundled_ : processes_;
    }

    PromiseKeeper& processes_;
    PromiseKeeper& bundled_;
};

} // namespace vow::agent
