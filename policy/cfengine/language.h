#pragma once

#include "policy/run/language.h"
#include "protocol/promise/promise_type.h"

#include <memory>
#include <vector>

namespace vow::cfengine {

/// Whose conventions apply to messages and exit codes.
enum class Manner {
    vow,      ///< every error that can be known is reported when the policy is loaded
    reference ///< undefined promise types and missing modules are errors of the run
};

/// How policies are read.
struct Dialect {
    Manner manner = Manner::vow;
    /// Promise types outside the language that a policy can use without defining them.
    std::vector<PromiseType> module_types = {};
};

/// CFEngine's policy language. It owns the sources of the policies it loaded, so that diagnostics
/// can be printed as long as it lives.
std::unique_ptr<Language> make_language(Dialect dialect = {});

} // namespace vow::cfengine
