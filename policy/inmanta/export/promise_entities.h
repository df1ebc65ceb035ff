#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/inmanta/project/project.h"
#include "policy/run/world.h"
#include "protocol/description/description.h"

#include <deque>
#include <string>
#include <string_view>

namespace vow::inmanta {

/// The name of the entity for a promise type: "keep_line" is KeepLine.
std::string entity_name(std::string_view type);

/// The attribute of an entity for one of a promise type: with "_" if its name is taken.
std::string field_name(const std::string& attribute);

/// The definition of the entity for a promise type.
std::string entity_text(const PromiseTypeDescription& type);

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
