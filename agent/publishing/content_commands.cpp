#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/release/bundle.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <system_error>

namespace vow::agent {
namespace {

using Use = RepositoryFolder::Use;

OpenFolder opened_folder(const std::string& path) {
    const auto place = Place::at(path);
    const auto real = place ? place->resolved() : place;
    const auto folder = real ? real->open_folder() : SystemResult<OpenFolder>::failed(real.error());
    if (folder) return *folder;
    throw ReleaseFault(
        "the folder '" + path +
        "' cannot be read: " + std::generic_category().message(folder.error())
    );
}

PackedBundle packed(const std::string& path, const OpenFolder& folder) {
    try {
        return pack_bundle(folder);
    } catch (const BundleFault& fault) {
        throw ReleaseFault("'" + path + "' cannot be a bundle: " + fault.what());
    }
}

std::string byte_text(std::uint64_t bytes) {
    constexpr std::uint64_t kilobyte = 1000;
    if (bytes < 10 * kilobyte) return std::to_string(bytes) + " bytes";
    return std::to_string((bytes + kilobyte / 2) / kilobyte) + " kB";
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> age_words(const Repository& repository, const ReleaseOptions& given) {
    std::vector<std::string> words = {"age", "--encrypt"};
    for (const std::string& recipient : given.recipients) {
        words.emplace_back("--recipient");
        words.push_back(recipient);
    }
    std::vector<std::string> files;
    if (!given.recipients_file.empty()) files.push_back(given.recipients_file);
    if (!given.for_group.empty())
        files.push_back(repository.folder().path_of("recipients/" + given.for_group + ".txt"));
    for (const std::string& file : files) {
        static_cast<void>(content_of_file(file)); // its name in the message, if it is missing
        words.emplace_back("--recipients-file");
        words.push_back(file);
    }
    if (words.size() == 2)
        throw ReleaseFault(
            "name the hosts that may read the secret: --recipient age1..., --recipients FILE, or "
            "--group NAME for those in '" +
            repository.folder().path_of("recipients") + "/NAME.txt'"
        );
    return words;
}

} // namespace

int add_bundle(const Options& options) {
    const ReleaseOptions& given = options.release;
    require_name("the name of a bundle", given.name);
    require_name("the version of a bundle", given.version);
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    const BundleVersion bundle{given.name, given.version};
    const OpenFolder content = opened_folder(given.file);
    const PackedBundle before = packed(given.file, content);
    const auto targets = repository.next_targets();
    const auto known = targets.find(bundle.target());
    const std::string digest = sha256_of(before.bytes);
    if (known != targets.end() && digest_of_target(known->second) != digest)
        throw ReleaseFault(
            bundle.name + " " + bundle.version + " was added before, with other content (digest " +
            digest_of_target(known->second) + ", now " + digest +
            "): a version never changes, so give this content a new one"
        );
    const std::size_t policies = check_policies(options, given.file, content);
    if (packed(given.file, content).bytes != before.bytes)
        throw ReleaseFault("'" + given.file + "' changed while it was checked: try again");
    const bool is_new = repository.stage_target(bundle.target(), before.bytes);
    print(
        (is_new ? "Staged: " : "Added before, with the same content: ") + bundle.name + " " +
        bundle.version + ", " +
        counted(before.contents.entries, "file or folder", "files and folders") + ", " +
        byte_text(before.contents.content) + " (packed " + byte_text(before.bytes.size()) + "), " +
        counted(policies, "policy", "policies") + " checked, digest " + digest + "\n"
    );
    if (is_new) print(how_to_publish(repository));
    return number_of(ExitStatus::success);
}

int add_secret(const Options& options) {
    const ReleaseOptions& given = options.release;
    require_name("the name of a secret", given.name);
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    if (!given.for_group.empty()) require_name("the name of a group", given.for_group);
    std::optional<HostGroup> group;
    if (!given.for_group.empty()) {
        group = group_or_new(repository, HostGroup::Kind::group, given.for_group);
        if (!repository.next_targets().contains(group->target()))
            throw ReleaseFault(
                "the group '" + given.for_group + "' does not exist in '" + folder.path() + "'"
            );
    }
    const auto words = age_words(repository, given);
    const std::string encrypted =
        output_of(words, content_of_file(given.file), "that encrypts secrets");
    const std::string target = "data/" + given.name + ".age";
    repository.stage_target(target, encrypted);
    if (group && std::ranges::find(group->secrets, given.name) == group->secrets.end()) {
        group->secrets.push_back(given.name);
        repository.stage_target(group->target(), text_of(*group));
    }
    print(
        "Staged: " + target + ", " + byte_text(encrypted.size()) + "\n" + how_to_publish(repository)
    );
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
