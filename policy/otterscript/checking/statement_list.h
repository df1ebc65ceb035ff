#pragma once

#include "policy/otterscript/syntax/tree.h"
#include "policy/otterscript/syntax/tree_walk.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vow::otterscript {

/// Variables with their signs, in lower case: "$name".
using VariableSet = std::set<std::string, std::less<>>;

/// A statement of a script, and what it reads and sets by itself.
struct ListedStatement {
    Statement* statement;
    std::optional<std::size_t> parent = {}; ///< the statement that holds it
    const Module* module = nullptr;         ///< the innermost one that it is in; null for none
    VariableSet reads = {};
    VariableSet sets = {};
};

/// All statements of scripts in written order, those of the modules that they declare included.
class StatementList {
public:
    explicit StatementList(const Names& names) : names_(names) {}
    void add(Script& script);

    std::vector<ListedStatement> statements = {};
    std::vector<const Module*> modules = {};

    /// The module of these scripts that a call runs; null for one of a raft.
    const Module* module_of(const CallModule& call) const;
    std::string key_of(const VariableName& variable) const;
    /// The variables that the defaults of its parameters read.
    VariableSet fallback_reads(const Module& module) const;

private:
    void add(Block& block, std::optional<std::size_t> parent, const Module* module);
    void add(Statement& statement, std::optional<std::size_t> parent, const Module* module);
    NameVisitor reads_into(VariableSet& reads) const;
    void note_sets(ListedStatement& listed) const;

    const Names& names_;
};

} // namespace vow::otterscript
