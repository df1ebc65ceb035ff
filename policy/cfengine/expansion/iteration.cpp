#include "policy/cfengine/expansion/iteration.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

struct Walk {
    Expander& expander;
    const std::vector<const Reference*>& references;
    const std::function<void()>& each;

    void from(std::size_t index) {
        if (index == references.size()) return each();
        const auto target = expander.target(*references[index]);
        const List items = target ? items_of(*target) : nullptr;
        if (!items) {
            if (names_nothing(*references[index])) return;
            return from(index + 1);
        }
        auto& wheels = expander.wheels();
        wheels.push_back(
            {.bundle = target->bundle,
             .name = target->name,
             .qualified = target->qualified,
             .key = joined_key(target->indices),
             .element = {}}
        );
        const std::size_t place = wheels.size() - 1;
        // The list may be defined anew by the promise that walks it; this walk keeps the old one.
        for (const std::string& item : *items) {
            wheels[place].element = item;
            from(index + 1);
        }
        wheels.pop_back();
    }

    /// Whether a name that the element of a loop is a part of came to nothing in this round: such
    /// rounds are passed by. One built from what only the round itself will know may yet be.
    bool names_nothing(const Reference& reference) {
        return is_built_by_loop(reference) && !expander.find(reference);
    }

    bool is_built_by_loop(const Reference& reference) {
        std::vector<const Reference*> parts;
        append_references(reference, parts);
        parts.pop_back(); // the reference itself
        bool by_loop = false;
        for (const Reference* part : parts) {
            if (is_of_the_round(*part)) return false;
            const auto target = expander.target(*part);
            by_loop = by_loop || (target && is_walked(*target));
        }
        return by_loop;
    }

    bool is_walked(const Expander::Target& target) {
        const std::string key = joined_key(target.indices);
        const auto& wheels = expander.wheels();
        return std::any_of(wheels.begin(), wheels.end(), [&](const Expander::LoopVariable& wheel) {
            return wheel.is_of(target, key);
        });
    }

    bool is_of_the_round(const Reference& reference) {
        if (!reference.fixed) return false;
        const Names& names = expander.evaluation().names();
        if (reference.fixed->bundle) {
            const std::string_view bundle = names.text(*reference.fixed->bundle);
            return bundle == "this" || bundle == "match";
        }
        const std::string_view name = names.text(reference.fixed->name);
        return name == "with" || name == "this";
    }

    /// What to walk; null when the variable is no list, or is walked already.
    List items_of(const Expander::Target& target) {
        if (is_walked(target)) return nullptr;
        const Found found = expander.evaluation().find(target.bundle, target.name, target.indices);
        if (!found) return nullptr;
        if (const List* list = found.value().list()) return *list;
        const Data* data = found.value().data();
        const bool walks = data && (data->is_container() || data->kind() == Data::Kind::null);
        return walks ? list_of(scalar_children(*data)) : nullptr;
    }
};

} // namespace

void for_each_round(Expander& expander, const std::function<void()>& each) {
    Walk{expander, expander.promise()->references, each}.from(0);
}

} // namespace vow::cfengine
