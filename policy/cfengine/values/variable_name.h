#pragma once

#include "policy/source/names.h"
#include "protocol/text/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// How much of a variable's full name is written: `name`, `bundle.name` or `ns:bundle.name`.
enum class Qualification { none, bundle, name_space };

/// The parts of a variable's name as written: `ns:bundle.name[first][second]`. The views point into
/// that text.
struct VariableName {
    std::string_view name_space; ///< empty if not given
    std::string_view bundle;     ///< empty if not given: the running bundle
    std::string_view name;
    std::vector<std::string_view> indices;

    Qualification qualification() const {
        if (bundle.empty()) return Qualification::none;
        return name_space.empty() ? Qualification::bundle : Qualification::name_space;
    }
};

/// Splits a name. Only the part before the first `[` can hold `:` and `.`. nullopt if the text
/// cannot be a variable's name: without a name, or with unbalanced brackets.
std::optional<VariableName> read_variable_name(std::string_view text);

/// True if the text begins with the name of a list or container: `@(` or `@{`.
inline bool begins_with_list_name(std::string_view text) {
    return text.starts_with("@(") || text.starts_with("@{");
}

/// True if the bundle does not belong to a namespace: sys, const, this, match, edit, mon, def,
/// connection.
bool is_special_bundle(std::string_view bundle);

/// "ns:bundle", the name that a bundle's variables are stored under; special bundles keep their
/// name.
std::string qualified_bundle(std::string_view name_space, std::string_view bundle);

/// Whether a text holds $(name), ${name}, @(name) or @{name}.
bool refers_to(std::string_view text, std::string_view name);

} // namespace vow::cfengine
