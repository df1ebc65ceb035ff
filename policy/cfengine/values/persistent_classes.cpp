#include "policy/cfengine/values/persistent_classes.h"

#include <charconv>

namespace vow::cfengine {
namespace {

using std::chrono::system_clock;

constexpr const char* persistent_class_space = "persistent_class";

Data document_of(const PersistentClass& one) {
    Data::Array tags;
    for (const std::string& tag : one.tags)
        tags.push_back(Data::string(tag));
    return Data::object(
        {{"expires", Data::integer(system_clock::to_time_t(one.expires))},
         {"tags", Data::array(std::move(tags))}}
    );
}

/// A document that does not hold a class counts as expired.
PersistentClass class_of(std::string_view name, const Data& document) {
    PersistentClass one{.name = std::string(name), .expires = {}, .tags = {}};
    if (const Data* expires = document.find("expires")) {
        const std::string_view digits = expires->text();
        std::time_t seconds = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
        one.expires = system_clock::from_time_t(seconds);
    }
    if (const Data* tags = document.find("tags")) {
        for (const Data& tag : tags->items())
            one.tags.emplace_back(tag.text());
    }
    return one;
}

} // namespace

std::vector<PersistentClass> persistent_classes(World& world) {
    std::vector<PersistentClass> current;
    for (const Document& document : world.state.documents(persistent_class_space)) {
        PersistentClass one = class_of(document.key, document.value);
        if (one.expires > world.host.now()) current.push_back(std::move(one));
    }
    return current;
}

std::optional<PersistentClass> find_persistent_class(World& world, std::string_view name) {
    const auto document = world.state.document(persistent_class_space, name);
    if (!document) return std::nullopt;
    PersistentClass one = class_of(name, *document);
    return one.expires > world.host.now() ? std::optional(std::move(one)) : std::nullopt;
}

void persist(World& world, const PersistentClass& made, TimerPolicy policy) {
    if (policy == TimerPolicy::absolute && find_persistent_class(world, made.name)) return;
    world.state.put(persistent_class_space, made.name, document_of(made));
}

void forget_persistent_class(World& world, std::string_view name) {
    world.state.erase(persistent_class_space, std::string(name));
}

} // namespace vow::cfengine
