#pragma once

#include "policy/cfengine/checking/name_patterns.h"
#include "policy/cfengine/program/program.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {

/// The variables and handles that the promises of a policy may define, whatever their guards. Array
/// elements count as their array.
class DefinedNames {
public:
    explicit DefinedNames(const Program& program);

    /// The names of variables that the promises of a bundle may define. Null if the policy has no
    /// bundle of that name.
    const NamePatterns* scope(Symbol bundle) const;
    /// The names that promises may define in bundles whose names are put together.
    const NamePatterns& anywhere() const { return anywhere_; }
    const NamePatterns& handles() const { return handles_; }
    /// Whether modules may define variables, in bundles that are named after them.
    bool has_modules() const { return has_modules_; }
    /// Whether the policy tests if a variable of that name, without its bundle, is defined.
    bool is_tested(std::string_view name) const { return tested_.may_be(name); }

private:
    void add(const Bundle& bundle);
    void add(const Bundle& bundle, const Section& section, const PromiseStatement& promise);
    void add_module(const Bundle& bundle);
    void add_call(const Bundle& bundle, const FunctionCall& call);
    void add_tested(std::string_view pattern);
    /// A name as written, which may be qualified and indexed; references are parts of a pattern.
    void add_name(const Bundle& bundle, const Text& written);

    const Program& program_;
    std::unordered_map<std::string_view, NamePatterns> scopes_; ///< by qualified bundle
    NamePatterns anywhere_;
    NamePatterns handles_;
    NamePatterns tested_;
    bool has_modules_ = false;
};

} // namespace vow::cfengine
