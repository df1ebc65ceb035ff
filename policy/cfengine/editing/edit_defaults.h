#pragma once

#include "protocol/promise/promise.h"

#include <cstddef>
#include <string>

namespace vow::cfengine {

/// An `edit_defaults` body: how a file is read and saved when it is edited.
struct EditDefaults {
    bool empty_first = false;         ///< edits start from nothing; the old text is only compared
    bool join_lines = false;          ///< recognize_join: a line that ends in \ goes on in the next
    bool inherit = false;             ///< the edit bundle sees its caller's variables
    std::size_t most_bytes = 100'000; ///< max_file_size: larger files are not edited; 0: no limit
    std::string backup = "true";      ///< edit_backup: true, false, timestamp or rotate
    std::size_t rotate = 0;           ///< how many backups `rotate` keeps

    static EditDefaults from(const Attributes& files_promise);
};

} // namespace vow::cfengine
