#include "policy/cfengine/run/classes.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// A hard class belongs to every namespace.
std::string_view without_namespace(std::string_view name) {
    const auto colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

} // namespace

Classes::Known& Classes::known(Symbol name) {
    if (known_.size() <= index_of(name)) {
        known_.resize(std::max<std::size_t>(names_.size(), index_of(name) + 1), Known::not_asked);
    }
    return known_[index_of(name)];
}

bool Classes::has(Symbol name) {
    const Known answer = known(name);
    if (answer != Known::not_asked) return answer == Known::yes;
    const std::string_view text = names_.text(name);
    const std::string_view plain = without_namespace(text);
    // A class of the default namespace is not one of another; a hard class is.
    const bool holds = plain == "any" || facts_.is_class(plain);
    known(name) = holds ? Known::yes : Known::no;
    return holds;
}

void Classes::define(Symbol name, Tags tags) {
    known(name) = Known::yes;
    defined_.insert_or_assign(name, std::move(tags));
}

void Classes::negate(Symbol name) {
    negated_.insert(name);
    cancel(name);
}

void Classes::cancel(Symbol name) {
    known(name) = Known::no;
    defined_.erase(name);
}

std::vector<Named> Classes::all() {
    std::vector<Named> classes;
    for (const auto& [name, tags] : defined_) {
        classes.push_back({std::string(names_.text(name)), tags});
    }
    for (std::string& name : facts_.all_classes()) {
        const Symbol symbol = names_.symbol(name);
        if (has(symbol) && !defined_.contains(symbol)) {
            classes.push_back({std::move(name), {"hardclass"}});
        }
    }
    std::sort(classes.begin(), classes.end(), [](const Named& left, const Named& right) {
        return left.name < right.name;
    });
    return classes;
}

} // namespace vow::cfengine
