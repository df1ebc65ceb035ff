#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <utility>

namespace vow::cfengine {

/// The texts of quoted strings. Most are views of the source; those with escapes are built and
/// stored here.
class QuotedTexts {
public:
    /// `quoted` includes its quotes. Only \\, \" and \' are escapes, in all three kinds of quotes.
    /// A backslash at the end of a line joins the lines; any other backslash stays
    /// (semantics 6.10).
    std::string_view text_of(std::string_view quoted);

    /// Gives up the texts built so far, which the views point into.
    std::list<std::string> take() && { return std::move(built_); }

private:
    std::list<std::string> built_;
};

/// The offset in `quoted`, which includes its quotes, of a byte of its text.
std::size_t offset_in_quotes(std::string_view quoted, std::size_t offset_in_text);

} // namespace vow::cfengine
