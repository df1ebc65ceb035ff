#pragma once

#include "policy/cfengine/editing/line_editor.h"
#include "tests/support/body.h"

#include <map>
#include <string>
#include <string_view>

namespace vow::tests {

/// The result of an edit promise on a text.
struct Edited {
    std::string text;
    std::string log; ///< lines at info level and above: "info: ...\n"
    Verdicts verdicts;
    bool undecided;
};

/// The lines at info level and above: "info: ...\n".
std::string shown_log(const cfengine::EditResult& result);

/// Keeps one edit promise on the text of a file /f. Lines can be inserted from `files`.
Edited edit(
    std::string_view type,
    std::string promiser,
    Attributes attributes,
    std::string_view text,
    Terms::Policy policy = Terms::Policy::fix,
    const std::map<std::string, std::string>& files = {}
);

} // namespace vow::tests
