#include "agent/release/group.h"

#include "agent/release/host_filter.h"
#include "agent/release/metadata_members.h"
#include "agent/release/untrusted.h"
#include "protocol/data/conversion.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::int64_t group_schema = 1;
constexpr std::size_t max_release_name = 100;

bool is_letter_or_digit(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9');
}

Data whole_seconds(std::chrono::seconds time) {
    return Data::integer(time.count());
}

Data data_of(const HealthChecks& health) {
    std::vector<Data::Member> members = {{"promises", array_of(health.promises)}};
    if (!health.program.empty()) members.emplace_back("program", array_of(health.program));
    members.emplace_back("limit", whole_seconds(health.limit));
    members.emplace_back("grace", whole_seconds(health.grace));
    return Data::object(std::move(members));
}

std::chrono::seconds
seconds_of(const MetadataMembers& members, std::string_view name, std::chrono::seconds usual) {
    if (members.find(name) == nullptr) return usual;
    const std::int64_t count = members.number(name, 1);
    if (count > max_release_time)
        members.fail("has a '" + std::string(name) + "' of more than a year");
    return std::chrono::seconds(count);
}

std::vector<std::string> texts_of(const MetadataMembers& members, std::string_view name) {
    return members.find(name) == nullptr ? std::vector<std::string>() : members.texts(name);
}

HealthChecks health_from(const MetadataMembers& members) {
    const HealthChecks usual;
    HealthChecks health = {
        .promises = texts_of(members, "promises"),
        .program = texts_of(members, "program"),
        .limit = seconds_of(members, "limit", usual.limit),
        .grace = seconds_of(members, "grace", usual.grace)};
    if (!health.program.empty() && !health.program.front().starts_with('/'))
        members.fail("has a health program that is not an absolute path");
    return health;
}

std::string name_from(const MetadataMembers& members, std::string_view member) {
    std::string name = members.text(member);
    if (!is_release_name(name))
        members.fail("has a '" + std::string(member) + "' that is not a name");
    return name;
}

std::string path_from(const MetadataMembers& members, std::string path) {
    if (!is_bundle_path(path)) members.fail("has '" + path + "', which is not a path in a bundle");
    return path;
}

std::string filter_from(const MetadataMembers& members) {
    std::string text = members.text("when");
    try {
        return HostFilter(text).text();
    } catch (const HostFilterFault& fault) {
        members.fail(std::string("has a faulty 'when': ") + fault.what());
    }
}

HostGroup group_from(const MetadataMembers& members) {
    if (members.number("schema", 1) != group_schema)
        members.fail(
            "has schema " + std::to_string(members.number("schema", 1)) +
            ", which this vow does not read: it reads " + std::to_string(group_schema)
        );
    HostGroup group;
    const bool is_host = members.find("host") != nullptr;
    group.kind = is_host ? HostGroup::Kind::host : HostGroup::Kind::group;
    group.name = name_from(members, is_host ? "host" : "group");
    if (!is_host) group.when = filter_from(members);
    const MetadataMembers bundle = members.object("bundle");
    group.bundle = {name_from(bundle, "name"), name_from(bundle, "version")};
    group.entry = path_from(members, members.text("entry"));
    for (std::string& input : texts_of(members, "inputs"))
        group.inputs.push_back(path_from(members, std::move(input)));
    if (members.find("schedule") != nullptr)
        group.schedule = schedule_from(members.object("schedule"));
    if (members.find("health") != nullptr) group.health = health_from(members.object("health"));
    for (std::string& secret : texts_of(members, "secrets")) {
        if (!is_release_name(secret)) members.fail("has a secret that is not a name");
        group.secrets.push_back(std::move(secret));
    }
    if (members.find("waves") != nullptr) group.waves = waves_from(members.object("waves"));
    return group;
}

} // namespace

std::string BundleVersion::target() const {
    return "bundles/" + name + "/" + version + ".tar.zst";
}

std::string HostGroup::target() const {
    return (kind == Kind::host ? "hosts/" : "groups/") + name + ".json";
}

std::string text_of(const HostGroup& group) {
    const bool is_host = group.kind == HostGroup::Kind::host;
    std::vector<Data::Member> members = {
        {"schema", Data::integer(group_schema)},
        {is_host ? "host" : "group", Data::string(group.name)}};
    if (!is_host) members.emplace_back("when", Data::string(group.when));
    members.emplace_back(
        "bundle",
        Data::object(
            {{"name", Data::string(group.bundle.name)},
             {"version", Data::string(group.bundle.version)}}
        )
    );
    members.emplace_back("entry", Data::string(group.entry));
    members.emplace_back("inputs", array_of(group.inputs));
    if (group.schedule) members.emplace_back("schedule", data_of(*group.schedule));
    if (group.health) members.emplace_back("health", data_of(*group.health));
    members.emplace_back("secrets", array_of(group.secrets));
    if (group.waves) members.emplace_back("waves", data_of(*group.waves));
    return laid_out(Data::object(std::move(members)), {.indent = 2}) + "\n";
}

HostGroup group_from(std::string_view text, const std::string& file) {
    const auto parsed = parse_json(text);
    if (const auto* error = std::get_if<DataError>(&parsed))
        throw Untrusted(TrustRule::form, file + " is not JSON: " + error->message);
    return group_from(MetadataMembers(std::get<Data>(parsed), file));
}

bool is_release_name(std::string_view text) {
    constexpr std::string_view others = "._+-";
    return !text.empty() && text.size() <= max_release_name && is_letter_or_digit(text.front()) &&
           std::ranges::all_of(text, [&](char letter) {
               return is_letter_or_digit(letter) || others.find(letter) != std::string_view::npos;
           });
}

bool is_bundle_path(std::string_view text) {
    const auto components = split_at(text, '/');
    return std::ranges::none_of(components, [](std::string_view component) {
        return component.empty() || component == "." || component == "..";
    });
}

} // namespace vow::agent
