#pragma once

#include "policy/cfengine/editing/edit.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// An `insert_select` or `delete_select` body: which lines a promise is about. A line is chosen
/// when it starts with, matches or contains one of a list, or when it does none of that.
class LineSelection {
public:
    /// `verb` is that of the attributes' names: "insert" or "delete". None when the body
    /// contradicts itself or holds a bad pattern, which has been said then.
    static std::optional<LineSelection> from(Edit& edit, std::string_view verb);

    bool chooses(std::string_view line) const;

private:
    enum class How { all, starts_with, matches, contains };

    How how_ = How::all;
    bool negated_ = false;
    std::vector<std::string> starts_;
    std::vector<std::shared_ptr<const Regex>> patterns_;
};

} // namespace vow::cfengine
