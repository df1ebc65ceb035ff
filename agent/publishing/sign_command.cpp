#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace vow::agent {
namespace {

std::string signed_summary(const std::string& name, const SignedFile& file) {
    const auto text = [&](const char* member) {
        const Data* value = file.content.find(member);
        return value == nullptr ? std::string("?") : std::string(value->text());
    };
    std::string described = name + ", version " + text("version") + ", expires " + text("expires");
    const Data* targets = file.content.find("targets");
    if (targets == nullptr) return described + "\n";
    described += ", with these targets:\n";
    for (const auto& [target, record] : targets->members())
        described += "    " + target + "  " + digest_of_target(record) + "\n";
    return described;
}

/// The name of a file that may be a copy: delegated roles have the type `targets`, too.
std::string name_of_copy(const SignedFile& file, const std::string& path) {
    const Data* type = file.content.find("_type");
    const bool has_role = type != nullptr && type->text() != "targets";
    return has_role ? std::string(type->text()) + ".json" : base_name_of(path);
}

/// The signer that the command line of `sign` names; null for none.
std::unique_ptr<Signer> signer_of(const ReleaseOptions& options, Passphrase& passphrase) {
    if (!options.key.empty())
        return signer_from_pem(content_of_file(options.key), options.key, passphrase);
    if (options.sign_with.empty()) return nullptr;
    if (options.public_keys.size() != 1 || options.sign_with.size() != 1)
        throw ReleaseFault("--sign-with needs the public part of its key: --public-key FILE");
    const std::string& file = options.public_keys.front();
    return std::make_unique<ProgramSigner>(
        public_part_of(content_of_file(file), file), options.sign_with.front()
    );
}

int sign_file(const std::string& path, const Signer& signer) {
    const auto place = Place::at(path);
    if (!place) throw ReleaseFault("'" + path + "': it cannot be opened");
    SignedFile file = signed_file_from(content_of_file(path), path);
    add_signature(file, signer);
    constexpr mode_t mode = 0644;
    if (replace_file(*place, text_of(file), mode, Replacement::Durability::content) != 0)
        throw ReleaseFault("'" + path + "' cannot be written");
    print("Signed by " + signer.id() + ": " + signed_summary(name_of_copy(file, path), file));
    return number_of(ExitStatus::success);
}

bool names_folder(const std::string& path) {
    const auto place = Place::at(path);
    const auto status = place ? place->target_status() : SystemResult<struct stat>::failed(ENOENT);
    return status && S_ISDIR(status->st_mode);
}

/// Signs all staged files by which the key is listed.
std::vector<std::string> sign_by(const Repository& repository, const Signer& signer) {
    const DecidingRoots roots(repository);
    std::vector<std::string> signed_roles;
    for (const std::string& role : repository.staged_roles()) {
        auto file = repository.staged(role);
        if (!file || !roots.keys_of(role).contains(signer.id())) continue;
        add_signature(*file, signer);
        repository.stage(role, *file);
        signed_roles.push_back(role);
    }
    return signed_roles;
}

bool has_staged(const Repository& repository) {
    return std::ranges::any_of(repository.staged_roles(), [&](const std::string& role) {
        return repository.staged(role).has_value();
    });
}

} // namespace

int sign_staged_files(const Options& options) {
    const ReleaseOptions& given = options.release;
    Passphrase passphrase(given.passphrase_file);
    const auto signer = signer_of(given, passphrase);
    if (!names_folder(given.repository)) {
        if (signer == nullptr)
            throw ReleaseFault("name the key to sign '" + given.repository + "' with: --key FILE");
        return sign_file(given.repository, *signer);
    }
    const RepositoryFolder folder(given.repository, RepositoryFolder::Use::changing);
    const Repository repository(folder);
    KeyRing keys(folder, passphrase);
    const auto roles_signed =
        signer == nullptr ? sign_staged(repository, keys) : sign_by(repository, *signer);
    if (!has_staged(repository))
        throw ReleaseFault("nothing is staged in '" + folder.path() + "': nothing to sign");
    for (const std::string& role : roles_signed)
        print("Signed: " + signed_summary(role + ".json", *repository.staged(role)));
    if (roles_signed.empty() && signer != nullptr)
        throw ReleaseFault(
            "the key " + signer->id() + " is none of those that sign what is staged"
        );
    return print_next_step(repository);
}

int print_next_step(const Repository& repository) {
    const std::string& folder = repository.folder().path();
    const auto missing = missing_signatures(repository);
    print(
        missing.empty() ? "Publish it: vow release publish " + shell_word(folder) + "\n"
                        : text_of(missing, folder)
    );
    return number_of(missing.empty() ? ExitStatus::success : ExitStatus::waiting);
}

} // namespace vow::agent
