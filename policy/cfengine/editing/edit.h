#pragma once

#include "policy/cfengine/editing/line_editor.h"
#include "protocol/promise/record.h"

#include <memory>
#include <string>

namespace vow::cfengine {

/// One edit promise while it is kept: the lines it works on, what it may ask, and what it says.
struct Edit {
    const Promise& promise;
    const std::string& file; ///< its name, for messages
    LineBuffer& lines;
    EditSurroundings& around;
    Record& record;
    bool undecided = false;  ///< see EditResult
    bool broken_off = false; ///< nothing was tried; what was said is all there is to say

    /// The pattern, compiled; null when it is none, which has been said then.
    std::shared_ptr<const Regex> regex(const std::string& pattern);
    /// Fails with a message before anything was tried.
    void break_off(const std::string& message);
};

// The types of promise, each in a file of its own.
void insert_lines(Edit& edit);
void delete_lines(Edit& edit);
void replace_patterns(Edit& edit);
void edit_fields(Edit& edit);

} // namespace vow::cfengine
