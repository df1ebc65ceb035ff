#pragma once

#include "policy/cfengine/promises/call_arguments.h"
#include "policy/cfengine/promises/promise_round.h"

/// Promises that call a bundle: `methods` and `services`.
namespace vow::cfengine {

struct BundleCall {
    std::string name; ///< as promised
    const Bundle& bundle;
    CallArguments arguments;
};

/// Finds a bundle that promises may call. A name without a namespace belongs to the one of the
/// running bundle. Null if it is not defined.
const Bundle* find_callable(PromiseRound& round, const std::string& name);

/// Logs that the bundle of a call is not defined. Ends the run (throws FatalError) unless the
/// policy ignores missing bundles.
void reject_missing_bundle(PromiseRound& round, const std::string& name);

/// Calls the bundle once in a run, under the lock and the action policy of the promise, whose
/// verdict is the worst of the called promises.
void keep_call(PromiseRound& round, BundleCall call);

} // namespace vow::cfengine
