#pragma once

#include "policy/source/source_text.h"

#include <string_view>

namespace vow {

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
