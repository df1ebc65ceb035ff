#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/release/bundle_archive.h"
#include "agent/release/host_filter.h"
#include "agent/release/untrusted.h"
#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

using Use = RepositoryFolder::Use;

/// The versions of bundles that are there, as the command line has them: "web=1.4.0".
std::vector<std::string> known_versions(const Repository& repository) {
    constexpr std::string_view folder = "bundles/";
    constexpr std::string_view suffix = ".tar.zst";
    std::vector<std::string> known;
    for (const auto& [target, record] : repository.next_targets()) {
        if (!target.starts_with(folder) || !target.ends_with(suffix)) continue;
        std::string name =
            target.substr(folder.size(), target.size() - folder.size() - suffix.size());
        std::replace(name.begin(), name.end(), '/', '=');
        known.push_back(std::move(name));
    }
    return known;
}

std::string suggested(const std::string& name, const std::vector<std::string>& known) {
    return known.empty() ? "" : "; " + suggestion_for(name, {known.begin(), known.end()});
}

/// The names of the files in a bundle.
std::vector<std::string> files_in(const std::string& bundle) {
    std::vector<std::string> files;
    BundleReader reader(bundle);
    while (auto entry = reader.next()) {
        if (entry->name.ends_with('/')) entry->name.pop_back();
        files.push_back(std::move(entry->name));
    }
    return files;
}

void require_files(const Repository& repository, const HostGroup& group) {
    const auto bundle = repository.target(group.bundle.target());
    if (!bundle) {
        const std::string name = group.bundle.name + "=" + group.bundle.version;
        throw ReleaseFault(
            "the version '" + name + "' was not added to '" + repository.folder().path() + "'" +
            suggested(name, known_versions(repository))
        );
    }
    const auto files = files_in(*bundle);
    std::vector<std::string> wanted = group.inputs;
    wanted.push_back(group.entry);
    for (const std::string& file : wanted) {
        if (std::ranges::find(files, file) != files.end()) continue;
        throw ReleaseFault(
            "the bundle " + group.bundle.name + " " + group.bundle.version + " does not have '" +
            file + "'" + suggested(file, files)
        );
    }
}

Data object_in(const std::string& path) {
    const auto parsed = parse_json(content_of_file(path));
    if (const auto* error = std::get_if<DataError>(&parsed))
        throw ReleaseFault("'" + path + "' is not JSON: " + error->message);
    const Data& data = std::get<Data>(parsed);
    if (data.kind() != Data::Kind::object)
        throw ReleaseFault("'" + path + "' is not a JSON object");
    return data;
}

/// A member of the document, from a file; nullopt for an empty object, which removes it. `read` is
/// the reader that hosts use.
template <class Value>
std::optional<Value> value_in(const std::string& path, Value (*read)(const MetadataMembers&)) {
    const Data object = object_in(path);
    if (object.members().empty()) return std::nullopt;
    try {
        return read(MetadataMembers(object, "'" + path + "'"));
    } catch (const Untrusted& fault) {
        throw ReleaseFault(fault.what());
    }
}

void set_health(HostGroup& group, const ReleaseOptions& given) {
    const bool has_any =
        given.health_promises || given.health_program || given.health_limit || given.grace;
    if (!has_any) return;
    HealthChecks health = group.health.value_or(HealthChecks{});
    if (given.health_promises) health.promises = *given.health_promises;
    if (given.health_program) health.program = words_of(*given.health_program);
    if (given.health_limit) health.limit = *given.health_limit;
    if (given.grace) health.grace = *given.grace;
    if (!health.program.empty() && !health.program.front().starts_with('/'))
        throw ReleaseFault(
            "--health-program: '" + health.program.front() +
            "' is not an absolute path: hosts run it as it is written"
        );
    group.health = std::move(health);
}

void set_paths(HostGroup& group, const ReleaseOptions& given) {
    if (given.entry) group.entry = *given.entry;
    if (given.inputs) group.inputs = *given.inputs;
    for (const auto* path : {&group.entry}) {
        if (path->empty()) throw ReleaseFault("--entry: name the policy of the bundle to run");
    }
    std::vector<std::string> paths = group.inputs;
    paths.push_back(group.entry);
    for (const std::string& path : paths) {
        if (!is_bundle_path(path))
            throw ReleaseFault(
                "'" + path +
                "' is not a path inside a bundle: expected a relative one, without '.' and '..'"
            );
    }
}

void change(HostGroup& group, const ReleaseOptions& given) {
    if (given.when) {
        if (given.is_host) throw ReleaseFault("--when: an exception for one host has no filter");
        try {
            group.when = HostFilter(*given.when).text();
        } catch (const HostFilterFault& fault) {
            throw ReleaseFault(std::string("--when: ") + fault.what());
        }
    }
    if (!given.bundle.empty()) group.bundle = bundle_version_from(given.bundle);
    if (group.kind == HostGroup::Kind::group && group.when.empty())
        throw ReleaseFault(
            "--when: name the hosts that are in the new group '" + group.name + "'; 'any' are all"
        );
    if (group.bundle.name.empty())
        throw ReleaseFault("--bundle: name the version that the hosts get, such as web=1.4.0");
    set_paths(group, given);
    set_health(group, given);
    if (given.secrets) group.secrets = *given.secrets;
    for (const std::string& secret : group.secrets)
        require_name("the name of a secret", secret);
    if (!given.schedule.empty())
        group.schedule = value_in<Schedule>(given.schedule, &schedule_from);
    if (!given.waves.empty()) group.waves = value_in<Waves>(given.waves, &waves_from);
}

int remove_group(const Repository& repository, const HostGroup& group) {
    if (!repository.unstage_target(group.target()))
        throw ReleaseFault("'" + repository.folder().path() + "' has no " + group.target());
    print("Staged: " + group.target() + " is removed\n" + how_to_publish(repository));
    return number_of(ExitStatus::success);
}

void warn_of_missing_secrets(const Repository& repository, const HostGroup& group) {
    const auto targets = repository.next_targets();
    for (const std::string& secret : group.secrets) {
        if (targets.contains("data/" + secret + ".age")) continue;
        const std::string command =
            "vow release secret " + shell_word(repository.folder().path()) + " " + secret;
        print("The secret " + secret + " is not there yet: ");
        print(command + " FILE\n");
    }
}

} // namespace

int set_group(const Options& options) {
    const ReleaseOptions& given = options.release;
    require_name(given.is_host ? "the id of a host" : "the name of a group", given.name);
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    const auto kind = given.is_host ? HostGroup::Kind::host : HostGroup::Kind::group;
    HostGroup group = group_or_new(repository, kind, given.name);
    if (given.is_removed) return remove_group(repository, group);
    change(group, given);
    require_files(repository, group);
    const bool is_new = repository.stage_target(group.target(), text_of(group));
    const std::string hosts = group.kind == HostGroup::Kind::host ? "the host " + group.name
                                                                  : "hosts of '" + group.when + "'";
    print(
        (is_new ? "Staged: " : "No change: ") + hosts + " get " + group.bundle.name + " " +
        group.bundle.version + " and run its " + group.entry + "\n"
    );
    warn_of_missing_secrets(repository, group);
    if (is_new) print(how_to_publish(repository));
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
