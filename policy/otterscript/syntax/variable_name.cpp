#include "policy/otterscript/syntax/variable_name.h"

#include "protocol/text/text.h"

#include <string>

namespace vow::otterscript {
namespace {

/// `-` and `_` at the end of a name: text after a reference, a mistake in a declaration.
enum class NameEnd { is_text, is_checked };

VariableName read_name_of_variable(Cursor& cursor, NameEnd name_end) {
    const std::size_t begin = cursor.at();
    const Sign sign = sign_of(cursor.peek());
    if (cursor.peek() != '$' && sign == Sign::scalar) cursor.fail_expected("a variable");
    std::string spelled;
    if (cursor.peek(1) == '{') {
        cursor.advance(2);
        const std::size_t first = cursor.at();
        while (!cursor.is_at_end() && cursor.peek() != '}' && cursor.peek() != '\n')
            cursor.advance();
        spelled = cursor.text(first, cursor.at());
        if (!cursor.skip('}')) cursor.fail(unclosed, cursor.span(begin + 1, begin + 2), "{");
    } else {
        const std::size_t length = cursor.name_length(begin + 1);
        if (length == 0) cursor.fail_expected("a variable");
        cursor.advance();
        spelled = cursor.read_name_parts();
        if (name_end == NameEnd::is_text) {
            spelled.resize(length);
            cursor.go_to(begin + 1 + length);
        }
    }
    const Span span = cursor.span(begin, cursor.at());
    cursor.check_name(spelled, span);
    Names& names = cursor.names();
    return {
        .sign = sign,
        .name = names.symbol(lower_case(spelled)),
        .spelling = names.symbol(spelled),
        .span = span};
}

} // namespace

Sign sign_of(char mark) {
    return mark == '@' ? Sign::vector : mark == '%' ? Sign::map : Sign::scalar;
}

VariableName read_variable(Cursor& cursor) {
    return read_name_of_variable(cursor, NameEnd::is_checked);
}

Reference read_reference_name(Cursor& cursor) {
    const std::size_t begin = cursor.at();
    const VariableName name = read_name_of_variable(cursor, NameEnd::is_text);
    Reference reference{.sign = name.sign, .span = name.span};
    reference.shown = name.span.text();
    const std::string whole(cursor.names().text(name.name));
    reference.candidates.push_back({.name = name.name});
    if (cursor.text(begin + 1, begin + 2) == "{") return reference;
    const std::string_view spelled = cursor.names().text(name.spelling);
    for (std::size_t dash = whole.rfind('-'); dash != std::string::npos && dash > 0;
         dash = whole.rfind('-', dash - 1)) {
        std::size_t length = dash;
        while (whole[length - 1] == '-' || whole[length - 1] == '_')
            --length;
        reference.candidates.push_back(
            {.name = cursor.names().symbol(whole.substr(0, length)),
             .rest = std::string(spelled.substr(length))}
        );
        if (length < dash) dash = length;
    }
    return reference;
}

} // namespace vow::otterscript
