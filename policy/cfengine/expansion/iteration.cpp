#include "policy/cfengine/expansion/iteration.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// Adds a loop variable for its life.
class Loop {
public:
    Loop(std::vector<Expander::LoopVariable>& variables, const Expander::Target& target)
        : variables_(variables),
          place_(variables.size()) {
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

    void reach(const std::string& element) { variables_[place_].element = element; }

private:
    std::vector<Expander::LoopVariable>& variables_;
    std::size_t place_;
};

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
        Loop loop(expander.loop_variables(), *target);
        // The promise may define the list again; this walk keeps the one it began with.
        for (const std::string& item : *items) {
            loop.reach(item);
            from(index + 1);
        }
    }

    /// Whether a name built from the element of a loop names nothing: such rounds are left out.
    /// A name built from `this` or `with` may become known in the round itself.
    bool names_nothing(const Reference& reference) {
        return is_built_by_loop(reference) && !expander.find(reference);
    }

    bool is_built_by_loop(const Reference& reference) {
        std::vector<const Reference*> parts;
        append_references(reference, parts);
        parts.pop_back(); // the reference itself
        bool by_loop = false;
        for (const Reference* part : parts) {
            if (is_defined_by_round(*part)) return false;
            const auto target = expander.target(*part);
            by_loop = by_loop || (target && is_walked(*target));
        }
        return by_loop;
    }

    bool is_walked(const Expander::Target& target) {
        const std::string key = joined_key(target.indices);
        return std::ranges::any_of(expander.loop_variables(), [&](const auto& loop) {
            return loop.is_of(target, key);
        });
    }

    bool is_defined_by_round(const Reference& reference) {
        if (!reference.fixed) return false;
        const Names& names = expander.run().names();
        if (reference.fixed->bundle) {
            const std::string_view bundle = names.text(*reference.fixed->bundle);
            return bundle == "this" || bundle == "match";
        }
        const std::string_view name = names.text(reference.fixed->name);
        return name == "with" || name == "this";
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
    Walk{expander, expander.promise()->references, each}.from(0);
}

} // namespace vow::cfengine
