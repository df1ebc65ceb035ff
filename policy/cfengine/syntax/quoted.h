#pragma once

#include <list>
#include <string>
#include <string_view>
#include <utility>

namespace vow::cfengine {

/// The texts that quoted strings stand for. Most are what stands in the source, and are views of
/// it; those with escapes are made, and kept here.
class QuotedTexts {
public:
    /// Given with its quotes. Only \\, \" and \' are escapes, in all three kinds of quotes, and a
    /// backslash before a line's end joins the lines; any other backslash stays (semantics 6.10).
    std::string_view text_of(std::string_view quoted);

    /// The texts made so far, for whoever keeps the views.
    std::list<std::string> take() && { return std::move(made_); }

private:
    std::list<std::string> made_;
};

} // namespace vow::cfengine
