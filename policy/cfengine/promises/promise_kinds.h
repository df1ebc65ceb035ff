#pragma once

#include "policy/cfengine/promises/promise_round.h"

/// The evaluation of each kind of promise, in a file of its own: run_variable() in
/// variable_promise.cpp, and so on. The round's guard and conditions hold.
namespace vow::cfengine {

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
