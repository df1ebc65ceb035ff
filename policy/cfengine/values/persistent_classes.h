#pragma once

#include "policy/run/world.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// A class that outlives the run that defined it: a document of the state.
struct PersistentClass {
    std::string name; ///< with its namespace, if it is not the default one
    std::chrono::system_clock::time_point expires;
    std::vector<std::string> tags;
};

enum class TimerPolicy { reset, absolute };

/// Those that have not expired, by name.
std::vector<PersistentClass> persistent_classes(World& world);
/// Nullopt when it is not persistent, or expired.
std::optional<PersistentClass> find_persistent_class(World& world, std::string_view name);
/// `absolute` leaves the expiry of one that is already there.
void persist(World& world, const PersistentClass& made, TimerPolicy policy);
void forget_persistent_class(World& world, std::string_view name);

} // namespace vow::cfengine
