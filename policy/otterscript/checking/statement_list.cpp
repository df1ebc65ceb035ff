#include "policy/otterscript/checking/statement_list.h"

#include "policy/otterscript/checking/literal.h"
#include "policy/otterscript/syntax/tree_walk.h"
#include "protocol/data/overload.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {

void StatementList::add(Script& script) {
    add(script.body, std::nullopt, nullptr);
}

const Module* StatementList::module_of(const CallModule& call) const {
    if (!call.raft.empty()) return nullptr;
    const std::string name = lower_case(call.name);
    const auto found = std::ranges::find_if(modules, [&](const Module* module) {
        return lower_case(module->name) == name;
    });
    return found == modules.end() ? nullptr : *found;
}

std::string StatementList::key_of(const VariableName& variable) const {
    return mark_of(variable.sign) + std::string(names_.text(variable.name));
}

VariableSet StatementList::fallback_reads(const Module& module) const {
    VariableSet reads;
    for (const Parameter& parameter : module.parameters) {
        if (parameter.fallback) for_each_name(*parameter.fallback, reads_into(reads));
    }
    return reads;
}

NameVisitor StatementList::reads_into(VariableSet& reads) const {
    return {.reference = [this, &reads](const Reference& reference) {
        for (const Reference::Candidate& candidate : reference.candidates)
            reads.insert(mark_of(reference.sign) + std::string(names_.text(candidate.name)));
    }};
}

void StatementList::add(Block& block, std::optional<std::size_t> parent, const Module* module) {
    for (const auto& declared : block.modules) {
        modules.push_back(declared.get());
        add(declared->body, std::nullopt, declared.get());
    }
    for (Statement& statement : block.statements)
        add(statement, parent, module);
}

void StatementList::add(
    Statement& statement, std::optional<std::size_t> parent, const Module* module
) {
    const std::size_t position = statements.size();
    ListedStatement listed{&statement, parent, module};
    for_each_name(statement, reads_into(listed.reads));
    note_sets(listed);
    statements.push_back(std::move(listed));
    for_each_block(statement, [&](Block& block) { add(block, position, module); });
    auto* branch = std::get_if<If>(&statement.content);
    if (branch != nullptr && branch->otherwise != nullptr)
        add(*branch->otherwise, position, module);
}

void StatementList::note_sets(ListedStatement& listed) const {
    const auto note_outputs = [&](const std::vector<Argument>& arguments) {
        for (const Argument& argument : arguments) {
            if (const VariableName* output = argument.output()) listed.sets.insert(key_of(*output));
        }
    };
    std::visit(
        Overload{
            [&](const Action& action) {
                note_outputs(action.arguments);
                for (const std::string& name : named_outputs(action))
                    listed.sets.insert(mark_of(Sign::scalar) + name);
            },
            [&](const CallModule& call) { note_outputs(call.arguments); },
            [&](const Set& set) { listed.sets.insert(key_of(set.variable)); },
            [&](const Foreach& loop) {
                if (const auto* item = std::get_if<VariableName>(&loop.item))
                    listed.sets.insert(key_of(*item));
            },
            [](const auto&) {}},
        listed.statement->content
    );
}

} // namespace vow::otterscript
