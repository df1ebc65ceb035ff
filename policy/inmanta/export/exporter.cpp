#include "policy/inmanta/export/exporter.h"

#include "policy/inmanta/export/resources.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind lost_requirements{
    "lost-requirements",
    "The resource {} had requirements before flattening, but not after flattening. Initial set was "
    "[{}]. Perhaps provides relation is not wired through correctly?",
    Severity::warning};

const Value* attribute(Instance& instance, const std::string& name) {
    const Cell* cell = instance.find(name);
    return cell != nullptr ? &cell->value : nullptr;
}

/// The value at the end of a path of attributes: "host.name". Null if there is none.
const Value* value_at(Instance& instance, std::string_view path) {
    const Value* value = nullptr;
    Instance* at = &instance;
    while (at != nullptr && !path.empty()) {
        const std::size_t end = std::min(path.find('.'), path.size());
        value = attribute(*at, std::string(path.substr(0, end)));
        at = value != nullptr ? instance_of(*value) : nullptr;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return path.empty() ? value : nullptr;
}

/// The agent that keeps an instance; nullopt if it is unknown.
std::optional<std::string> agent_of(Instance& instance, const ResourceKind& kind) {
    const Value* value = value_at(instance, kind.agent);
    if (value != nullptr && value->object() != nullptr)
        value = attribute(*instance_of(*value), "name");
    if (value == nullptr || value->string() == nullptr) return std::nullopt;
    return *value->string();
}

struct Identity {
    const ResourceKind* kind;
    std::string agent, name;

    std::string id() const {
        return kind->entity + "[" + agent + "," + kind->id_attribute + "=" + name + "]";
    }
};

ModelError reference_in_id(const Instance& instance, const std::string& attribute) {
    return ModelError(Mistake{
        .kind = &unexpected_reference_error,
        .words = "Encountered reference in resource's id attribute: " + attribute + " of " +
                 instance.text() + " has to be known when the model is compiled",
        .place = instance.created.front()});
}

struct Exported {
    Identity identity;
    Dict fields; ///< those that Python reads
    Dict files;
};

/// Nullopt if the instance is not a resource, or its id is unknown.
std::optional<Exported>
export_of(Instance& instance, const ResourceKinds& kinds, const FieldReader& python) {
    const ResourceKind* kind = kind_of(instance.entity, kinds);
    if (kind == nullptr) return std::nullopt;
    const auto is_false = [&](const std::string& name) {
        const Value* value = attribute(instance, name);
        return value != nullptr && value->truth() != nullptr && !*value->truth();
    };
    if (is_false("managed")) return std::nullopt;
    // Agents that no server starts have no settings to export.
    if (kind->keeper == ResourceKind::Keeper::agent && is_false("autostart")) return std::nullopt;
    const auto agent = agent_of(instance, *kind);
    if (!agent) return std::nullopt;
    PythonFields read;
    if (kind->keeper == ResourceKind::Keeper::handler) {
        auto found = python(*kind, instance);
        if (!found) return std::nullopt;
        read = *std::move(found);
    } else if (const Value* name = attribute(instance, kind->id_attribute)) {
        read.name = *name;
    }
    if (read.name.is_null() || read.name.is_unknown()) return std::nullopt;
    if (read.name.deferred() != nullptr) throw reference_in_id(instance, kind->id_attribute);
    return Exported{
        {kind, *agent, text_of(read.name)}, std::move(read.fields), std::move(read.files)};
}

/// The texts of content before or after a file's own, sorted.
std::string joined_content(Instance& file, const std::string& relation) {
    std::vector<std::pair<std::string, std::string>> parts;
    const Value* contents = attribute(file, relation);
    if (contents == nullptr || contents->list() == nullptr) return "";
    for (const Value& content : *contents->list()) {
        Instance& part = *instance_of(content);
        const std::string text = text_of(*attribute(part, "value"));
        const Value* key = attribute(part, "sorting_key");
        parts.emplace_back(key->is_null() ? text : text_of(*key), text);
    }
    std::ranges::sort(parts);
    std::string joined;
    for (const auto& [key, text] : parts)
        joined += text + "\n";
    return joined;
}

void join_content(Instance& file, Resource& resource) {
    const Value* content = resource.fields.find("content");
    if (content == nullptr || content->string() == nullptr) return;
    const std::string before = joined_content(file, "prefix_content");
    const std::string after = joined_content(file, "suffix_content");
    if (before.empty() && after.empty()) return;
    std::string whole = before.empty() ? "" : before + "\n";
    whole += *content->string();
    if (!after.empty()) whole += "\n" + after;
    resource.fields.set("content", Value(std::move(whole)));
}

/// Whether a value is unknown, or a list or dict with an unknown one in it.
bool has_unknown(const Value& value) {
    if (const auto* list = value.list()) return std::ranges::any_of(*list, has_unknown);
    if (const Dict* dict = value.dict()) {
        return std::ranges::any_of(dict->members(), [](const auto& member) {
            return has_unknown(member.second);
        });
    }
    return value.is_unknown();
}

void add_field(Resource& resource, const std::string& name, const Value& value) {
    const bool is_unknown = has_unknown(value);
    if (is_unknown && resource.unknown_field.empty()) resource.unknown_field = name;
    resource.fields.set(name, is_unknown ? Value(Value::Unknown()) : value);
}

/// The fields that Python reads join those of all resources.
void add_fields(Resource& resource, const Dict& fields) {
    for (const auto& [name, value] : fields.members())
        add_field(resource, name, value);
}

Resource resource_of(Instance& instance, Identity identity) {
    Resource resource{
        .id = identity.id(),
        .kind = identity.kind,
        .agent = std::move(identity.agent),
        .name = std::move(identity.name),
        .place = instance.created.front()};
    constexpr std::string_view common[] = {
        "send_event", "receive_events", "report_only", "purge_on_delete"};
    const auto add = [&](std::string_view field) {
        const std::string name(field);
        if (const Value* value = attribute(instance, name)) add_field(resource, name, *value);
    };
    std::ranges::for_each(resource.kind->fields, add);
    std::ranges::for_each(common, add);
    if (resource.kind->keeper == ResourceKind::Keeper::file) join_content(instance, resource);
    return resource;
}

std::string parent_path(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
}

bool has_path(const Resource& resource) {
    const auto keeper = resource.kind->keeper;
    return keeper == ResourceKind::Keeper::file || keeper == ResourceKind::Keeper::directory ||
           keeper == ResourceKind::Keeper::symlink;
}

void add_requirement(std::vector<Resource>& resources, std::size_t one, std::size_t required) {
    auto& requirements = resources[one].requirements;
    if (std::ranges::find(requirements, required) == requirements.end())
        requirements.push_back(required);
}

/// The position of `id`, which a dependency manager has named for `subject`.
std::size_t position_of(
    const std::unordered_map<std::string, std::size_t>& by_id,
    const std::string& id,
    const std::string& subject
) {
    const auto found = by_id.find(id);
    if (found != by_id.end()) return found->second;
    throw ModelError(Mistake{
        .kind = &external_error,
        .words = "A dependency manager makes " + subject + " require " + id +
                 ", which is not a resource of the model"});
}

/// A path requires the nearest folder around it that is a resource of the same agent.
void require_folders(std::vector<Resource>& resources) {
    std::unordered_map<std::string, std::size_t> folders;
    const auto key = [](const Resource& resource, const std::string& path) {
        return resource.agent + "\n" + path;
    };
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const Resource& resource = resources[i];
        if (resource.kind->keeper == ResourceKind::Keeper::directory && !resource.is("purged"))
            folders.emplace(key(resource, resource.name), i);
    }
    if (folders.empty()) return;
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const Resource& resource = resources[i];
        if (!has_path(resource)) continue;
        for (std::string path = parent_path(resource.name); !path.empty();
             path = parent_path(path)) {
            const auto found = folders.find(key(resource, path));
            if (found == folders.end()) continue;
            add_requirement(resources, i, found->second);
            break;
        }
    }
}

} // namespace

