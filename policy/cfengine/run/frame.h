#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/class_table.h"
#include "protocol/promise/outcome.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::cfengine {

struct EditSession;

/// Whether a called bundle sees its caller's classes.
enum class Inherit { nothing, classes };

/// One call of a bundle while it runs. Its classes end with it; its variables do not.
struct Frame {
    const Bundle& bundle;
    Frame* caller = nullptr; ///< null in the bundle sequence
    Inherit inherit = Inherit::nothing;
    std::string promiser = {}; ///< of the calling promise
    int pass = 1;              ///< 1 to 3; 0: before anything runs
    ClassTable classes = {};
    std::vector<std::pair<std::string, std::string>> results = {}; ///< for `useresult`
    Verdicts verdicts = {};                                        ///< of all its promises
    bool failed = false; ///< a promise failed, which is more than a change that is not allowed
    bool ended = false;  ///< by an abort class
    EditSession* editing = nullptr; ///< the file that an edit bundle works on, or null
    bool is_assumed = false;        ///< a dry run assumes the call, which a real run would make
    /// The promises that a real run would repair, in this call and in those that it made.
    std::vector<std::string> repairs = {};
    int depth = 1;
};

} // namespace vow::cfengine
