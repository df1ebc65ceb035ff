#pragma once

#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_round.h"
#include "protocol/promise/promise.h"

#include <memory>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Whether a promise has a package method that changes packages in bulk.
bool changes_in_bulk(const Promise& promise);

/// Has the module schedule what the promise needs. If something is scheduled, the promise is
/// finished at the end of its section, otherwise at once.
void keep_in_bulk(
    PromiseRound& round, Promise promise, const std::shared_ptr<Completion>& completion
);

/// Whether the text of a `files` promise is edited or rendered here, in addition to what its
/// module does.
bool edits_text(const PromiseRound& round);

/// Keeps such a promise in steps; its verdicts are those of all steps. With `edit_line` or a
/// CFEngine template: without the edit, then a bundle edits the text in memory, then the module
/// saves it unless the file has changed in between. With a Mustache template: the rendered text
/// is the whole file.
Outcome keep_edited(PromiseRound& round, const Promise& promise);

/// Whether a bundle is promised for the home directory of a new user.
bool fills_home(const PromiseRound& round);

/// Keeps such a `users` promise, and calls the bundle if the account did not exist before. An error
/// in the bundle is logged; the account counts as created (host types, 5.3).
Outcome keep_with_home(PromiseRound& round, Promise promise);

// Paths that are regular expressions. They are recognised as the reference does, so that ordinary
// paths with dots and parentheses stay literal.

/// A file that a pattern names.
struct PromisedPath {
    std::string path;
    List groups; ///< of the whole pattern's match
};

/// The files that the promiser of a `files` promise names when it is a pattern, each component of
/// which is matched with the names in its folder. Nullopt if it is a literal path. A
/// promise that creates files makes one with the name of a pattern that matches nothing, as in the
/// reference.
std::optional<std::vector<PromisedPath>> promised_paths(PromiseRound& round);

/// True if a text repeats something (`*`, `+`), has a class (`[a-z]`) or alternatives in a group
/// (`(a|b)`), and all its brackets match.
bool is_pattern(std::string_view text);

/// True if an absolute path is a pattern, and no class or group of it holds a slash.
bool is_path_pattern(std::string_view path);

/// The names between slashes, without empty ones.
std::vector<std::string_view> components_of(std::string_view path);

/// How a promise is kept while others may be pending.
enum class Joining {
    alone,     ///< after all others, and before the next
    undecided, ///< none is pending, and it is not known yet whether its module lets it stay so
    together   ///< it stays pending while the next are evaluated
};

/// Decides it: together if the policy, the host, the command line or its module lets promises of
/// its type overlap, and no class that it defines can end the run or the bundle.
Joining joining_of(PromiseRound& round, const PromiseType& type);

/// Whether promises of a section overlap only each other, in a run in which bundled types overlap:
/// what they do is not limited to files that they name.
bool may_affect_all(const RunState& run, const Section& section);

/// The parts of the evaluation that the outcome of the promise may change, and the files that it
/// names.
PendingPromises::Writes writes_of(PromiseRound& round, const Promise& promise);

} // namespace vow::cfengine
