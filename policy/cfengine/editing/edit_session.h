#pragma once

#include "policy/cfengine/editing/edit_defaults.h"
#include "policy/cfengine/editing/line_editor.h"
#include "policy/run/identity.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// A file whose lines an edit bundle works on, in memory, while the bundle runs. What its promises
/// say of changes is held back until the file is saved.
struct EditSession {
    std::string file;
    LineBuffer lines;
    IdentitySet done = {}; ///< equal promises are kept once in a file
    std::vector<std::string> held = {};
};

} // namespace vow::cfengine
