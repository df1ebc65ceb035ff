#pragma once

#include "policy/skopos/plan/plan.h"

#include <span>
#include <string_view>
#include <vector>

namespace vow::skopos {

/// The owner of a chain, which decides about the classes of its steps.
enum class Holder { plan, group, component, loop };

/// A class of steps: where it can be, and its own attributes.
struct ClassRow {
    std::string_view name;
    decltype(Step::what) (*make)();
    std::vector<Holder> holders;
    std::string_view where; ///< in words
    std::vector<std::string_view> attributes;
    std::string_view help;    ///< one sentence, for listings
    std::string_view example; ///< an item of the steps of the plan
};

const std::vector<ClassRow>& step_classes();

/// Those of every class.
std::span<const std::string_view> common_attributes();

/// Null for an unknown class.
const ClassRow* class_named(std::string_view name);

} // namespace vow::skopos
