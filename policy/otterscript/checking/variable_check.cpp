#include "policy/otterscript/checking/variable_check.h"

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
            if (global.value) read(*global.value);
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
                if (parameter.fallback) read(*parameter.fallback);
            }
            read(module->body);
        }
        for (const Statement& statement : block.statements)
            read(statement);
    }

    void read(const Statement& statement) {
        std::visit(
            Overload{
                [this](const Action& action) {
                    if (action.positional) read(*action.positional);
                    read(action.arguments);
                },
                [this](const CallModule& call) {
                    calls_.push_back(&call);
                    read(call.arguments);
                },
                [this](const Block& block) { read(block); },
                [this](const Set& set) { read(set); },
                [this](const Log& log) { read(log.message); },
                [this](const Throw& thrown) {
                    if (thrown.message) read(*thrown.message);
                },
                [this](const For& loop) {
                    read(loop.name);
                    read(loop.body);
                },
                [this](const Foreach& loop) {
                    if (const auto* item = std::get_if<VariableName>(&loop.item)) declare(*item);
                    read(loop.source);
                    read(loop.body);
                },
                [this](const With& with) {
                    if (with.credentials) read(*with.credentials);
                    read(with.body);
                },
                [this](const If& branch) {
                    read(branch.condition);
                    read(branch.then);
                    if (branch.otherwise != nullptr) read(*branch.otherwise);
                },
                [this](const Try& attempt) {
                    read(attempt.body);
                    read(attempt.handler);
                },
                [](const Simple&) {},
                [](const Await&) {}},
            statement.content
        );
    }

    void read(const std::vector<Argument>& arguments) {
        for (const Argument& argument : arguments) {
            if (const Expression* input = argument.input()) read(*input);
            if (const VariableName* output = argument.output()) declare(*output);
        }
    }

    void read(const Set& set) {
        for (const Expression& index : set.indexes)
            read(index);
        read(set.value);
        if (set.indexes.empty())
            declare(set.variable);
        else
            elements_.push_back(&set.variable); // of a variable that must be there
    }

    void read(const Condition& condition) {
        for (const Condition& part : condition.parts)
            read(part);
        for (const Expression& operand : condition.operands)
            read(operand);
    }

    void read(const Expression& expression) {
        std::visit([this](const auto& content) { read(content); }, expression.content);
        for (const Expression& index : expression.indexes)
            read(index);
    }

    void read(const TextExpression& text) {
        for (const Piece& piece : text.pieces) {
            std::visit(
                Overload{
                    [](const std::string&) {},
                    [this](const std::unique_ptr<Expression>& inner) { read(*inner); },
                    [this](const auto& content) { read(content); }},
                piece.content
            );
        }
    }

    void read(const VectorExpression& vector) {
        for (const Expression& item : vector.items)
            read(item);
    }

    void read(const MapExpression& map) {
        for (const auto& [key, item] : map.items) {
            read(key);
            read(item);
        }
    }

    void read(const Reference& reference) { references_.push_back(&reference); }

    void read(const Call& call) {
        for (const Expression& argument : call.arguments)
            read(argument);
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
