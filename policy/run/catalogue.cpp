#include "policy/run/catalogue.h"

#include <algorithm>

namespace vow {

Catalogue::Added Catalogue::add(PromiseType type) {
    const auto place = std::ranges::lower_bound(types_, type.name, {}, &PromiseType::name);
    if (place != types_.end() && place->name == type.name) return Added::name_taken;
    types_.insert(place, std::move(type));
    return Added::yes;
}

const PromiseType* Catalogue::find(std::string_view name) const {
    const auto place = std::ranges::lower_bound(types_, name, {}, &PromiseType::name);
    return place != types_.end() && place->name == name ? &*place : nullptr;
}

} // namespace vow
