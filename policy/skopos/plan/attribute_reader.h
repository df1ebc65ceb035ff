#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/source/diagnostic.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::skopos {

/// Reads the attributes of a step by their types. Adds a diagnostic for a value of another type,
/// which then counts as absent. Borrows all.
class AttributeReader {
public:
    /// `map` is a mapping; `owner` names it in messages: "step 'a'".
    AttributeReader(
        const YamlNode& map, std::string owner, const SourceText& source, Diagnostics& diagnostics
    )
        : map_(map),
          owner_(std::move(owner)),
          source_(source),
          diagnostics_(diagnostics) {}

    bool has(std::string_view name) const { return attribute_node(name) != nullptr; }
    /// Null without a value.
    const YamlNode* attribute_node(std::string_view name) const;
    /// The key; `name` is an attribute that the mapping has.
    Span key_span(std::string_view name) const;
    Span value_span(std::string_view name) const;

    /// Text, or a number or truth value as it is written.
    std::optional<std::string> text(std::string_view name) const;
    std::optional<bool> truth(std::string_view name) const;
    std::optional<std::int64_t> count(std::string_view name) const;
    std::optional<double> seconds(std::string_view name) const;
    /// `words` are the allowed ones.
    std::optional<Selector>
    selector(std::string_view name, std::initializer_list<std::string_view> words) const;
    /// Null if it is not a mapping.
    const YamlNode* mapping(std::string_view name) const;
    /// Null if it is not a list.
    const YamlNode* list(std::string_view name) const;

    /// Adds that an attribute is missing, at the first key.
    void report_missing(std::string_view name) const;
    /// Adds that the value of an attribute has another type.
    void report_type(std::string_view name, std::string_view expected) const;

    const std::string& owner() const { return owner_; }

private:
    const YamlNode*
    of_kind(std::string_view name, YamlNode::Kind kind, std::string_view expected) const;

    const YamlNode& map_;
    std::string owner_;
    const SourceText& source_;
    Diagnostics& diagnostics_;
};

/// The instances that a word selects; nullopt for another word.
std::optional<Selector> selector_from(std::string_view word);

/// A whole number of 0 or more, not larger than a billion.
std::optional<std::int64_t> count_from(std::string_view text);

/// A finite number of 0 or more.
std::optional<double> seconds_from(std::string_view text);

} // namespace vow::skopos
