#include "policy/otterscript/checking/statement_selection.h"

#include "policy/otterscript/checking/statement_list.h"
#include "policy/otterscript/statements/operation.h"
#include "policy/otterscript/syntax/tree_walk.h"
#include "policy/run/language.h"
#include "policy/run/policy_place.h"
#include "policy/run/written_promise.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <set>

namespace vow::otterscript {
namespace {

enum class Role { left_out, needed, chosen };

/// "operation 'Create-File' (deploy.otter:6)"
std::string shown(const Statement& statement) {
    const Origin origin = origin_at(statement.span);
    std::string text = "statement '" + std::string(statement.span.text()) + "'";
    if (const auto* action = std::get_if<Action>(&statement.content))
        text = "operation '" + std::string(action->span.text()) + "'";
    if (const auto* call = std::get_if<CallModule>(&statement.content))
        text = "call '" + std::string(call->span.text()) + "'";
    return text + " (" + origin.file + ":" + std::to_string(origin.line) + ")";
}

/// The names by which a statement can be meant.
std::vector<std::string> names_of(const Statement& statement) {
    if (const auto* call = std::get_if<CallModule>(&statement.content))
        return {call->raft.empty() ? call->name : call->raft + "::" + call->name};
    const auto* action = std::get_if<Action>(&statement.content);
    if (action == nullptr || action->operation == nullptr) return {};
    const Operation& operation = *action->operation;
    std::vector<std::string> names = {operation.name};
    if (!operation.space.empty()) names.push_back(operation.space + "::" + operation.name);
    if (operation.type != nullptr) names.push_back(operation.type->name);
    return names;
}

class StatementSelector {
public:
    StatementSelector(std::span<Script* const> scripts, const Names& names) : list_(names) {
        for (Script* script : scripts)
            list_.add(*script);
        roles_.resize(list_.statements.size(), Role::left_out);
    }

    void choose(const std::string& what) {
        const PolicyPlace place = PolicyPlace::from(what);
        const std::string wanted = lower_case(what);
        bool is_known = false;
        for (std::size_t at = 0; at < roles_.size(); ++at) {
            const Statement& statement = *list_.statements[at].statement;
            const bool is_named = std::ranges::any_of(names_of(statement), [&](const auto& name) {
                return lower_case(name) == wanted;
            });
            if (!is_named && !place.is_at(origin_at(statement.span))) continue;
            is_known = true;
            named_.insert(at);
            include(at, Role::chosen);
        }
        if (!is_known) refuse(what);
    }

    StatementSelection finish() {
        while (!due_.empty()) {
            const std::size_t at = due_.back();
            due_.pop_back();
            follow(at);
        }
        leave_out_others();
        return listed();
    }

private:
    [[noreturn]] void refuse(const std::string& what) const {
        std::vector<std::string> names;
        for (const ListedStatement& each : list_.statements) {
            for (std::string& name : names_of(*each.statement))
                names.push_back(std::move(name));
        }
        const std::string nearest = did_you_mean(what, {names.begin(), names.end()});
        throw OptionError(
            "--only " + what + ": no statement has this place, operation or type" +
            (nearest.empty() ? "" : "; " + nearest)
        );
    }

    void include(std::size_t at, Role role) {
        if (roles_[at] >= role) return;
        roles_[at] = role;
        due_.push_back(at);
        if (role != Role::chosen) return;
        for (std::size_t inner = at + 1; inner < roles_.size(); ++inner) {
            if (list_.statements[inner].parent == at) include(inner, role);
        }
        const auto* call = std::get_if<CallModule>(&list_.statements[at].statement->content);
        const Module* module = call != nullptr ? list_.module_of(*call) : nullptr;
        if (module == nullptr) return;
        for (std::size_t inner = 0; inner < roles_.size(); ++inner) {
            if (list_.statements[inner].module == module) include(inner, role);
        }
    }

    /// Includes all that a statement depends on.
    void follow(std::size_t at) {
        const ListedStatement& listed = list_.statements[at];
        for (const std::string& variable : listed.reads)
            need_variable(variable);
        if (listed.parent) include(*listed.parent, Role::needed);
        if (listed.module != nullptr) need_calls(*listed.module);
        if (const auto* call = std::get_if<CallModule>(&listed.statement->content)) {
            if (const Module* module = list_.module_of(*call)) need_outputs(*module);
        }
    }

    void need_variable(const std::string& variable) {
        if (!needed_variables_.insert(variable).second) return;
        for (std::size_t at = 0; at < roles_.size(); ++at) {
            if (list_.statements[at].sets.contains(variable)) include(at, Role::needed);
        }
    }

