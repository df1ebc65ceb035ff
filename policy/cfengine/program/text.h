#pragma once

#include "policy/source/names.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vow::cfengine {

struct Reference;

/// A string of the policy, taken apart once at load into literal pieces and references. Expanding
/// it re-reads nothing. Most are literal and hold just that; the pieces of others are shared by
/// copies.
class Text {
public:
    struct Part {
        std::string literal;                        ///< when there is no reference
        std::shared_ptr<const Reference> reference; ///< or null
    };

    Text() = default;
    explicit Text(std::string literal) : content_(std::move(literal)) {}
    explicit Text(std::vector<Part> parts);

    /// The pieces of a text that is not literal; none of one that is.
    std::span<const Part> parts() const;
    bool is_literal() const { return std::holds_alternative<std::string>(content_); }
    /// The text when it holds no reference; empty otherwise.
    std::string_view literal() const;
    /// The reference when the text is one and nothing else; null pointer otherwise.
    const Reference* sole_reference() const;
    /// As it was written.
    std::string source() const;

private:
    std::variant<std::string, std::shared_ptr<const std::vector<Part>>> content_;
};

/// $(name), ${name}, @(name) or @{name} within a text.
struct Reference {
    enum class Shape { scalar, list }; ///< `$` or `@`

    /// A name that is known at load but for its indices: the ordinary case.
    struct Fixed {
        std::optional<Symbol> bundle; ///< qualified; none: the running bundle
        Symbol name;
        std::vector<Text> indices;
    };

    Shape shape;
    std::string source; ///< as written
    std::optional<Fixed> fixed = {};
    Text name = {}; ///< what stands between the brackets; read as a name after expanding it
};

/// Takes a text apart. Unqualified bundle names belong to `name_space`. `$` or `@` that begins no
/// well-formed reference is literal: `$name`, `$( name )`, an unclosed bracket.
Text compile_text(std::string_view source, std::string_view name_space, Names& names);

/// A reference, after those that its name is built from.
void append_references(const Reference& reference, std::vector<const Reference*>& found);

/// The references in a text, inner ones before those that hold them.
void append_references(const Text& text, std::vector<const Reference*>& found);

} // namespace vow::cfengine
