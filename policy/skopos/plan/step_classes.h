#pragma once

#include "policy/skopos/plan/plan.h"

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
};

const std::vector<ClassRow>& step_classes();

/// Null for an unknown class.
const ClassRow* class_named(std::string_view name);

} // namespace vow::skopos