    void need_calls(const Module& module) {
        for (const std::string& variable : list_.fallback_reads(module))
            need_variable(variable);
        for (std::size_t at = 0; at < roles_.size(); ++at) {
            const auto* call = std::get_if<CallModule>(&list_.statements[at].statement->content);
            if (call != nullptr && list_.module_of(*call) == &module) include(at, Role::needed);
        }
    }

    void need_outputs(const Module& module) {
        for (const Parameter& parameter : module.parameters) {
            if (parameter.is_output) need_variable(list_.key_of(parameter.variable));
        }
    }

    void leave_out_others() {
        for (std::size_t at = 0; at < roles_.size(); ++at) {
            Statement& statement = *list_.statements[at].statement;
            const bool is_alone = std::holds_alternative<Action>(statement.content) ||
                                  std::holds_alternative<CallModule>(statement.content) ||
                                  std::holds_alternative<Log>(statement.content);
            if (is_alone && roles_[at] == Role::left_out) leave_out(at);
        }
        while (leave_out_dependents()) {
        }
        leave_out_empty_blocks();
    }

    /// The variables that it sets have no value from here on.
    void leave_out(std::size_t at) {
        list_.statements[at].statement->is_left_out = true;
        const VariableSet& sets = list_.statements[at].sets;
        lost_variables_.insert(sets.begin(), sets.end());
    }

    bool is_left_out(std::size_t at) const { return list_.statements[at].statement->is_left_out; }

    /// Leaves out what depends on a variable without a value, or is in a block that is left out.
    /// Returns whether there was more of it.
    bool leave_out_dependents() {
        bool has_more = false;
        for (std::size_t at = 0; at < roles_.size(); ++at) {
            const ListedStatement& listed = list_.statements[at];
            if (roles_[at] != Role::left_out || is_left_out(at)) continue;
            const bool is_inside = listed.parent && is_left_out(*listed.parent);
            const bool reads_lost = std::ranges::any_of(listed.reads, [&](const auto& variable) {
                return lost_variables_.contains(variable) && !needed_variables_.contains(variable);
            });
            if (!is_inside && !reads_lost) continue;
            leave_out(at);
            has_more = true;
        }
        return has_more;
    }

    /// A block that would only enter another server or take a lock.
    void leave_out_empty_blocks() {
        std::vector<bool> has_work(roles_.size());
        for (std::size_t at = roles_.size(); at-- > 0;) {
            const ListedStatement& listed = list_.statements[at];
            const Statement& statement = *listed.statement;
            bool is_block = std::holds_alternative<For>(statement.content);
            if (const auto* loop = std::get_if<Foreach>(&statement.content))
                is_block = std::holds_alternative<ContextType>(loop->item);
            if (const auto* with = std::get_if<With>(&statement.content))
                is_block = !with->async; // which is awaited
            if (is_block && !has_work[at] && roles_[at] == Role::left_out) leave_out(at);
            bool holds_others = false;
            for_each_block(statement, [&](const Block&) { holds_others = true; });
            const bool works = !is_left_out(at) && (!holds_others || has_work[at]);
            if (works && listed.parent) has_work[*listed.parent] = true;
        }
    }

    StatementSelection listed() const {
        StatementSelection selection;
        for (const std::size_t at : in_written_order()) {
            const Statement& statement = *list_.statements[at].statement;
            const bool is_step = std::holds_alternative<Action>(statement.content) ||
                                 std::holds_alternative<CallModule>(statement.content);
            if (roles_[at] == Role::chosen && (is_step || named_.contains(at)))
                selection.chosen.push_back(shown(statement));
            if (roles_[at] == Role::needed && is_step) selection.needed.push_back(shown(statement));
        }
        return selection;
    }

    /// The list has the modules of a block before its statements.
    std::vector<std::size_t> in_written_order() const {
        const auto place = [this](std::size_t at) {
            const Span& span = list_.statements[at].statement->span;
            return std::pair(std::string_view(span.source->path()), span.begin);
        };
        std::vector<std::size_t> order(roles_.size());
        for (std::size_t at = 0; at < order.size(); ++at)
            order[at] = at;
        std::ranges::stable_sort(order, {}, place);
        return order;
    }

    StatementList list_;
    std::vector<Role> roles_;      ///< by statement
    std::set<std::size_t> named_;  ///< chosen by themselves
    std::vector<std::size_t> due_; ///< included, but not followed yet
    VariableSet needed_variables_;
    VariableSet lost_variables_;
};

} // namespace

StatementSelection select_statements(
    std::span<Script* const> scripts, std::span<const std::string> only, const Names& names
) {
    StatementSelector selector(scripts, names);
    for (const std::string& what : only)
        selector.choose(what);
    return selector.finish();
}

} // namespace vow::otterscript
