#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"
#include "policy/source/source_text.h"

#include <string>
#include <string_view>
#include <vector>

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

/// Whether a word is reserved in models.
bool is_keyword(std::string_view word);

/// The tokens of a model file; the last is `end`. Throws ModelError for a character that begins
/// none. Cancelled once `stop` has a signal, which each token checks; null: no signal ends it.
std::vector<Token>
tokens_of(const SourceText& source, Diagnostics& diagnostics, const Stop* stop = nullptr);

struct Unescaped {
    std::string text;
    std::vector<std::string> unknown; ///< escapes without a meaning, which stay as they are
};

/// Replaces the escapes of a string: those of Python.
Unescaped unescaped(std::string_view text);

} // namespace vow::inmanta
