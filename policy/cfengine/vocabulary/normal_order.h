#pragma once

#include <cstddef>
#include <string_view>

namespace vow::cfengine {

/// True if the language defines the promise type, for any type of bundle.
bool is_built_in(std::string_view promise_type);

/// The place of a promise type in normal order, in which a bundle of that type evaluates its
/// sections (semantics 1.1, 1.6, 1.8). All custom types share the last place: they keep the order
/// of their first appearance.
std::size_t place_in_normal_order(std::string_view bundle_type, std::string_view promise_type);

} // namespace vow::cfengine
