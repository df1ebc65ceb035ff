#pragma once

#include "policy/cfengine/program/program.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {

/// The names of variables that the promises of one bundle may define.
struct DefinedScope {
    std::set<std::string, std::less<>> names = {};
    bool is_open = false; ///< some names are known only when the policy runs
};

/// The variables and handles that the promises of a policy may define, whatever their guards. Array
/// elements count as their array.
class DefinedNames {
public:
    explicit DefinedNames(const Program& program);

    /// Null if the policy has no bundle of that name.
    const DefinedScope* scope(Symbol bundle) const;
    const std::set<std::string, std::less<>>& handles() const { return handles_; }
    bool has_open_handles() const { return has_open_handles_; }
    /// Whether the policy tests if the variable is defined.
    bool is_tested(std::string_view name) const { return tested_.contains(name); }

private:
    void add(const Bundle& bundle);
    void add(const Bundle& bundle, const Section& section, const PromiseStatement& promise);
    void add_call(const Bundle& bundle, const FunctionCall& call);
    /// A name as written, which may be qualified and indexed; one with references opens the scope.
    void add_name(const Bundle& bundle, const Text& written);

    const Program& program_;
    std::unordered_map<std::string_view, DefinedScope> scopes_; ///< by qualified bundle
    std::set<std::string, std::less<>> handles_;
    std::set<std::string, std::less<>> tested_;
    bool has_open_handles_ = false;
};

} // namespace vow::cfengine
