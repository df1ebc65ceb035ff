#include "agent/publishing/repository.h"

#include "agent/publishing/release_fault.h"
#include "agent/release/untrusted.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/digest.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace vow::agent {
namespace {

constexpr auto visible_to_hosts = RepositoryFolder::Visibility::everyone;
constexpr auto settings_visibility = RepositoryFolder::Visibility::owner;
constexpr const char* settings_file = "keys/settings.json";
constexpr std::chrono::hours day{24};

std::string staged_file(const std::string& role) {
    return "staged/" + role + ".json";
}

std::int64_t number_in(std::string_view digits) {
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// The version in the name of a root, "3.root.json"; 0 for other names.
std::int64_t version_in(std::string_view name) {
    constexpr std::string_view suffix = ".root.json";
    if (!name.ends_with(suffix)) return 0;
    return number_in(name.substr(0, name.size() - suffix.size()));
}

} // namespace

Lifetimes usual_lifetimes() {
    return {
        {"root", 365 * day},
        {"targets", 365 * day},
        {"snapshot", 14 * day},
        {"timestamp", 2 * day}};
}

ReleaseTime release_time() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::int64_t version_of(const SignedFile& file) {
    const Data* version = file.content.find("version");
    return version == nullptr ? 0 : number_in(version->text());
}

ReleaseTime expiry_of(const SignedFile& file) {
    const Data* expires = file.content.find("expires");
    const auto time = utc_from(std::string(expires == nullptr ? "" : expires->text()));
    return time.value_or(ReleaseTime{});
}

std::string metadata_file(const std::string& role, std::int64_t version) {
    return "metadata/" + std::to_string(version) + "." + role + ".json";
}

std::string target_file(const std::string& name, const std::string& digest) {
    const std::size_t begin = name.rfind('/') + 1; // 0 without a folder
    return "targets/" + name.substr(0, begin) + digest + "." + name.substr(begin);
}

std::string digest_of_target(const Data& record) {
    const Data* digests = record.find("hashes");
    const Data* digest = digests == nullptr ? nullptr : digests->find("sha256");
    return digest == nullptr ? "" : std::string(digest->text());
}

std::optional<SignedFile> Repository::metadata(const std::string& file) const {
    const auto bytes = folder_.read(file);
    if (!bytes) return std::nullopt;
    return signed_file_from(*bytes, folder_.path_of(file));
}

std::optional<SignedFile> Repository::root() const {
    std::int64_t newest = 0;
    for (const std::string& name : folder_.names("metadata"))
        newest = std::max(newest, version_in(name));
    return newest == 0 ? std::nullopt : metadata(metadata_file("root", newest));
}

std::optional<SignedFile> Repository::timestamp() const {
    return metadata("metadata/timestamp.json");
}

std::optional<SignedFile> Repository::snapshot() const {
    return announced_file(timestamp(), "snapshot");
}

std::optional<SignedFile> Repository::targets() const {
    return announced_file(snapshot(), "targets");
}

std::optional<SignedFile> Repository::published(const std::string& role) const {
    return role == "root" ? root() : announced_file(snapshot(), role);
}

std::optional<SignedFile> Repository::announced_file(
    const std::optional<SignedFile>& announcing, const std::string& role
) const {
    const Data* files = announcing ? announcing->content.find("meta") : nullptr;
    const Data* record = files == nullptr ? nullptr : files->find(role + ".json");
    const Data* version = record == nullptr ? nullptr : record->find("version");
    if (version == nullptr) return std::nullopt;
    const std::string file = metadata_file(role, number_in(version->text()));
    auto found = metadata(file);
    if (!found) throw ReleaseFault("'" + folder_.path_of(file) + "' is missing");
    return found;
}

std::optional<SignedFile> Repository::staged(const std::string& role) const {
    auto file = metadata(staged_file(role));
    if (!file) return std::nullopt;
    const auto published = this->published(role);
    // One that was published just before the command was killed is left.
    if (published && version_of(*file) <= version_of(*published)) return std::nullopt;
    return file;
}

std::optional<SignedFile> Repository::next(const std::string& role) const {
    if (auto file = staged(role)) return file;
    return published(role);
}

void Repository::stage(const std::string& role, const SignedFile& file) const {
    folder_.write(staged_file(role), text_of(file), visible_to_hosts);
}

void Repository::unstage(const std::string& role) const {
    folder_.remove(staged_file(role));
}

std::vector<Delegation> Repository::delegations() const {
    const auto file = next("targets");
    return file ? DelegationsDraft::from(file->content).roles : std::vector<Delegation>();
}

std::vector<std::string> Repository::staged_roles() const {
    std::vector<std::string> roles = {"root", "targets"};
    for (Delegation& delegation : delegations())
        roles.push_back(std::move(delegation.name));
    return roles;
}

std::map<std::string, Data> Repository::targets_of(const std::string& role) const {
    const auto file = next(role);
    const Data* targets = file ? file->content.find("targets") : nullptr;
    if (targets == nullptr) return {};
    return {targets->members().begin(), targets->members().end()};
}

std::map<std::string, Data> Repository::next_targets() const {
    std::map<std::string, Data> found = targets_of("targets");
    for (const Delegation& delegation : delegations()) { // the first that has one counts
        for (auto& [name, record] : targets_of(delegation.name))
            if (delegation.covers(name)) found.emplace(name, std::move(record));
    }
    return found;
}

/// Hosts cannot list the targets of hash bins, and list the groups.
std::string Repository::role_for(const std::string& target) const {
    for (const Delegation& delegation : delegations()) {
        const bool can_be_listed = !delegation.paths.empty();
        if (delegation.covers(target) && (can_be_listed || !target.starts_with("groups/")))
            return delegation.name;
    }
    return "targets";
}

std::optional<std::string> Repository::target(const std::string& name) const {
    const auto targets = next_targets();
    const auto found = targets.find(name);
    if (found == targets.end()) return std::nullopt;
    const std::string file = target_file(name, digest_of_target(found->second));
    auto bytes = folder_.read(file);
    if (!bytes) throw ReleaseFault("'" + folder_.path_of(file) + "' is missing");
    if (sha256_of(*bytes) != digest_of_target(found->second))
        throw ReleaseFault("'" + folder_.path_of(file) + "' is damaged: its digest is another");
    return bytes;
}

bool Repository::stage_target(const std::string& name, std::string_view bytes) const {
    const Data record = target_record(bytes);
    const std::string file = target_file(name, digest_of_target(record));
    const std::map<std::string, Data> known = next_targets();
    const auto found = known.find(name);
    const bool is_same =
        found != known.end() && digest_of_target(found->second) == digest_of_target(record);
    if (is_same && folder_.has(file)) return false;
    folder_.write(file, bytes, visible_to_hosts);
    const std::string role = role_for(name);
    if (found != known.end()) unstage_target(name); // another role may have it
    auto targets = targets_of(role);
    targets[name] = record;
    stage_targets(role, targets);
    return true;
}

bool Repository::unstage_target(const std::string& name) const {
    bool was_listed = false;
    for (const std::string& role : staged_roles()) {
        auto targets = targets_of(role);
        if (targets.erase(name) == 0) continue;
        stage_targets(role, targets);
        was_listed = true;
    }
    return was_listed;
}

void Repository::stage_targets(const std::string& role, const std::map<std::string, Data>& targets)
    const {
    const std::vector<Data::Member> members(targets.begin(), targets.end());
    stage_content(role, {"targets", Data::object(members)});
}

/// The members that each staging replaces.
Data Repository::fresh_content(const std::string& role) const {
    const auto published = this->published(role);
    const std::int64_t version = published ? version_of(*published) + 1 : 1;
    return metadata_content("targets", version, release_time() + lifetimes().at("targets"), {});
}

/// Signatures of an earlier staging do not hold any more.
void Repository::stage_content(const std::string& role, const Data::Member& changed) const {
    const auto known = next(role);
    const Data fresh = fresh_content(role);
    Data content = known ? known->content : with_member(fresh, "targets", Data::object({}));
    for (const auto& [name, value] : fresh.members())
        content = with_member(content, name, value);
    stage(role, unsigned_file(with_member(content, changed.first, changed.second)));
}

/// A role that was removed and is there again has none of its old targets.
void Repository::stage_delegations(const DelegationsDraft& draft) const {
    const auto old = delegations();
    stage_content("targets", {"delegations", draft.content()});
    for (const Delegation& delegation : draft.roles) {
        if (std::ranges::find(old, delegation.name, &Delegation::name) != old.end()) continue;
        const Data content =
            with_member(fresh_content(delegation.name), "targets", Data::object({}));
        stage(delegation.name, unsigned_file(content));
    }
}

Lifetimes Repository::lifetimes() const {
    Lifetimes lifetimes = usual_lifetimes();
    const auto text = folder_.read(settings_file);
    if (!text) return lifetimes;
    const auto parsed = parse_json(*text);
    const auto* data = std::get_if<Data>(&parsed);
    const Data* given = data == nullptr ? nullptr : data->find("expires");
    if (given == nullptr)
        throw ReleaseFault("'" + folder_.path_of(settings_file) + "' has no object 'expires'");
    for (auto& [role, lifetime] : lifetimes) {
        if (const Data* seconds = given->find(role))
            lifetime = std::chrono::seconds(number_in(seconds->text()));
    }
    return lifetimes;
}

void Repository::set_lifetimes(const Lifetimes& lifetimes) const {
    std::vector<Data::Member> members;
    members.reserve(lifetimes.size());
    for (const auto& [role, lifetime] : lifetimes)
        members.emplace_back(role, Data::integer(lifetime.count()));
    const Data settings = Data::object({{"expires", Data::object(std::move(members))}});
    folder_.write(settings_file, laid_out(settings, {.indent = 2}) + "\n", settings_visibility);
}

} // namespace vow::agent
