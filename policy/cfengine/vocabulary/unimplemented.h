#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The parts of the language that the agent implements. An empty predicate means all.
struct ImplementedFeatures {
    std::function<bool(std::string_view promise_type)> promise_type = {};
    std::function<bool(std::string_view promise_type, std::string_view attribute)> attribute = {};
    std::function<bool(std::string_view body_type, std::string_view attribute)> body_attribute = {};
};

/// The parts that this agent implements: all except those in one table in the source, which shrinks
/// as features are implemented. Bundles and control bodies of other programs (server, monitor, ...)
/// are not in it, since the agent need not implement them.
ImplementedFeatures implemented_by_agent();

/// All entries of the table, as "type" and "type.attribute", so that a test can compare them with
/// the language.
std::vector<std::string> unimplemented_names();

} // namespace vow::cfengine
