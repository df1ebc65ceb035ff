#include "policy/inmanta/export/resource.h"

#include "protocol/text/name_grammar.h"

namespace vow::inmanta {
namespace {

using Keeper = ResourceKind::Keeper;

std::vector<ResourceKind> usual_kinds() {
    return {
        {.entity = "std::File",
         .id_attribute = "path",
         .fields = {"path", "content", "mode", "owner", "group", "purged", "reload"},
         .keeper = Keeper::file},
        {.entity = "std::Directory",
         .id_attribute = "path",
         .fields = {"path", "mode", "owner", "group", "purged", "reload"},
         .keeper = Keeper::directory},
        {.entity = "std::Symlink",
         .id_attribute = "target",
         .fields = {"target", "source", "purged", "reload"},
         .keeper = Keeper::symlink},
        {.entity = "std::Service",
         .id_attribute = "name",
         .fields = {"name", "state", "onboot", "reload"},
         .keeper = Keeper::service,
         .name_pattern = std::string(names::unit.pattern)},
        {.entity = "std::Package",
         .id_attribute = "name",
         .fields = {"name", "state", "reload"},
         .keeper = Keeper::package,
         .name_pattern = std::string(names::package_or_file.pattern)},
        {.entity = "exec::Run",
         .id_attribute = "command",
         .fields =
             {"command",
              "creates",
              "cwd",
              "environment",
              "onlyif",
              "path",
              "reload",
              "reload_only",
              "returns",
              "timeout",
              "unless",
              "skip_on_fail"},
         .keeper = Keeper::command},
        {.entity = "std::AgentConfig",
         .id_attribute = "agentname",
         .fields = {"agentname", "uri", "autostart", "purged"},
         .agent = "agent",
         .keeper = Keeper::agent},
        {.entity = "std::testing::NullResource",
         .id_attribute = "name",
         .fields = {"name", "agentname", "fail", "value", "int_value", "managed", "purged"},
         .agent = "agentname"},
    };
}

} // namespace

ResourceKinds::ResourceKinds() {
    for (const ResourceKind& kind : usual_kinds())
        add(kind);
}

void ResourceKinds::add(const ResourceKind& kind) {
    kinds_.try_emplace(kind.entity, kind);
}

void ResourceKinds::add_files_of(const std::string& module) {
    for (const std::string name : {"File", "Directory", "Symlink"}) {
        ResourceKind kind = kinds_.at("std::" + name);
        kind.entity = std::string(module).append("::").append(name);
        add(kind);
    }
}

void ResourceKinds::put(const ResourceKind& kind) {
    kinds_.insert_or_assign(kind.entity, kind);
}

const ResourceKind* ResourceKinds::find(const std::string& entity) const {
    const auto found = kinds_.find(entity);
    return found == kinds_.end() ? nullptr : &found->second;
}

bool Resource::has_references() const {
    const Value* mutators = fields.find("mutators");
    return mutators != nullptr && mutators->list() != nullptr && !mutators->list()->empty();
}

bool Resource::is(const std::string& field) const {
    const Value* value = fields.find(field);
    return value != nullptr && value->truth() != nullptr && *value->truth();
}

std::string Resource::text(const std::string& field) const {
    const Value* value = fields.find(field);
    return value != nullptr && !value->is_null() ? text_of(*value) : "";
}

} // namespace vow::inmanta
