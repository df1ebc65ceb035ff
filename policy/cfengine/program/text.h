#pragma once

#include "policy/cfengine/values/variable_name.h"
#include "policy/source/names.h"
#include "policy/source/source_text.h"
#include "protocol/data/shared_text.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace vow::cfengine {

struct Reference;

/// The part of a promise that a text belongs to.
enum class TextPart { promiser, value };

/// A string of the policy, split once at load into literal parts and references, so that expansion
/// parses nothing. Most are literal, and most of those are a part of the policy file as it is in
/// memory; copies share the parts of the others.
class Text {
public:
    struct Part {
        SharedText literal;                         ///< used without a reference
        std::shared_ptr<const Reference> reference; ///< or null
    };

    Text() = default;
    explicit Text(std::string_view literal) : content_(SharedText(literal)) {}
    explicit Text(std::vector<Part> parts);
    /// A literal that the text of a policy file contains, which outlives it.
    static Text within_source(std::string_view literal);

    /// The parts; empty if the text is literal.
    std::span<const Part> parts() const;
    bool is_literal() const { return !std::holds_alternative<SharedParts>(content_); }
    /// The text if it has no reference; otherwise empty.
    std::string_view literal() const;
    /// The reference if the text consists of one alone; otherwise null.
    const Reference* sole_reference() const;
    /// The text as written.
    std::string source() const;

private:
    using SharedParts = std::shared_ptr<const std::vector<Part>>;

    std::variant<std::string_view, SharedText, SharedParts> content_;
};

/// $(name), ${name}, @(name) or @{name} within a text.
struct Reference {
    enum class Shape { scalar, list }; ///< `$` or `@`

    /// A name that is known at load except for its indices: the usual case.
    struct FixedName {
        std::optional<Symbol> bundle; ///< qualified; nullopt: the running bundle
        Symbol name;
        std::vector<Text> indices;
        Qualification qualification = Qualification::none;
        /// The bundle of the default namespace: the reference agent looks a bundle that is written
        /// without a namespace up there when the text is a value. nullopt where that is `bundle`.
        std::optional<Symbol> default_bundle = {};
    };

    Shape shape;
    std::string source; ///< as written
    TextPart part = TextPart::promiser;
    std::optional<FixedName> fixed = {};
    Text name = {}; ///< if not fixed: the text between the brackets, a name once expanded
};

/// Splits a text. Unqualified bundle names belong to `name_space`. A `$` or `@` that does not begin
/// a well-formed reference is literal: `$name`, `$( name )`, an unclosed bracket.
Text compile_text(
    std::string_view source,
    std::string_view name_space,
    Names& names,
    TextPart part = TextPart::promiser
);

/// Compiles the texts of one policy file: equal references share one, equal texts their parts, and
/// literals are parts of the file.
class SharedTexts {
public:
    /// The file must outlive the texts.
    SharedTexts(const SourceText& file, Names& names) : file_(file.text()), names_(names) {}

    /// As compile_text(). Source and namespace must outlive this object: they are those of the
    /// tree.
    Text compiled(std::string_view source, std::string_view name_space, TextPart part);

private:
    friend class TextCompiler;

    /// The meaning of a text depends on its namespace and its part, too.
    struct Key {
        std::string_view source, name_space;
        TextPart part;

        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    using References = std::unordered_map<Key, std::shared_ptr<const Reference>, Hash>;

    std::string_view file_;
    Names& names_;
    std::unordered_map<Key, Text, Hash> texts_ = {}; ///< those with references
    References references_ = {};
};

/// Appends a reference, after those that its name is built from.
void append_references(const Reference& reference, std::vector<const Reference*>& found);

/// Appends the references in a text, inner ones before outer ones.
void append_references(const Text& text, std::vector<const Reference*>& found);

} // namespace vow::cfengine
