#pragma once

#include "policy/source/trusted_text.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Editors on Windows begin a file with it. It does not belong to the text, but counts in offsets.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A place in a line of text, both counted from 1.
struct Position {
    std::uint32_t line;
    std::uint32_t column;
};

/// One policy file in memory. Tokens, syntax trees and diagnostics point into it, so it must
/// outlive them. Line starts are computed only when a message is printed.
class SourceText {
public:
    /// The unit in which a language counts columns: bytes, or characters of UTF-8.
    enum class Columns { bytes, characters };

    SourceText(std::string path, TrustedText text, Columns columns = Columns::bytes);

    const std::string& path() const { return path_; }
    std::string_view text() const { return text_; }
    /// `offset` may be the end of the text.
    Position position(std::uint32_t offset) const;
    /// The offset at which the line of another offset begins.
    std::uint32_t line_start(std::uint32_t offset) const;
    /// The line (counted from 1) without its end; empty after the last line.
    std::string_view line(std::uint32_t number) const;

private:
    const std::vector<std::uint32_t>& line_starts() const;

    std::string path_;
    std::string text_;
    Columns columns_;
    mutable std::vector<std::uint32_t> line_starts_; ///< found at first use
};

/// Bytes [begin, end) of a source text, which it borrows.
struct Span {
    const SourceText* source = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    std::string_view text() const { return source->text().substr(begin, end - begin); }
    Position position() const { return source->position(begin); }
};

/// The part of a source line that a message shows, and the bytes of it that a span covers. A long
/// line is cut around the span.
struct Excerpt {
    std::string_view text;
    std::size_t begin;
    std::size_t end;
};

/// The excerpt of the line in which the span begins. The span has a source.
Excerpt excerpt_of(const Span& span);

} // namespace vow
