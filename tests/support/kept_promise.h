#pragma once

#include "modules/sdk/cpp/module.h"
#include "tests/support/body.h"

#include <string>
#include <vector>

namespace vow::tests {

/// The result of a promise kept by a bundled module.
struct KeptPromise {
    modules::Validity validity = modules::Validity::valid;
    Outcome outcome = {};
    std::vector<std::string> lines = {}; ///< "info: Created file ..."; debug lines are left out

    /// The log lines at info or more severe levels.
    std::string log_text() const;
    Verdict result() const { return outcome.result(); }
};

/// Validates a promise of a module, or of the bundled one of that name, and evaluates it if valid.
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
/// The same for a module that stores something between runs.
KeptPromise keep_promise(
    Documents& documents,
    std::string_view module,
    std::string promiser,
    Attributes attributes,
    Terms terms = {}
);

} // namespace vow::tests
