#pragma once

#include "policy/run/event.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The first error and the first warning that were logged while a promise was kept, or a promise
/// that is a part of it; without an error in the log, the one that its outcome came with. Reasons
/// quote them (agent/report/reason.h).
class FirstLines {
public:
    /// Without credentials; empty if there was no such line.
    struct OfPromise {
        std::string error;
        std::string warning;
    };

    /// Notes lines and the beginnings of promises. Other events have no effect.
    void receive(const Event& event);
    /// True while a promise is being kept.
    bool has_promise() const { return !being_kept_.empty(); }
    /// Those of the promise that ends, to be called for each PromiseDone.
    OfPromise end(const PromiseDone& done);

private:
    std::vector<OfPromise> being_kept_;
};

} // namespace vow::agent
