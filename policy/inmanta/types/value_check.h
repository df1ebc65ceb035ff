#pragma once

#include "policy/inmanta/types/plugin.h"

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
    /// The value of an expression that refers to nothing but `self`. Throws ModelError.
    Value evaluate(const Expression& expression, const Namespace& home, const Value& self) const;

private:
    void check_one(const Value& value, const Type& type) const;
    void check_constraint(const Value& value, const Type& type) const;

    const Plugins& plugins_;
    PluginContext& context_;
};

/// The qualified name of a plugin that a call in `from` refers to.
std::string qualified_plugin(const Namespace& from, const std::string& name);

/// "Invalid value 'x', expected int".
ModelError wrong_type(const Value& value, std::string_view expected);

} // namespace vow::inmanta
