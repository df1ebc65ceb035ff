#include "policy/inmanta/deploy/deployment_store.h"

#include "policy/inmanta/values/value_data.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <charconv>

namespace vow::inmanta {
namespace {

constexpr std::string_view version_key = "version";
constexpr std::string_view resource_prefix = "resource ";
constexpr std::string_view fact_prefix = "fact ";
constexpr std::string_view password_prefix = "password ";

std::int64_t integer_of(const Data* data) {
    std::int64_t number = 0;
    if (data == nullptr) return 0;
    const std::string_view digits = data->text();
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::string stored_text(const Data* data) {
    return data != nullptr ? std::string(data->text()) : "";
}

ResourceRecord record_of(const Data& data) {
    const Data* purge = data.find("purge");
    return {
        .deployed_in = integer_of(data.find("deployed_in")),
        .changed_in = integer_of(data.find("changed_in")),
        .digest = stored_text(data.find("digest")),
        .order = integer_of(data.find("order")),
        .purge = purge != nullptr ? std::optional<Data>(*purge) : std::nullopt};
}

Data data_of_record(const ResourceRecord& record) {
    std::vector<Data::Member> members = {
        {"deployed_in", Data::integer(record.deployed_in)},
        {"changed_in", Data::integer(record.changed_in)},
        {"digest", Data::string(record.digest)},
        {"order", Data::integer(record.order)}};
    if (record.purge) members.emplace_back("purge", *record.purge);
    return Data::object(std::move(members));
}

} // namespace

DeploymentStore::DeploymentStore(State& state, const std::string& project)
    : state_(state),
      space_("inmanta " + project) {
    for (const Document& document : state_.documents(space_)) {
        if (document.key.starts_with(resource_prefix))
            records_.emplace(
                document.key.substr(resource_prefix.size()), record_of(document.value)
            );
    }
}

std::int64_t DeploymentStore::version() const {
    const auto stored = state_.document(space_, version_key);
    return stored ? integer_of(&*stored) : 0;
}

void DeploymentStore::set_version(std::int64_t version) {
    put(std::string(version_key), Data::integer(version));
}

void DeploymentStore::remember(const std::string& id, const ResourceRecord& record) {
    records_[id] = record;
    put(std::string(resource_prefix) + id, secrets_.masked(data_of_record(record)));
}

void DeploymentStore::forget(const std::string& id) {
    records_.erase(id);
    put(std::string(resource_prefix) + id, std::nullopt);
}

std::optional<std::string>
DeploymentStore::fact(const std::string& id, const std::string& name) const {
    const auto facts = facts_of(id);
    const Data* found = facts ? facts->find(name) : nullptr;
    return found != nullptr ? std::optional<std::string>(stored_text(found)) : std::nullopt;
}

void DeploymentStore::add_facts(
    const std::string& id, const std::vector<std::pair<std::string, Data>>& facts
) {
    if (facts.empty()) return;
    std::vector<Data::Member> members = facts;
    if (const auto known = facts_of(id)) {
        for (const Data::Member& member : known->members()) {
            const bool is_new =
                std::ranges::find(facts, member.first, &Data::Member::first) == facts.end();
            if (is_new) members.push_back(member);
        }
    }
    Data all = Data::object(std::move(members));
    put(std::string(fact_prefix) + id, secrets_.masked(all));
    facts_.insert_or_assign(id, std::move(all));
}

std::optional<Data> DeploymentStore::facts_of(const std::string& id) const {
    const auto known = facts_.find(id);
    if (known != facts_.end()) return known->second;
    return state_.document(space_, std::string(fact_prefix) + id);
}

std::optional<std::string> DeploymentStore::password(const std::string& name) const {
    const auto known = passwords_.find(name);
    if (known != passwords_.end()) return known->second;
    const auto stored = state_.document(space_, std::string(password_prefix) + name);
    return stored ? std::optional<std::string>(stored->text()) : std::nullopt;
}

void DeploymentStore::add_password(const std::string& name, const std::string& password) {
    passwords_.emplace(name, password);
    put(std::string(password_prefix) + name, Data::string(password));
    flush();
}

void DeploymentStore::put(std::string key, std::optional<Data> value) {
    constexpr std::size_t max_pending = 100;
    changes_.push_back({space_, std::move(key), std::move(value)});
    if (changes_.size() >= max_pending) flush();
}

void DeploymentStore::flush() {
    if (!changes_.empty()) state_.change(changes_);
    changes_.clear();
}

std::string digest_of(const Resource& resource) {
    return sha256_of(json_text(data_of(Value(resource.fields))));
}

Data purge_data(const Resource& resource) {
    return Data::object(
        {{"entity", Data::string(resource.kind->entity)},
         {"agent", Data::string(resource.agent)},
         {"name", Data::string(resource.name)},
         {"fields", data_of(Value(resource.fields))}}
    );
}

Resource purged_resource(const std::string& id, const Data& data, const ResourceKinds& kinds) {
    Resource resource{
        .id = id,
        .kind = kinds.find(stored_text(data.find("entity"))),
        .agent = stored_text(data.find("agent")),
        .name = stored_text(data.find("name"))};
    if (const Data* fields = data.find("fields")) resource.fields = *value_of(*fields).dict();
    resource.fields.set("purged", Value(true));
    return resource;
}

} // namespace vow::inmanta
