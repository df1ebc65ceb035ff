#include "agent/pull/host_identity.h"

#include "agent/release/signing_key.h"
#include "protocol/crypto/age.h"
#include "protocol/system/replacement.h"

#include <cerrno>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace vow::agent {
namespace {

constexpr mode_t identity_folder_mode = 0700, identity_file_mode = 0600;

[[noreturn]] void fail_identity(int error, const std::string& path) {
    throw std::system_error(error, std::generic_category(), path);
}

std::optional<std::string> text_in_file(const std::string& path) {
    const auto place = Place::at(path);
    const auto file = place ? place->open_file(Place::Access::read)
                            : SystemResult<FileDescriptor>::failed(place.error());
    if (!file && (file.error() == ENOENT || file.error() == ENOTDIR)) return std::nullopt;
    if (!file) fail_identity(file.error(), path);
    auto text = read_all(*file);
    if (!text) fail_identity(errno, path);
    return text;
}

void write(const std::string& path, const std::string& text) {
    const auto place = Place::at(path);
    if (!place) fail_identity(place.error(), path);
    const int error = replace_file(*place, text, identity_file_mode, Replacement::Durability::name);
    if (error != 0) fail_identity(error, path);
}

std::optional<SigningKey> signing_key(const std::string& folder) {
    const auto text = text_in_file(folder + "/signing.pem");
    return text ? std::optional(SigningKey::from_pem(*text)) : std::nullopt;
}

} // namespace

void HostIdentity::make() const {
    if (const int error = make_folders(folder_, identity_folder_mode))
        fail_identity(error, folder_);
    if (!text_in_file(folder_ + "/signing.pem"))
        write(folder_ + "/signing.pem", SigningKey::make().pem());
    if (!text_in_file(age_identity_file())) {
        const AgeIdentity identity = AgeIdentity::make();
        write(
            age_identity_file(),
            "# public key: " + identity.recipient() + "\n" + identity.text() + "\n"
        );
    }
}

std::string HostIdentity::id_if_any() const {
    const auto key = signing_key(folder_);
    return key ? key->id() : "";
}

std::string HostIdentity::id() const {
    const auto key = signing_key(folder_);
    if (!key) throw std::runtime_error("this host has no keys yet");
    return key->id();
}

std::string HostIdentity::public_key() const {
    const auto key = signing_key(folder_);
    if (!key) throw std::runtime_error("this host has no keys yet");
    return std::string(key->public_part().find("keyval")->find("public")->text());
}

std::string HostIdentity::age_recipient() const {
    const auto text = text_in_file(age_identity_file());
    const auto identity = text ? AgeIdentity::from_text(*text) : std::nullopt;
    if (!identity)
        throw std::runtime_error("'" + age_identity_file() + "' is not an identity of age");
    return identity->recipient();
}

} // namespace vow::agent
