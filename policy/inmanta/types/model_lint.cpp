#include "policy/inmanta/syntax/tree.h"
#include "policy/inmanta/types/phases.h"
#include "protocol/data/overload.h"

#include <map>
#include <set>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind unused_variable{
    "unused-variable", "nothing reads the variable '{}'", Severity::warning};
constexpr DiagnosticKind unused_implementation{
    "unused-bundle", "no entity is implemented using '{}'", Severity::warning};
constexpr DiagnosticKind never_runs{"never-runs", "this can never run: {}", Severity::warning};

/// nullopt for a condition that is known only when the model is compiled.
std::optional<bool> truth_of(const Expression& condition) {
    if (const auto* literal = condition.as<Literal>()) {
        const bool* truth = literal->value.truth();
        return truth != nullptr ? std::optional(*truth) : std::nullopt;
    }
    const auto* operation = condition.as<Operation>();
    if (operation == nullptr) return std::nullopt;
    const auto left = truth_of(*operation->left);
    if (operation->operation == Operator::not_) return left ? std::optional(!*left) : std::nullopt;
    const bool is_or = operation->operation == Operator::or_;
    if (!is_or && operation->operation != Operator::and_) return std::nullopt;
    const auto right = truth_of(*operation->right);
    if (left == is_or || right == is_or) return is_or; // which decides alone
    return left && right ? std::optional(!is_or) : std::nullopt;
}

/// False if an expression makes instances or calls plugins, which can do more than return a value.
bool only_computes(const Expression& expression) {
    if (expression.as<Constructor>() != nullptr || expression.as<Call>() != nullptr) return false;
    bool is_pure = true;
    each_child(expression, [&](const Expression& child) {
        is_pure = is_pure && only_computes(child);
    });
    return is_pure;
}

/// "b" of "a::b".
std::string last_part(const std::string& name) {
    return split(name).name;
}

class FileLint {
public:
    explicit FileLint(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void check(const File& file) {
        visit(file.block);
        for (const Definition& definition : file.definitions)
            visit(definition);
        warn_of_unused();
    }

private:
    void visit(const Block& block) {
        for (const Statement& statement : block.statements)
            std::visit([&](const auto& node) { visit(node, statement); }, statement.node);
    }

    void visit(const VariableAssignment& assignment, const Statement& /*statement*/) {
        read(*assignment.value);
        ++assignments_[assignment.variable.text];
        if (only_computes(*assignment.value)) assigned_.push_back(&assignment.variable);
    }
    void visit(const AttributeAssignment& assignment, const Statement& /*statement*/) {
        read(*assignment.owner);
        read(*assignment.value);
    }
    void visit(const For& loop, const Statement& statement) {
        read(*loop.items);
        const auto* items = loop.items->as<ListDisplay>();
        if (items != nullptr && items->items.empty() && !loop.body.statements.empty())
            warn_of_idle(statement.place, "its list has no items");
        visit(loop.body);
    }
    void visit(const If& branch, const Statement& statement) {
        read(*branch.condition);
        const auto truth = truth_of(*branch.condition);
        if (truth == false && !branch.if_true.statements.empty())
            warn_of_idle(statement.place, "its condition is always false");
        if (truth == true && !branch.if_false.statements.empty())
            warn_of_idle(
                branch.if_false.statements.front().place, "the condition before it is always true"
            );
        visit(branch.if_true);
        visit(branch.if_false);
    }
    void visit(const ExpressionPtr& expression, const Statement& /*statement*/) {
        read(*expression);
    }

    void visit(const Definition& definition) {
        const Overload visit_kind{
            [&](const EntityDefinition& entity) {
                for (const AttributeDefinition& attribute : entity.attributes)
                    read(attribute.value);
            },
            [&](const ImplementationDefinition& implementation) {
                implementations_.push_back(&implementation.name);
                visit(implementation.body);
            },
            [&](const ImplementDefinition& implement) { visit(implement, definition.place); },
            [&](const RelationDefinition& relation) {
                for (const ExpressionPtr& annotation : relation.annotations)
                    read(annotation);
            },
            [&](const TypeDefinition& type) { read(type.constraint); },
            [](const auto&) {}};
        std::visit(visit_kind, definition.node);
    }

    void visit(const ImplementDefinition& implement, const Place& place) {
        for (const WrittenName& name : implement.implementations)
            used_.insert(last_part(name.text));
        if (implement.condition == nullptr) return;
        read(*implement.condition);
        if (truth_of(*implement.condition) == false)
            warn_of_idle(place, "its condition is always false");
    }

    void read(const ExpressionPtr& expression) {
        if (expression != nullptr) read(*expression);
    }
    void read(const Expression& expression) {
        if (const auto* reference = expression.as<Reference>())
            read_.insert(last_part(reference->name.text));
        // A template reads the variables that it names.
        const auto* call = expression.as<Call>();
        if (call != nullptr && last_part(call->name.text) == "template") reads_any_ = true;
        each_child(expression, [this](const Expression& child) { read(child); });
    }

    void warn_of_idle(const Place& place, std::string_view reason) {
        diagnostics_.add(never_runs, place.span, {reason});
    }

    void warn_of_unused() {
        for (const WrittenName* name : implementations_) {
            if (!used_.contains(name->text))
                diagnostics_.add(unused_implementation, name->place.span, {name->text});
        }
        if (reads_any_) return;
        for (const WrittenName* name : assigned_) {
            // A second assignment asserts that the values are equal.
            const bool is_asserted = assignments_[name->text] > 1;
            if (!is_asserted && !read_.contains(name->text))
                diagnostics_.add(unused_variable, name->place.span, {name->text});
        }
    }

    Diagnostics& diagnostics_;
    std::vector<const WrittenName*> assigned_; ///< variables whose values are only computed
    std::vector<const WrittenName*> implementations_;
    std::map<std::string, int> assignments_; ///< how often each variable is assigned
    std::set<std::string> read_;
    std::set<std::string> used_; ///< implementations
    bool reads_any_ = false;
};

} // namespace

void lint(const Model& model, Diagnostics& diagnostics) {
    FileLint(diagnostics).check(model.namespaces.front()->file);
}

} // namespace vow::inmanta
