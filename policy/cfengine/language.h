#pragma once

#include "policy/run/language.h"
#include "protocol/promise/promise_type.h"

#include <memory>
#include <vector>

namespace vow::cfengine {

/// Whom the messages and exit codes are for.
enum class Manner {
    vow,      ///< what can be known at load is an error at load
    reference ///< undefined promise types and missing modules are errors of the run
};

/// How policies are read.
struct Dialect {
    Manner manner = Manner::vow;
    /// Promise types that are no part of the language, and kept without the policy defining them.
    std::vector<PromiseType> module_types = {};
};

/// CFEngine's policy language. It keeps the sources of what it loaded, so that diagnostics can be
/// printed for as long as it lives.
std::unique_ptr<Language> make_language(Dialect dialect = {});

} // namespace vow::cfengine
