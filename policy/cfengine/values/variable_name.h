#pragma once

#include "policy/source/names.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The parts of a variable's name as written: `ns:bundle.name[first][second]`. Views point into the
/// text it was read from.
struct VariableName {
    std::string_view name_space; ///< empty: not given
    std::string_view bundle;     ///< empty: not given, the running bundle is meant
    std::string_view name;
    std::vector<std::string_view> indices;
};

/// Takes a name apart. Only what stands before the first `[` can hold `:` and `.`. None when the
/// text cannot be a variable's name: empty, or with brackets that do not match.
std::optional<VariableName> read_variable_name(std::string_view text);

/// Bundles that belong to no namespace: sys, const, this, match, edit, mon, def, connection.
bool is_special_bundle(std::string_view bundle);

/// "ns:bundle", the name a bundle's variables are kept under; special bundles stand for themselves.
std::string qualified_bundle(std::string_view name_space, std::string_view bundle);

/// The letters, digits and underscores of a text, everything else an underscore.
std::string canonified(std::string_view text);

} // namespace vow::cfengine
