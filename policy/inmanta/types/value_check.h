#pragma once

#include "policy/inmanta/types/plugin.h"
#include "policy/inmanta/types/text_pattern.h"

#include <unordered_map>

namespace vow::inmanta {

/// Checks values against types, whose constraints may call plugins.
class ValueCheck {
public:
    /// Borrows both.
    ValueCheck(const Plugins& plugins, PluginContext& context)
        : plugins_(plugins),
          context_(context) {}

    /// Throws ModelError if the value does not have the type. Unknown values have every type.
    void check(const Value& value, const AttributeType& type) const;
    /// The same of the bound arguments of a call.
    void check(std::span<const Value> arguments, const Plugin& plugin) const;
    /// The value of an expression that refers to nothing but `self`. Throws ModelError.
    Value evaluate(const Expression& expression, const Namespace& home, const Value& self) const;
    /// The result of a plugin that a constraint calls. Throws ModelError.
    Value call(
        const Call& call,
        const Namespace& home,
        std::span<const Value> positional,
        const std::vector<std::pair<std::string, Value>>& named
    ) const;
    /// Compiled at first use.
    const TextPattern& pattern(const PatternMatch& match) const;

private:
    void check_one(const Value& value, const Type& type) const;
    void check_constraint(const Value& value, const Type& type) const;

    const Plugins& plugins_;
    PluginContext& context_;
    mutable std::unordered_map<const PatternMatch*, TextPattern> patterns_;
};

/// The plugin that a call in `from` refers to: a name without a namespace is one of its own or of
/// those around it. Null if there is none.
const Plugin* find_plugin(const Plugins& plugins, const Namespace& from, const std::string& name);

/// The qualified name that a call in `from` refers to first.
std::string qualified_plugin(const Namespace& from, const std::string& name);

/// "Invalid value 'x', expected int".
ModelError wrong_type(const Value& value, std::string_view expected);

} // namespace vow::inmanta