const ResourceKind* kind_of(const Entity& entity, const ResourceKinds& kinds) {
    for (const Entity* ancestor : entity.lineage) {
        if (const ResourceKind* kind = kinds.find(ancestor->full_name)) return kind;
    }
    return nullptr;
}

std::string resource_id(Instance& instance, const ResourceKind& kind, const Value& name) {
    const auto agent = agent_of(instance, kind);
    if (!agent || name.is_null() || name.is_unknown()) return "";
    return Identity{&kind, *agent, text_of(name)}.id();
}

std::vector<Resource> exported_resources(
    std::deque<Instance>& instances,
    const ResourceKinds& kinds,
    const PythonReaders& python,
    Diagnostics& diagnostics
) {
    std::vector<Resource> resources;
    std::vector<Instance*> origins;
    std::unordered_map<const Object*, std::size_t> positions;
    std::unordered_map<std::string, std::size_t> by_id;
    for (Instance& instance : instances) {
        auto exported = export_of(instance, kinds, python.fields);
        if (!exported) continue;
        Resource resource = resource_of(instance, std::move(exported->identity));
        add_fields(resource, exported->fields);
        if (holds_deferred(Value(resource.fields)))
            resource.fields = python.without_references(resource);
        resource.files = std::move(exported->files);
        const auto [other, is_new] = by_id.try_emplace(resource.id, resources.size());
        if (!is_new)
            throw ModelError(Mistake{
                .kind = &duplicate_resource,
                .words = "Resource " + resource.id +
                         " exists more than once in the configuration "
                         "model",
                .place = resource.place});
        positions.emplace(&instance, resources.size());
        origins.push_back(&instance);
        resources.push_back(std::move(resource));
    }
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const Value* required = attribute(*origins[i], "requires");
        if (required == nullptr || required->list() == nullptr) continue;
        std::string others;
        for (const Value& one : *required->list()) {
            if (one.object() == nullptr) continue; // an attribute that hides the relation
            const auto found = positions.find(one.object());
            if (found != positions.end())
                resources[i].requirements.push_back(found->second);
            else if (kind_of(instance_of(one)->entity, kinds) == nullptr)
                others += (others.empty() ? "" : ", ") + instance_of(one)->text();
        }
        if (resources[i].requirements.empty() && !others.empty())
            diagnostics.add(lost_requirements, resources[i].place.span, {resources[i].id, others});
    }
    require_folders(resources);
    for (const auto& [id, required] : python.requirements(resources, origins))
        add_requirement(resources, position_of(by_id, id, id), position_of(by_id, required, id));
    return in_order_of_requirements(std::move(resources));
}

} // namespace vow::inmanta
