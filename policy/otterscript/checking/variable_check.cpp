#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/literal.h"
#include "policy/otterscript/syntax/tree_walk.h"
#include "protocol/data/overload.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind undefined_variable{
    "undefined-variable", "nothing declares the variable {}", Severity::warning};

/// A function whose argument names a variable that may be absent.
constexpr std::string_view asks_for_variable = "isvariabledefined";

/// The variables of a script that are declared, and those that are read.
class VariableUses {
public:
    explicit VariableUses(const Names& names) : names_(names) {}

    void read(const Script& script) {
        for (const GlobalVariable& global : script.globals) {
            declare(global.variable);
            if (global.value) for_each_name(*global.value, visitor_);
        }
        read(script.body);
    }

    bool calls_rafts() const {
        return std::ranges::any_of(calls_, [&](const CallModule* call) {
            return !call->raft.empty() || !modules_.contains(lower_case(call->name));
        });
    }

    bool is_declared(Sign sign, Symbol name) const {
        const std::string_view text = names_.text(name);
        return declared_.contains(mark_of(sign) + std::string(text)) || asked_.contains(text);
    }

    std::vector<std::string_view> declared() const { return {declared_.begin(), declared_.end()}; }
    const std::vector<const Reference*>& references() const { return references_; }
    const std::vector<const VariableName*>& elements() const { return elements_; }

private:
    void declare(const VariableName& variable) {
        declared_.insert(mark_of(variable.sign) + std::string(names_.text(variable.name)));
    }

    void read(const Block& block) {
        for (const auto& module : block.modules) {
            modules_.insert(lower_case(module->name));
            for (const Parameter& parameter : module->parameters) {
                declare(parameter.variable);
                if (parameter.fallback) for_each_name(*parameter.fallback, visitor_);
            }
            read(module->body);
        }
        for (const Statement& statement : block.statements)
            read(statement);
    }

    void read(const Statement& statement) {
        for_each_name(statement, visitor_);
        note_declared(statement);
        for_each_block(statement, [this](const Block& block) { read(block); });
        const auto* branch = std::get_if<If>(&statement.content);
        if (branch != nullptr && branch->otherwise != nullptr) read(*branch->otherwise);
    }

    void note_declared(const Statement& statement) {
        std::visit(
            Overload{
                [this](const Action& action) {
                    declare_outputs(action.arguments);
                    for (const std::string& name : named_outputs(action))
                        declared_.insert(mark_of(Sign::scalar) + name);
                },
                [this](const CallModule& call) {
                    calls_.push_back(&call);
                    declare_outputs(call.arguments);
                },
                [this](const Set& set) {
                    if (set.indexes.empty())
                        declare(set.variable);
                    else
                        elements_.push_back(&set.variable); // of a variable that must be there
                },
                [this](const Foreach& loop) {
                    if (const auto* item = std::get_if<VariableName>(&loop.item)) declare(*item);
                },
                [](const auto&) {}},
            statement.content
        );
    }

    void declare_outputs(const std::vector<Argument>& arguments) {
        for (const Argument& argument : arguments) {
            if (const VariableName* output = argument.output()) declare(*output);
        }
    }

    void note_call(const Call& call) {
        if (lower_case(call.name) != asks_for_variable || call.arguments.empty()) return;
        const std::string name = lower_case(call.arguments.front().body.text());
        asked_.insert(name.substr(std::min(name.find_first_not_of("$@%"), name.size())));
    }

    const Names& names_;
    std::set<std::string, std::less<>> declared_; ///< with their signs, in lower case
    std::set<std::string, std::less<>> asked_;    ///< without signs, in lower case
    std::set<std::string, std::less<>> modules_;
    std::vector<const CallModule*> calls_;
    std::vector<const Reference*> references_;
    std::vector<const VariableName*> elements_;
    NameVisitor visitor_ = {
        .reference = [this](const Reference& reference) { references_.push_back(&reference); },
        .call = [this](const Call& call) { note_call(call); }};
};

} // namespace

void check_variables(
    const Script& script,
    const std::set<std::string, std::less<>>& given,
    const Names& names,
    Diagnostics& diagnostics
) {
    VariableUses uses(names);
    uses.read(script);
    if (uses.calls_rafts()) return;
    std::vector<std::string_view> known = uses.declared();
    known.insert(known.end(), given.begin(), given.end());
    const auto is_known = [&](Sign sign, Symbol name) {
        return uses.is_declared(sign, name) ||
               given.contains(mark_of(sign) + std::string(names.text(name)));
    };
    const auto warn = [&](std::string_view shown, const Span& span) {
        diagnostics.add(undefined_variable, span, {shown}, did_you_mean(lower_case(shown), known));
    };
    for (const Reference* reference : uses.references()) {
        const auto has_value = [&](const Reference::Candidate& candidate) {
            return candidate.function != nullptr || is_known(reference->sign, candidate.name);
        };
        if (std::ranges::none_of(reference->candidates, has_value))
            warn(reference->shown, reference->span);
    }
    for (const VariableName* variable : uses.elements()) {
        if (!is_known(variable->sign, variable->name)) warn(variable->span.text(), variable->span);
    }
}

} // namespace vow::otterscript
