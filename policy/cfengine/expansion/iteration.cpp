#include "policy/cfengine/expansion/iteration.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// Adds a loop variable for its life.
class Loop {
public:
    Loop(Expander& expander, const Expander::Target& target)
        : expander_(expander),
          variables_(expander.loop_variables()),
          place_(variables_.size()) {
        variables_.push_back(
            {.bundle = target.bundle,
             .name = target.name,
             .qualified = target.qualified,
             .key = joined_key(target.indices),
             .element = {}}
        );
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop() { variables_.pop_back(); }

    void reach(const std::string& element) {
        variables_[place_].element = element;
        variables_[place_].is_final = !expander_.is_open(element);
    }

private:
    Expander& expander_;
    std::vector<Expander::LoopVariable>& variables_;
    std::size_t place_;
};

/// The reference evaluates a promise with `ifelse` once even if its references name nothing.
bool chooses_value(const PromiseStatement& promise) {
    return std::ranges::any_of(promise.attributes, [](const AttributeStatement& attribute) {
        const auto* call = std::get_if<FunctionCall>(&attribute.value.node);
        return call && call->function->name == "ifelse";
    });
}

struct Walk {
    Expander& expander;
    const std::vector<const Reference*>& references;
    const std::function<void()>& each;
    bool has_rounds = false;

    void from(std::size_t index) {
        if (index == references.size()) {
            has_rounds = true;
            return each();
        }
        const auto target = expander.target(*references[index]);
        const List items = target ? items_of(*target) : nullptr;
        if (!items) {
            if (names_nothing(*references[index])) return;
            return from(index + 1);
        }
        Loop loop(expander, *target);
        // The promise may define the list again; this walk keeps the one it began with.
        for (const std::string& item : *items) {
            loop.reach(item);
            from(index + 1);
        }
    }

    /// Whether a name that is built from other references names nothing: such rounds are left out.
    /// A name built from `this` may become known in the round itself.
    bool names_nothing(const Reference& reference) {
        std::vector<const Reference*> parts;
        append_references(reference, parts);
        if (parts.size() == 1) return false; // the reference itself
        const auto target = expander.target(reference);
        if (target) return !is_of_round(target->bundle) && !expander.find(reference, target);
        return std::ranges::none_of(parts, [&](const Reference* part) {
            return is_defined_by_round(*part);
        });
    }

    bool is_walked(const Expander::Target& target) {
        const std::string key = joined_key(target.indices);
        return std::ranges::any_of(expander.loop_variables(), [&](const auto& loop) {
            return loop.is_of(target, key);
        });
    }

    bool is_defined_by_round(const Reference& reference) {
        if (!reference.fixed) return false;
        if (reference.fixed->bundle) return is_of_round(*reference.fixed->bundle);
        return expander.run().names().text(reference.fixed->name) == "this";
    }

    bool is_of_round(Symbol bundle) {
        const std::string_view name = expander.run().names().text(bundle);
        return name == "this" || name == "match";
    }

    /// The elements to walk; null when the variable is not a list, or is walked already.
    List items_of(const Expander::Target& target) {
        if (is_walked(target)) return nullptr;
        const LookupResult found =
            expander.run().variables.find(target.bundle, target.name, target.indices);
        if (!found) return nullptr;
        if (const List* list = found.value().list()) return *list;
        const Data* data = found.value().data();
        const bool walks = data && (data->is_container() || data->kind() == Data::Kind::null);
        return walks ? list_of(scalar_children(*data)) : nullptr;
    }
};

} // namespace

void for_each_round(Expander& expander, const std::function<void()>& each) {
    Walk walk{expander, expander.promise()->references, each};
    walk.from(0);
    if (!walk.has_rounds && chooses_value(*expander.promise())) each();
}

} // namespace vow::cfengine
