#pragma once

#include "policy/otterscript/syntax/cursor.h"

#include <string_view>

namespace vow::otterscript::tests {

/// A text, and a cursor at its begin.
struct ScannedText {
    explicit ScannedText(std::string_view text)
        : source("plan.otter", TrustedText::given(std::string(text))) {}

    /// The text from the cursor on.
    std::string_view rest() const { return source.text().substr(cursor.at()); }

    SourceText source;
    Names names = {};
    Diagnostics diagnostics = {};
    Cursor cursor{source, names, diagnostics};
};

} // namespace vow::otterscript::tests
