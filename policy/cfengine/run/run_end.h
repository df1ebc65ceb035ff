#pragma once

#include "policy/source/source_text.h"

#include <exception>
#include <string>
#include <type_traits>

namespace vow::cfengine {

/// The policy itself ends the run: a class of `abortclasses` was defined.
struct Aborted {
    std::string reason;
};

/// The evaluation cannot proceed: a bundle is missing, or a value has the wrong type.
struct FatalError {
    std::string message;
    Span span = {}; ///< of the expression, if known
};

// A promise that fails with a std::exception is logged, and the run continues with the next. The
// two types above end the whole run, so that handler must let them pass.
static_assert(!std::is_base_of_v<std::exception, Aborted>);
static_assert(!std::is_base_of_v<std::exception, FatalError>);

} // namespace vow::cfengine
