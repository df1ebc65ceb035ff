#pragma once

#include "modules/sdk/cpp/module.h"
#include "tests/support/body.h"

#include <string>
#include <vector>

namespace vow::tests {

/// What a bundled module made of a promise.
struct KeptPromise {
    modules::Validity validity = modules::Validity::valid;
    Outcome outcome = {};
    std::vector<std::string> lines = {}; ///< "info: Created file ..."; debug lines are left out

    /// The lines at info and graver ones, one below the other.
    std::string said() const;
    Verdict result() const { return outcome.result(); }
};

/// Validates, and when valid evaluates, a promise of a module, or of the bundled one of that name.
KeptPromise keep_promise(
    modules::Module& module,
    std::string promiser,
    Attributes attributes,
    Terms::Policy policy = Terms::Policy::fix
);
KeptPromise keep_promise(
    std::string_view module,
    std::string promiser,
    Attributes attributes,
    Terms::Policy policy = Terms::Policy::fix
);

} // namespace vow::tests
