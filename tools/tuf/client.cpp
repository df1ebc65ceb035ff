// The thin client that the conformance suite of TUF drives, by the command line of its page
// CLIENT-CLI. It has no trust of its own: everything is agent/release.

#include "agent/machine/network.h"
#include "agent/machine/signals.h"
#include "agent/release/repository_client.h"
#include "agent/release/untrusted.h"
#include "protocol/text/percent_encoding.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace vow;
using namespace vow::agent;

struct Settings {
    std::string metadata_folder, metadata_url;
    std::vector<std::string> targets;
    std::string targets_url, targets_folder;
    std::string trusted_root;
};

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

bool is_there(const std::filesystem::path& path, const FileRecord& record) {
    if (!std::filesystem::exists(path)) return false;
    try {
        check_file(record, Digests::required, content_of(path), path.string());
    } catch (const Untrusted&) {
        return false;
    }
    return true;
}

void download(RepositoryClient& client, const Settings& settings, const std::string& target) {
    const auto record = client.find(target);
    if (!record) throw Untrusted(TrustRule::absent, "no role has the target " + target);
    const auto path = std::filesystem::path(settings.targets_folder) / percent_encoded(target);
    if (is_there(path, *record)) return;
    const std::string bytes = client.fetch(target, *record);
    std::ofstream(path, std::ios::binary) << bytes;
}

void update(const Settings& settings) {
    const Signals signals;
    MachineNetwork network(signals);
    WebMirror mirror(network, settings.metadata_url, settings.targets_url);
    MetadataFolder folder(settings.metadata_folder);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    RepositoryClient client(mirror, folder, now);
    client.refresh();
    for (const std::string& target : settings.targets)
        download(client, settings, target);
}

} // namespace

int main(int count, char** words) {
    Settings settings;
    CLI::App app("Drives agent/release for the conformance suite of TUF");
    app.require_subcommand(1);
    app.add_option("--metadata-dir", settings.metadata_folder)->required();
    app.add_option("--metadata-url", settings.metadata_url);
    app.add_option("--target-name", settings.targets)->allow_extra_args(false);
    app.add_option("--target-base-url", settings.targets_url);
    app.add_option("--target-dir", settings.targets_folder);
    app.add_subcommand("init", "Trust a root")
        ->add_option("ROOT", settings.trusted_root)
        ->required();
    app.add_subcommand("refresh", "Update the metadata");
    app.add_subcommand("download", "Fetch targets");
    try {
        app.parse(count, words);
        if (!settings.trusted_root.empty())
            MetadataFolder(settings.metadata_folder)
                .save("root", content_of(settings.trusted_root));
        else
            update(settings);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const Untrusted& error) {
        std::fprintf(stderr, "%s [%s]\n", error.what(), std::string(text_of(error.rule())).c_str());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
