#pragma once

#include "policy/cfengine/editing/file_template.h"
#include "policy/cfengine/promises/promise_round.h"

/// The part of a `files` promise with an edit that is not its edit: `plain` are its attributes
/// without those of the edit. The module of `files` keeps them, as a rule before the edit.
namespace vow::cfengine {

/// All but the attributes that describe the edit, which the module does not receive.
Attributes without_edit(const Attributes& attributes);

/// Whether the module has anything to do. A step without it would be kept.
bool has_steps(const Attributes& plain);

/// Whether the file does not exist, and must not be created.
bool is_meant_to_be_absent(PromiseRound& round, const Attributes& plain);

/// Whether nothing is promised but a file, which exists. Then the module would have nothing to do,
/// but lines at level verbose.
bool is_made_already(PromiseRound& round, const Attributes& plain);

/// Whether the file is made only when its text is known, in a step for both.
bool is_made_with_its_text(
    PromiseRound& round, const Promise& promise, TemplateUse::Method method, const Attributes& plain
);

} // namespace vow::cfengine
