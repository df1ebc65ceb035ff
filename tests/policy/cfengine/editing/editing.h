#pragma once

#include "policy/cfengine/editing/line_editor.h"
#include "tests/support/body.h"

#include <map>
#include <string>
#include <string_view>

namespace vow::tests {

/// The result of an edit promise.
struct Edited {
    std::string text;
    std::string said; ///< lines at info or more severe: "info: ...\n"
    Verdicts verdicts;
    bool undecided;
};

/// Keeps one edit promise on a text; the file is called /f. `files` are those that lines can be
/// inserted from.
Edited edit(
    std::string_view type,
    std::string promiser,
    Attributes attributes,
    std::string_view text,
    Terms::Policy policy = Terms::Policy::fix,
    const std::map<std::string, std::string>& files = {}
);

} // namespace vow::tests
