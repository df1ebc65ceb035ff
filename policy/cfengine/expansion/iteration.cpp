#include "policy/cfengine/expansion/iteration.h"

#include "policy/run/world.h"

#include <algorithm>
#include <optional>

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
             .qualification = target.qualification,
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
        const auto* call = boxed_if<FunctionCall>(attribute.value.node);
        return call && call->function->name == "ifelse";
    });
}

struct Walk {
    Expander& expander;
    const std::vector<const Reference*>& references;
    const std::function<void()>& each;
    bool has_rounds = false;

    /// Neither items nor container: the variable is not a list, or is walked already.
    struct Elements {
        List items = nullptr;
        std::optional<Data> container = {};
        bool is_part = false; ///< of a container

        bool exist() const { return items != nullptr || container.has_value(); }
        void visit(const std::function<void(const std::string&)>& visitor) const {
            if (container) return for_each_scalar_child(*container, visitor);
            for (const std::string& item : *items)
                visitor(item);
        }
    };

    void from(std::size_t index) {
        if (index == references.size()) {
            has_rounds = true;
            return each();
        }
        const Reference& reference = *references[index];
        const auto target = expander.loop_target(reference);
        const Elements elements = target ? elements_of(*target) : Elements{};
        if (!elements.exist()) {
            if (names_nothing(reference)) return;
            return from(index + 1);
        }
        std::optional<Loop> loop;
        if (!stays_written(reference, *target, elements)) loop.emplace(expander, *target);
        // The promise may define the list again; this walk keeps the one it began with.
        elements.visit([&](const std::string& item) {
            if (loop) loop->reach(item);
            from(index + 1);
        });
    }

    /// The reference agent repeats the promise for each element of $($(bundle).list), but does not
    /// replace the name.
    bool stays_written(
        const Reference& reference, const Expander::Target& target, const Elements& elements
    ) {
        return !elements.is_part && target.qualification != Qualification::none &&
               expander.has_late_bundle(reference);
    }

    /// Whether a reference is a list that stays as written, so that it cannot be an index.
    bool is_written_list(const Reference& reference) {
        const auto target = expander.loop_target(reference);
        const Elements elements = target ? elements_of(*target) : Elements{};
        return elements.exist() && stays_written(reference, *target, elements);
    }

    /// Whether a name that is built from other references names nothing: such rounds are left out.
    /// A name built from `this` may become known in the round itself.
    bool names_nothing(const Reference& reference) {
        std::vector<const Reference*> parts;
        append_references(reference, parts);
        if (parts.size() == 1) return false; // the reference itself
        const auto target = expander.loop_target(reference);
        if (target) return !is_of_round(target->bundle) && !expander.find(reference, target);
        return std::ranges::none_of(
                   parts, [&](const Reference* part) { return is_defined_by_round(*part); }
               ) ||
               std::ranges::any_of(parts, [&](const Reference* part) {
                   return part != &reference && is_written_list(*part);
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

    Elements elements_of(const Expander::Target& target) {
        if (is_walked(target)) return {};
        const LookupResult found =
            expander.run().variables.find(target.bundle, target.name, target.indices);
        if (!found) return {};
        if (const List* list = found.value().list()) return {.items = *list};
        const Data* data = found.value().data();
        const bool walks = data && (data->is_container() || data->kind() == Data::Kind::null);
        if (!walks) return {};
        return {.container = *data, .is_part = found.is_part()};
    }
};

} // namespace

void for_each_round(Expander& expander, const std::function<void()>& each) {
    const Stop& stop = expander.run().world.stop;
    const std::function<void()> round = [&] {
        cancel_if_stopped(stop);
        each();
    };
    Walk walk{expander, expander.promise()->references, round};
    walk.from(0);
    if (!walk.has_rounds && chooses_value(*expander.promise())) round();
}

} // namespace vow::cfengine
