#pragma once

#include "policy/run/budget.h"

#include <exception>
#include <string>
#include <utility>

namespace vow {

/// The meaning of an unexpected exception to the author of a policy: the limit that was
/// reached, or the exception's own words.
std::string reason_of(const std::exception& failure);

/// The edge of a language: runs one step of it, and turns an exception into that step's failure.
/// Returns the result of `work`; if that throws, of `fail(reason)`, which reports the failure with
/// its place, or throws the language's own error.
///
/// Every limit ends in an exception here: of regular expressions, of values, of memory, of the
/// disk. So `try`, retries, cleanup steps and the states of resources see it like any other
/// failure, and the run goes on.
///
/// Exceptions that are not derived from std::exception pass: those steer the run (Cancelled, the
/// end of an execution) and are not failures. So do the types that are named as `Passing`: the
/// errors of the language that already have a place.
template <class... Passing, class Work, class Fail>
auto guarded(Work&& work, Fail&& fail) -> decltype(std::forward<Work>(work)()) {
    std::string reason;
    try {
        return std::forward<Work>(work)();
    } catch (const std::exception& failure) {
        if ((... || (dynamic_cast<const Passing*>(&failure) != nullptr))) throw;
        const Budget::Relief relief;
        reason = reason_of(failure);
    }
    const Budget::Relief relief;
    return std::forward<Fail>(fail)(reason); // outside of the handler: it may suspend its fiber
}

} // namespace vow
