#pragma once

#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/values/value.h"
#include "protocol/description/description.h"
#include "protocol/promise/promise.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vow::inmanta {

/// How resources of an entity, and of those that extend it, are exported and kept.
struct ResourceKind {
    enum class Keeper {
        file,
        directory,
        symlink,
        service,
        package,
        command,
        promise,
        handler, ///< of Python
        agent,   ///< settings of an agent, which a server would read: nothing is to be done
        none
    };

    std::string entity;       ///< "std::File"
    std::string id_attribute; ///< "path"
    std::vector<std::string> fields = {};
    std::string agent = "host"; ///< leads to a host or its name: "host", "service.host.name"
    Keeper keeper = Keeper::none;
    std::string name_pattern = {};     ///< matches the whole name; empty: any
    const PromiseType* type = nullptr; ///< of a promise or handler; null without a handler
    /// Of a promise: fields, and the attributes that they are.
    std::vector<std::pair<std::string, std::string>> attributes = {};
    std::vector<AttributeDescription> descriptions = {}; ///< of these, in the same order
};

/// The kinds of resources that are known, by entity.
class ResourceKinds {
public:
    ResourceKinds();

    /// Has no effect on an entity that is known.
    void add(const ResourceKind& kind);
    /// Files, folders and links of a module that has them instead of `std`.
    void add_files_of(const std::string& module);
    /// Replaces the one of its entity.
    void put(const ResourceKind& kind);
    /// Null if no entity of that name is kept.
    const ResourceKind* find(const std::string& entity) const;

private:
    std::unordered_map<std::string, ResourceKind> kinds_;
};

/// A part of the desired state of a host.
struct Resource {
    std::string id; ///< "std::File[localhost,path=/x]"
    const ResourceKind* kind;
    std::string agent;
    std::string name; ///< the value of the id attribute
    Dict fields;
    Dict files = {};                            ///< for the handler: contents by their digests
    std::string unknown_field = {};             ///< the first without a known value; may be empty
    std::vector<std::size_t> requirements = {}; ///< positions in the list of all
    Place place = {};

    /// Whether fields get their values from references when the resource is deployed.
    bool has_references() const;
    /// False without such a field.
    bool is(const std::string& field) const;
    /// Empty without such a field.
    std::string text(const std::string& field) const;
};

} // namespace vow::inmanta
