#pragma once

#include "policy/cfengine/editing/line_buffer.h"
#include "policy/cfengine/editing/xml/document.h"
#include "policy/run/identity.h"
#include "protocol/promise/promise.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// An `edit_defaults` body: how a file is read and saved when it is edited.
struct EditDefaults {
    bool empty_first = false;    ///< edits start from an empty text, not from the old one
    bool join_lines = false;     ///< recognize_join: a line that ends in \ continues in the next
    bool inherit = false;        ///< the edit bundle sees its caller's classes
    std::size_t max_bytes;       ///< max_file_size: larger files are not edited; 0: no limit
    std::string backup = "true"; ///< edit_backup: true, false, timestamp or rotate
    std::size_t rotate = 0;      ///< the number of backups that `rotate` keeps

    /// `max_bytes` is the limit without max_file_size.
    static EditDefaults from(const Attributes& files_promise, std::size_t max_bytes);
};

/// The way in which an edit reads a file.
enum class EditedAs { lines, xml };

using EditContent = std::variant<LineBuffer, XmlDocument>;

/// The content of a file with this text. Any text has lines; not every text is XML.
std::variant<EditContent, XmlFailure>
content_from(std::string_view text, EditedAs as, const EditDefaults& defaults);
std::string text_of(const EditContent& content);

/// A file that an edit bundle works on, in memory, while the bundle runs.
struct EditSession {
    std::string file;
    EditContent content;
    IdentitySet done = {};                 ///< equal promises are kept once in a file
    bool has_edits = false;                ///< whether any promise changed the content, or would
    std::vector<std::string> changes = {}; ///< log lines to show when the file is saved
};

} // namespace vow::cfengine
