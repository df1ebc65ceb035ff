#include "policy/cfengine/values/persistent_classes.h"

#include "protocol/data/conversion.h"

#include <algorithm>
#include <charconv>

namespace vow::cfengine {
namespace {

using std::chrono::system_clock;

constexpr const char* persistent_class_space = "persistent_class";

Data document_of(const PersistentClass& one, system_clock::time_point now) {
    return Data::object(
        {{"expires", Data::integer(system_clock::to_time_t(one.expires))},
         {"since", Data::integer(system_clock::to_time_t(now))},
         {"tags", array_of(one.tags)}}
    );
}

std::optional<system_clock::time_point> time_in(const Data& document, std::string_view name) {
    const Data* found = document.find(name);
    if (found == nullptr) return std::nullopt;
    const std::string_view digits = found->text();
    std::time_t seconds = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    return system_clock::from_time_t(seconds);
}

/// How far the clock has been set back since the class was stored, which must not make it live
/// longer than promised.
system_clock::duration setback(const Data& document, system_clock::time_point now) {
    const auto since = time_in(document, "since");
    return since ? std::max(system_clock::duration(0), *since - now) : system_clock::duration(0);
}

/// A document that does not hold a class counts as expired.
PersistentClass
class_of(std::string_view name, const Data& document, system_clock::time_point now) {
    PersistentClass one{.name = std::string(name), .expires = {}, .tags = {}};
    if (const auto expires = time_in(document, "expires"))
        one.expires = *expires - setback(document, now);
    if (const Data* tags = document.find("tags")) {
        for (const Data& tag : tags->items())
            one.tags.emplace_back(tag.text());
    }
    return one;
}

} // namespace

std::vector<PersistentClass> persistent_classes(World& world) {
    const auto now = world.host.now();
    std::vector<PersistentClass> current;
    std::vector<DocumentChange> changes;
    for (const Document& document : world.state.documents(persistent_class_space)) {
        PersistentClass one = class_of(document.key, document.value, now);
        const bool is_current = one.expires > now;
        if (!is_current)
            changes.push_back({persistent_class_space, document.key, std::nullopt});
        else if (setback(document.value, now).count() > 0)
            changes.push_back({persistent_class_space, document.key, document_of(one, now)});
        if (is_current) current.push_back(std::move(one));
    }
    if (!changes.empty()) world.state.change(changes);
    return current;
}

std::optional<PersistentClass> find_persistent_class(World& world, std::string_view name) {
    const auto document = world.state.document(persistent_class_space, name);
    if (!document) return std::nullopt;
    PersistentClass one = class_of(name, *document, world.host.now());
    return one.expires > world.host.now() ? std::optional(std::move(one)) : std::nullopt;
}

void persist(World& world, const PersistentClass& made, TimerPolicy policy) {
    if (policy == TimerPolicy::absolute && find_persistent_class(world, made.name)) return;
    world.state.put(persistent_class_space, made.name, document_of(made, world.host.now()));
}

void forget_persistent_class(World& world, std::string_view name) {
    world.state.erase(persistent_class_space, std::string(name));
}

} // namespace vow::cfengine
