#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/inmanta/project/project.h"
#include "policy/run/world.h"

#include <deque>
#include <string>

namespace vow::inmanta {

/// The promise types that models can use as entities of the module `vow`, made from the
/// descriptions of their modules.
class PromiseEntities {
public:
    /// Borrows both.
    PromiseEntities(World& world, const Project& project) : world_(world), project_(project) {}
    PromiseEntities(const PromiseEntities&) = delete;
    PromiseEntities& operator=(const PromiseEntities&) = delete;

    /// The text of the module. Requests the descriptions of all promise types at first use.
    const std::string& model();
    /// How the entities are exported, once model() was called.
    const std::deque<ResourceKind>& kinds() const { return kinds_; }

private:
    void add(const PromiseType& kept);

    World& world_;
    const Project& project_;
    std::string text_;
    std::deque<ResourceKind> kinds_;
    std::deque<PromiseType> types_; ///< those of the project
};

} // namespace vow::inmanta
