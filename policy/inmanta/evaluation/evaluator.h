#pragma once

#include "policy/inmanta/evaluation/cell.h"
#include "policy/inmanta/evaluation/indexes.h"
#include "policy/inmanta/evaluation/scheduler.h"
#include "policy/inmanta/types/value_check.h"

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace vow::inmanta {

/// A value, or the cell that will have it.
struct Operand {
    Value value = {};
    Cell* pending = nullptr; ///< null: the value is known
};

/// The relation that a constructor is the value of: its instance sets the inverse.
struct Target {
    Instance* owner;
    const Attribute* attribute;
};

/// The place of an expression in a model that runs.
struct Context {
    const Scope* scope;
    Reporter reporter;
    std::optional<Target> target = {};
};

/// Evaluates the statements of a model by data flow: each waits for the values that it reads.
///
/// The methods that can fail throw ModelError. Values that depend on others are Operands: the work
/// on them goes on in the scheduler. Recursion follows the syntax tree only, never the instances.
class Evaluator final : private InstanceMaker {
public:
    /// Borrows all of them.
    Evaluator(
        CellScheduler& scheduler,
        const ValueCheck& check,
        const Plugins& plugins,
        PluginContext& context,
        std::size_t max_instances
    );

    void execute(const Block& block, const Scope& scope);
    Operand evaluate(const Expression& expression, const Context& context);
    Scope& add_scope(Scope scope);
    /// The value of a default.
    Value default_of(const AttributeDefinition& attribute, const Entity& entity);

    std::deque<Instance>& instances() { return instances_; }
    Indexes& indexes() { return indexes_; }
    /// Whether statements were left out that depend on results of code, which a check does not run.
    bool has_gaps() const { return has_gaps_; }

private:
    using Values = std::span<const Value>;

    // --- operands (operands.cpp) ---

    /// Whether a run may have another value: an unknown one that depends on results of code.
    bool is_open(const Value& value) const;
    /// Leaves out what depends on an unknown value.
    void leave_gap() { has_gaps_ = has_gaps_ || !context_.runs_code(); }

    Value read(Cell& cell) const;
    Operand operand_of(Cell& cell) const;
    Cell& new_cell() { return results_.emplace_back(); }
    /// Computes a value from others, as soon as they are known.
    template <class Work>
    Operand compute(std::vector<Operand> operands, const Reporter& reporter, Work f) {
        return compute_next(std::move(operands), reporter, [f = std::move(f)](Values values) {
            return Operand{.value = f(values)};
        });
    }
    template <class Work>
    Operand compute_next(std::vector<Operand> operands, const Reporter& reporter, Work f) {
        if (!are_known(operands)) return compute_later(std::move(operands), reporter, std::move(f));
        return run_reported(reporter, [&] { return f(values_of(operands)); });
    }
    template <class Work>
    Operand chain(Operand first, const Reporter& reporter, Work f) {
        return compute_next({std::move(first)}, reporter, [f = std::move(f)](Values values) {
            return f(values.front());
        });
    }
    /// Calls `f` with the value as soon as it is known.
    template <class Work>
    void then(const Operand& operand, const Reporter& reporter, Work f) {
        if (operand.pending == nullptr)
            run_reported(reporter, [&] { f(operand.value); });
        else
            scheduler_.when(
                *operand.pending,
                reporter,
                [this, &cell = *operand.pending, f = std::move(f)] { f(read(cell)); }
            );
    }
    static bool are_known(std::span<const Operand> operands);
    std::vector<Value> values_of(std::span<const Operand> operands) const;
    Operand compute_later(
        std::vector<Operand> operands, const Reporter& reporter, std::function<Operand(Values)> f
    );
    void forward(const Operand& from, Cell& to, const Reporter& reporter);

    // --- expressions (expressions.cpp) ---

    struct Lookup {
        Cell* cell = nullptr;
        Instance* self = nullptr; ///< the name is `self`
    };
    Lookup find_variable(const Reference& reference, const Context& context) const;
    /// The cell of an attribute of a value, which must be an instance.
    Cell& attribute_cell(const Value& owner, const Expression& expression) const;
    // One for each kind of expression; `self` is the whole of it.
    Operand evaluate(const Literal& literal, const Expression& self, const Context& context);
    Operand evaluate(const Reference& reference, const Expression& self, const Context& context);
    Operand
    evaluate(const AttributeReference& reference, const Expression& self, const Context& context);
    Operand evaluate(const DictLookup& lookup, const Expression& self, const Context& context);
    Operand evaluate(const Conditional& node, const Expression& self, const Context& context);
    Operand evaluate(const ListDisplay& list, const Expression& self, const Context& context);
    Operand evaluate(const DictDisplay& dict, const Expression& self, const Context& context);
    Operand evaluate(const PatternMatch& match, const Expression& self, const Context& context);
    Operand evaluate(const Operation& operation, const Expression& self, const Context& context);
    Operand evaluate(const Format& format, const Expression& self, const Context& context);
    Operand format_parts(const std::vector<Format::Part>& parts, const Context& context);
    Operand evaluate(const IsDefined& test, const Expression& self, const Context& context);
    Operand is_cell_defined(Cell& cell, const Reporter& reporter);

    // --- calls and look-ups (calls.cpp) ---

    Operand evaluate(const Call& call, const Expression& self, const Context& context);
    Operand invoke(const Plugin& plugin, std::vector<Value> arguments, const Context& context);
    void check_result(const Plugin& plugin, const Value& result) const;
    Operand evaluate(const IndexLookup& lookup, const Expression& self, const Context& context);
    Operand evaluate(const RelationLookup& lookup, const Expression& self, const Context& context);
    Operand look_up(
        const Entity& entity,
        const std::vector<NamedArgument>& arguments,
        std::optional<std::pair<std::string, Value>> fixed,
        const Expression& self,
        const Context& context
    );

    // --- gradual evaluation (gradual.cpp) ---

    void
    evaluate_gradually(const Expression& expression, const Context& context, const SinkPtr& sink);
    void deliver(
        const Operand& operand,
        const Expression& expression,
        const Context& context,
        const SinkPtr& sink
    );
    void deliver_list(const ListDisplay& list, const Context& context, const SinkPtr& sink);
    Operand
    evaluate(const Comprehension& comprehension, const Expression& self, const Context& context);
    Operand expand(const Comprehension& node, std::size_t depth, const Context& context);
    Operand element_of(const Comprehension& node, const Context& context);
    Context loop_context(const WrittenName& variable, const Value& value, const Context& context);

    // --- constructors (constructors.cpp) ---

    Operand
    evaluate(const Constructor& constructor, const Expression& self, const Context& context);
    Value make_instance(
        const Constructor& constructor, const Expression& self, const Context& context, Values known
    );
    struct Given {
        std::string name;
        Value value;
        Place place;
    };
    std::vector<Given> given_values(
        const Constructor& constructor, const Expression& self, const Context& context, Values known
    ) const;
    bool is_surplus(const Constructor& constructor, const std::vector<Given>& given);
    Instance*
    find_indexed(const Entity& entity, const std::vector<Given>& given, const Expression& self);
    Instance& add_instance(const Entity& entity, const Place& at);
    void add_defaults(
        Instance& instance,
        std::span<const NamedArgument> arguments,
        const std::vector<Given>& given
    );
    Value make(const Entity& entity, const Dict& attributes) override;
    void begin(Instance& instance, const Reporter& reporter);
    void implement(Instance& instance);
    void implement(Instance& instance, const Implement& implement);

    // --- assignments (assignments.cpp) ---

    enum class Inverse { set, left_alone };
    void set(Cell& cell, const Value& value, const Place& at, Inverse inverse = Inverse::set);
    void settle(Cell& cell, const Value& value, const Place& at);
    void set_single(Cell& cell, const Value& value, const Place& at, Inverse inverse);
    void set_optional(Cell& cell, const Value& value, const Place& at, Inverse inverse);
    void add(Cell& cell, const Value& value, const Place& at, Inverse inverse);
    void set_inverse(Cell& cell, const Value& value, const Place& at, Inverse inverse);
    void check_type(const Cell& cell, const Value& value) const;
    /// set(), whose errors are those of the attribute.
    void set_attribute(Cell& cell, const Value& value, const Place& at, const Reporter& reporter);
    void assign(Cell& cell, const Expression& value, const Context& context);

    // --- statements (statements.cpp) ---

    void execute(const Statement& statement, const Scope& scope);
    void execute(const VariableAssignment& assignment, const Context& context);
    void execute(const AttributeAssignment& assignment, const Context& context);
    void execute(const For& loop, const Context& context);
    void execute(const If& condition, const Context& context);
    void execute(const ExpressionPtr& expression, const Context& context);

    /// The promise that a statement may still set attributes.
    class Expectation;
    std::shared_ptr<Expectation>
    expect(std::span<const ExpectedAssignment> expected, const Context& context);
    std::optional<Operand> known_owner(const ExpectedAssignment& expected, const Context& context);

    CellScheduler& scheduler_;
    const ValueCheck& check_;
    const Plugins& plugins_;
    PluginContext& context_;
    std::size_t max_instances_;
    std::deque<Instance> instances_;
    std::deque<Scope> scopes_;
    std::deque<Cell> results_;
    Indexes indexes_;
    std::uint64_t last_delayed_ = 0;
    bool has_gaps_ = false;
    Reporter call_; ///< of the plugin that runs
    std::unordered_map<const Constructor*, std::size_t> open_instances_;
    std::unordered_map<const AttributeDefinition*, Value> defaults_;
};

Reporter reporter_of(const Expression& expression);
Reporter reporter_of(const Statement& statement);

} // namespace vow::inmanta
