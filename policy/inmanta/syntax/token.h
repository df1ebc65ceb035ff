#pragma once

#include "policy/source/source_text.h"

#include <string>

namespace vow::inmanta {

struct Token {
    enum class Kind {
        name,       ///< begins with a lower-case letter or an underscore
        class_name, ///< begins with an upper-case letter
        keyword,
        integer,
        real,
        string,        ///< escapes are replaced
        raw_string,    ///< r"..."
        format_string, ///< f"..."
        long_string,   ///< in three quotes
        regex,         ///< without its slashes
        symbol,
        end ///< of the file
    };

    Kind kind = Kind::end;
    Span span = {};
    std::string text = {}; ///< without quotes and prefix
};

} // namespace vow::inmanta
