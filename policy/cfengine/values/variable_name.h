#pragma once

#include "policy/source/names.h"
#include "protocol/text/canonical_name.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The parts of a variable's name as written: `ns:bundle.name[first][second]`. The views point into
/// that text.
struct VariableName {
    std::string_view name_space; ///< empty if not given
    std::string_view bundle;     ///< empty if not given: the running bundle
    std::string_view name;
    std::vector<std::string_view> indices;
};

/// Splits a name. Only the part before the first `[` can hold `:` and `.`. nullopt if the text
/// cannot be a variable's name: without a name, or with unbalanced brackets.
std::optional<VariableName> read_variable_name(std::string_view text);

/// True if the bundle does not belong to a namespace: sys, const, this, match, edit, mon, def,
/// connection.
bool is_special_bundle(std::string_view bundle);

/// "ns:bundle", the name that a bundle's variables are stored under; special bundles keep their
/// name.
std::string qualified_bundle(std::string_view name_space, std::string_view bundle);

/// Whether a text holds $(name), ${name}, @(name) or @{name}.
bool refers_to(std::string_view text, std::string_view name);

} // namespace vow::cfengine
