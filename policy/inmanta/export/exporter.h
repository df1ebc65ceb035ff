#pragma once

#include "policy/inmanta/evaluation/cell.h"
#include "policy/inmanta/export/resource.h"

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vow::inmanta {

inline constexpr DiagnosticKind duplicate_resource{"duplicate-resource", "{}"};
inline constexpr DiagnosticKind dependency_cycle{"dependency-cycle", "{}"};

/// The fields that a handler's class gives a resource, and the value of its id attribute, which
/// need not be one of them.
struct PythonFields {
    Value name;
    Dict fields;
    Dict files = {}; ///< contents in base64 by the digests that fields have
};

/// Reads the fields of an instance by the getters of its handler's class; nullopt if those refuse
/// to make it a resource. Throws ModelError.
using FieldReader = std::function<std::optional<PythonFields>(const ResourceKind&, Instance&)>;

/// Pairs of ids: a resource, and one that it requires.
using RequiredIds = std::vector<std::pair<std::string, std::string>>;
/// The requirements that dependency managers of modules add to those of the model. Gets the
/// resources and the instance of each. Throws ModelError.
using RequirementReader =
    std::function<RequiredIds(std::span<const Resource>, std::span<Instance* const>)>;

/// The fields of a resource without the references among them, as it is exported. Throws
/// ModelError.
using ReferenceReader = std::function<Dict(const Resource&)>;

/// The part of an export that Python does.
struct PythonReaders {
    FieldReader fields;
    ReferenceReader without_references;
    RequirementReader requirements;
};

/// The resources of a compiled model, in an order in which each comes after those that it requires:
/// of those that could be next, the one with the smallest id. Throws ModelError for two resources
/// with the same id, and for a cycle of requirements; warns of
/// requirements that are not resources.
std::vector<Resource> exported_resources(
    std::deque<Instance>& instances,
    const ResourceKinds& kinds,
    const PythonReaders& python,
    Diagnostics& diagnostics
);

/// The kind of the entity itself, or of the nearest one that it extends; null if none is kept.
const ResourceKind* kind_of(const Entity& entity, const ResourceKinds& kinds);

/// The id that an instance has as a resource of this kind and name; empty if it is unknown.
std::string resource_id(Instance& instance, const ResourceKind& kind, const Value& name);

} // namespace vow::inmanta
