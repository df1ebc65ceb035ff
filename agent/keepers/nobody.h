#pragma once

#include "protocol/promise/keeper.h"

#include <string>

namespace vow::agent {

/// Keeps no promise: whoever hands it one is told that nobody knows its type.
class Nobody : public PromiseKeeper {
public:
    void start(const Promise& promise, Keeping& keeping) override {
        keeping.log(LogLevel::error, "Undefined promise type '" + promise.type->name + "'");
        keeping.done(Outcome::of(Verdict::error));
    }
    bool wait() override { return false; }
    void cancel(Keeping&) override {}
};

} // namespace vow::agent
