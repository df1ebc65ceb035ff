#pragma once

#include "policy/source/source_text.h"

#include <string>

namespace vow::inmanta {

/// How exactly messages name a place: the reference names some by their line alone.
enum class Detail { line, column };

/// A place in a model, for messages.
struct Place {
    Span span = {};
    Detail detail = Detail::line;
};

/// "main.cf:3" or "main.cf:3:5".
std::string text_of(const Place& place);

/// The same place, named by its line alone.
Place line_of(const Place& place);

} // namespace vow::inmanta
