#include "agent/pull/wish.h"

#include "agent/pull/host_identity.h"
#include "agent/release/repository_client.h"
#include "policy/run/usage_error.h"
#include "protocol/text/percent_encoding.h"

namespace vow::agent {
namespace {

HostFilter::Names
classes_of(const World& world, const PullSettings& settings, const std::string& host_id) {
    HostFilter::Names classes = {"any"};
    for (std::string& name : world.facts.all_classes())
        classes.insert(std::move(name));
    classes.insert(settings.classes.begin(), settings.classes.end());
    if (!host_id.empty()) classes.insert("host_" + host_id);
    return classes;
}

std::string root_from(const std::string& file, Host& host) {
    const auto root = host.read_trusted_file(file, 1 << 20);
    if (root) return *root.value;
    throw UsageError("cannot read the root '" + file + "': " + root.why_not);
}

std::map<std::string, std::string> trusted_metadata(const std::string& folder) {
    constexpr std::string_view suffix = ".json";
    std::map<std::string, std::string> metadata;
    MetadataFolder trusted(folder);
    const auto names = names_in(Place::at(folder + "/x")->folder());
    for (const std::string& file : *names) {
        if (!file.ends_with(suffix)) continue;
        const std::string role = percent_decoded(file.substr(0, file.size() - suffix.size()));
        if (auto bytes = trusted.load(role)) metadata[role] = *std::move(bytes);
    }
    return metadata;
}

} // namespace

FetchWish wish_of(
    const PullState& state,
    const PullSettings& settings,
    const ReleaseStore& store,
    const World& world,
    ReleaseTime now
) {
    FetchWish wish{.source = source_from(settings.source).value()};
    wish.host_id = HostIdentity(store.folder() + "/identity").id_if_any();
    wish.classes = classes_of(world, settings, wish.host_id);
    wish.metadata = trusted_metadata(store.metadata_folder());
    if (!wish.metadata.contains("root") && !settings.root.empty())
        wish.metadata["root"] = root_from(settings.root, world.host);
    wish.stored = store.digests();
    wish.bad = state.bad_ids();
    if (state.conclusion && state.conclusion->holds(wish, settings, now))
        wish.known = state.conclusion->offer;
    return wish;
}

} // namespace vow::agent
