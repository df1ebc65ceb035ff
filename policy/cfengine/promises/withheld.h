#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <string>

/// Secrets that could not be read. A variable that would be made of one is withheld: it has no
/// value, and a promise that refers to it is not kept, although text with an unresolved reference
/// can otherwise be taken as it is.
namespace vow::cfengine {

/// Whether a value is made by a function that reads a secret.
bool reads_secret(const Expression& value);

/// Whether a value refers to a variable that is withheld.
bool uses_withheld(PromiseRound& round, const Expression& value);

/// The reference of a promise to a withheld variable, as written; empty if there is none.
std::string withheld_reference(PromiseRound& round);

} // namespace vow::cfengine
