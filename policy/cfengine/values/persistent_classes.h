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

/// The persistent classes that have not expired, by name. Those that have are erased.
std::vector<PersistentClass> persistent_classes(World& world);
/// nullopt if the class is not persistent, or has expired.
std::optional<PersistentClass> find_persistent_class(World& world, std::string_view name);
/// Stores a class. `absolute` keeps the expiry of one that exists already.
void persist(World& world, const PersistentClass& made, TimerPolicy policy);
void forget_persistent_class(World& world, std::string_view name);

} // namespace vow::cfengine
