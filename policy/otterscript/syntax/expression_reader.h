#pragma once

#include "policy/otterscript/syntax/cursor.h"
#include "policy/otterscript/syntax/expression.h"

#include <string_view>

namespace vow::otterscript {

/// The characters that end an implicit string, besides the end of its line (section 1.1 of the
/// language).
enum class Delimiters {
    statement,  ///< ;
    message,    ///< ; and a quoted text may be a part of it
    positional, ///< ; and the `(` of an argument list
    item,       ///< , )
    key,        ///< : , )
    nested,     ///< )
    index,      ///< ]
    fallback,   ///< , >
    operand,    ///< == != = && || ) { and < > <= >= between blanks
    source,     ///< {
    directive   ///< { ,
};

/// Reads literals: implicit, quoted and swim strings, and compiles the expressions in them.
class ExpressionReader {
public:
    explicit ExpressionReader(Cursor& cursor) : cursor_(cursor) {}

    /// Reads a literal. Afterwards the cursor is after it, before the blanks that follow.
    Expression read_literal(Delimiters delimiters);
    /// Reads a literal of which references are not expanded: only its body counts.
    Expression read_raw_literal(Delimiters delimiters);
    /// Reads the next `length` bytes as a text.
    Expression read_name(std::size_t length);
    /// Reads a quoted or implicit text as one expression, to the end of the cursor's text.
    Expression read_all();
    /// Skips `)`. Adds a diagnostic at `open` if the text ends before it.
    void close(std::size_t open);
    /// Reads `[index]` and `.name`.
    std::vector<Expression> read_indexes();
    /// True if an argument list begins here, at `(`.
    bool looks_at_arguments() const;

private:
    class Depth;

    enum class Content { expanded, raw };
    Expression read(Delimiters delimiters, Content content);
    bool goes_on_after(std::size_t end);
    Expression compile(std::size_t begin, std::size_t end);
    Expression read_implicit(Delimiters delimiters, Content content);

    /// Returns false if what begins here is not wholly one vector or map expression.
    bool read_container(Expression& expression, const Delimiters* delimiters);
    bool read_container_base(Expression& expression);
    enum class EmptyItems { refused, taken };
    std::vector<Expression> read_list(EmptyItems empty);
    MapExpression read_map();
    bool ends_list(std::size_t open);

    /// Reads pieces up to a delimiter; without one, to the end of the cursor's range.
    void read_pieces(const Delimiters* delimiters, TextExpression& text, std::size_t plain_until);
    bool is_delimiter(Delimiters delimiters) const;
    bool has_closing_on_line();
    void read_escape(std::string& plain);
    bool read_reference(TextExpression& text, std::string& plain);
    Expression read_nested();
    Call read_call(Sign sign, std::size_t begin);

    /// The rest of a line, and its opening parentheses that are not closed on it.
    struct Line {
        std::size_t begin = 0, end = 0;
        std::size_t range_end = 0; ///< of the cursor
        std::vector<std::size_t> unclosed = {};
    };
    Line rest_of_line() const;

    Cursor& cursor_;
    int depth_ = 0;
    Line line_ = {}; ///< the last that was looked at
};

} // namespace vow::otterscript
