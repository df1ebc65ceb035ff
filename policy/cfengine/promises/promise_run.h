#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// Evaluates a promise of a running bundle, once for every round of its iteration. A failure is
/// logged, and ends the rounds of this promise only; FatalError and Aborted propagate.
void run_promise(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

/// Evaluates the attributes that call functions which affect variables. The reference agent
/// evaluates every attribute of every promise before the run; no other effect of that is kept.
void evaluate_attributes(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

// The evaluation of each kind of promise, in a file of its own: run_variable() in
// variable_promise.cpp, and so on. The round's guard and conditions hold.

void run_variable(PromiseRound& round);
void run_meta(PromiseRound& round);
void run_default(PromiseRound& round);
void run_class(PromiseRound& round);
void run_report(PromiseRound& round);
void run_method(PromiseRound& round);
void run_service(PromiseRound& round);
void run_edit(PromiseRound& round); ///< of an edit bundle, on the lines of its file
void run_kept(PromiseRound& round); ///< handed to a module: files, commands, custom types
/// Hands a service that no bundle keeps to the module of the type, with its `service_policy`.
void keep_service(PromiseRound& round, const std::string& policy);

} // namespace vow::cfengine
