#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

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

} // namespace vow::cfengine
