#include "policy/inmanta/evaluation/compilation.h"

#include "policy/inmanta/types/phases.h"

#include <unordered_map>

namespace vow::inmanta {
namespace {

Mistake incomplete(Instance& instance, const Cell& cell) {
    const Attribute& attribute = *cell.attribute;
    std::string words = "The object " + instance.text() + " is not complete: attribute " +
                        attribute.name + " (" + text_of(attribute.place) + ") ";
    if (cell.is_many())
        words += "requires " + std::to_string(attribute.multiplicity.low) + " values but only " +
                 std::to_string(cell.delayed->items.size()) + " are set";
    else
        words += "is not set";
    return {
        .kind = &unset_error,
        .words = std::move(words),
        .place = instance.created.front(),
        .place_use = Mistake::PlaceUse::not_appended,
        .hint = attribute.is_relation() || cell.attribute->type.is_nullable
                    ? ""
                    : "set it in the constructor, or give the attribute a default"};
}

Mistake without_implementation(const Instance& instance) {
    const std::string& name = instance.entity.name;
    return {
        .kind = &runtime_error,
        .words = "Unable to select implementation for entity " + name,
        .place = instance.created.front(),
        .statement = instance.text(),
        .hint = "implement " + name + " using std::none"};
}

Mistake unmatched(const Indexes::PendingLookup& lookup) {
    return {
        .kind = &not_found_error,
        .words = "No match in index on type " + lookup.entity->full_name + " with key " +
                 lookup.key_text,
        .place = lookup.expression->place,
        .statement = text_of(*lookup.expression)};
}

} // namespace

void Compilation::run() {
    define_types(model_, diagnostics_);
    link(model_, plugins_);
    warn_of_shadowed_variables(model_, diagnostics_);
    check_defaults();
    open_scopes();
    execute_all();
    scheduler_.run();
    finish();
}

void Compilation::check_defaults() {
    for (const Entity& entity : model_.entities) {
        for (std::size_t i = 0; i < entity.definition->attributes.size(); ++i) {
            const AttributeDefinition& written = entity.definition->attributes[i];
            if (written.value == nullptr) continue;
            const AttributeType& type = entity.attributes[i].type;
            try {
                check_.check(evaluator_.default_of(written, entity), type);
            } catch (ModelError& error) {
                Mistake& mistake = error.mistakes.front();
                if (mistake.statement == type.type->name) {
                    mistake.statement.clear();
                    mistake.place.reset();
                }
                mistake.report_in(text_of(written), written.name.place);
                throw;
            }
        }
    }
}

void Compilation::open_scopes() {
    for (const auto& space : model_.namespaces)
        space->scope =
            &evaluator_.add_scope({.names = space->file.block.variables, .home = space.get()});
}

void Compilation::execute_all() {
    for (const auto& space : model_.namespaces) {
        evaluate_annotations(*space);
        evaluator_.execute(space->file.block, *space->scope);
    }
}

void Compilation::evaluate_annotations(Namespace& space) {
    for (const Definition& definition : space.file.definitions) {
        const auto* relation = definition.as<RelationDefinition>();
        if (relation == nullptr) continue;
        const Reporter reporter{.relation = relation, .place = definition.place};
        for (const ExpressionPtr& annotation : relation->annotations)
            run_reported(reporter, [&] {
                evaluator_.evaluate(*annotation, {space.scope, reporter});
            });
    }
}

/// Every instance needs an implementation, and all of its attributes.
void Compilation::finish() {
    if (evaluator_.has_gaps()) return;
    std::vector<Mistake> mistakes;
    for (const auto& lookup : evaluator_.indexes().unmatched())
        mistakes.push_back(unmatched(lookup));
    for (Instance& instance : evaluator_.instances()) {
        if (instance.implementations.empty()) mistakes.push_back(without_implementation(instance));
        for (const Cell& cell : instance.cells()) {
            if (cell.state != Cell::State::set) mistakes.push_back(incomplete(instance, cell));
        }
    }
    if (!mistakes.empty()) throw ModelError(std::move(mistakes));
    const Unit* waiting = scheduler_.first_waiting();
    if (waiting == nullptr) return;
    throw ModelError(Mistake{
        .kind = &runtime_error,
        .words = "not all statements executed",
        .place = waiting->reporter.place,
        .statement = text_of(waiting->reporter)});
}

std::map<std::string, std::int64_t> Compilation::instance_counts() {
    std::unordered_map<const Entity*, std::int64_t> own;
    for (const Instance& instance : evaluator_.instances())
        ++own[&instance.entity];
    std::map<std::string, std::int64_t> counts;
    for (const auto& [entity, count] : own) {
        for (const Entity* ancestor : entity->lineage)
            counts[ancestor->full_name] += count;
    }
    return counts;
}

} // namespace vow::inmanta
