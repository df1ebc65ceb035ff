#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::skopos {

/// A reference to a variable: `{{ .vars.name }}`.
struct Reference {
    std::string written;           ///< with its braces
    std::vector<std::string> path; ///< "vars", "name"; empty if nothing can read it

    /// ".vars.name"
    std::string name() const;
};

/// A text with references, compiled once.
struct TextTemplate {
    std::vector<std::variant<std::string, Reference>> parts;
    std::string written; ///< the whole text

    bool has_references() const;
};

TextTemplate compile_text(std::string_view text);

/// Splits a command at blanks. Quotes group and are dropped; a reference is part of its word.
/// nullopt if a quote is not closed.
std::optional<std::vector<TextTemplate>> compile_command(std::string_view line);

} // namespace vow::skopos
