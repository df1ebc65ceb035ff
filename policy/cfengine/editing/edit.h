#pragma once

#include "policy/cfengine/editing/line_editor.h"
#include "protocol/promise/record.h"

#include <memory>
#include <string>

namespace vow::cfengine {

/// One edit promise while it is kept.
struct Edit {
    const Promise& promise;
    const std::string& file; ///< its name, for messages
    LineBuffer& lines;
    EditSurroundings& around;
    Record& record;
    bool undecided = false;  ///< see EditResult
    bool broken_off = false; ///< nothing was tried; the error has been logged

    /// Logs an error and returns null if the pattern is not valid.
    std::shared_ptr<const Regex> regex(const std::string& pattern);
    /// Fails before anything was tried.
    void break_off(const std::string& message);
};

// The promise types, each in a file of its own.
void insert_lines(Edit& edit);
void delete_lines(Edit& edit);
void replace_patterns(Edit& edit);
void edit_fields(Edit& edit);

} // namespace vow::cfengine
