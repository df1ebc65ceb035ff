#include "agent/publishing/key_ring.h"

#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr const char* key_folder = "keys";
constexpr auto private_to_owner = RepositoryFolder::Visibility::owner;

std::string file_of(const std::string& role, const std::string& id, const char* suffix) {
    return std::string(key_folder) + "/" + role + "-" + KeyRing::short_id(id) + suffix;
}

} // namespace

std::unique_ptr<Signer>
signer_from_pem(const std::string& pem, const std::string& file, Passphrase& passphrase) {
    const bool is_encrypted = SigningKey::is_encrypted(pem);
    try {
        if (!is_encrypted) return std::make_unique<KeySigner>(SigningKey::from_pem(pem));
        const std::string& text =
            passphrase.text("the key '" + file + "'", Passphrase::Use::existing);
        return std::make_unique<KeySigner>(SigningKey::from_pem(pem, text));
    } catch (const std::invalid_argument&) {
        throw ReleaseFault(
            "'" + file + "': " +
            (is_encrypted ? "the passphrase is not that of this key"
                          : "it is not an Ed25519 key in PEM (PKCS #8)")
        );
    }
}

KeyRing::KeyRing(const RepositoryFolder& folder, Passphrase& passphrase)
    : folder_(folder),
      passphrase_(passphrase) {
    for (const std::string& name : folder.names(key_folder)) {
        const std::size_t dash = name.rfind('-');
        const std::size_t dot = name.rfind('.');
        if (dash == std::string::npos || dot == std::string::npos || dot < dash) continue;
        files_[name.substr(dash + 1, dot - dash - 1)] = std::string(key_folder) + "/" + name;
    }
}

Data KeyRing::make(const std::string& role, Protection protection) {
    SigningKey key = SigningKey::make();
    const bool is_encrypted = protection == Protection::passphrase;
    const std::string pem =
        is_encrypted
            ? key.encrypted_pem(
                  passphrase_.text("the keys in '" + folder_.path() + "'", Passphrase::Use::chosen)
              )
            : key.pem();
    Data public_part = key.public_part();
    const std::string id = key.id();
    const std::string file = file_of(role, id, ".pem");
    folder_.write(file, pem, private_to_owner, Replacement::Durability::name);
    files_[short_id(id)] = file;
    loaded_[short_id(id)] = std::make_unique<KeySigner>(std::move(key));
    return public_part;
}

void KeyRing::add_program(
    const std::string& role, const Data& public_part, const std::string& command
) {
    const std::string id = key_id_of(public_part);
    const Data described =
        Data::object({{"program", Data::string(command)}, {"public", public_part}});
    const std::string file = file_of(role, id, ".json");
    folder_.write(
        file, json_text(described) + "\n", private_to_owner, Replacement::Durability::name
    );
    files_[short_id(id)] = file;
}

const Signer& KeyRing::signer(const std::string& id) {
    const std::string key = short_id(id);
    auto& loaded = loaded_[key];
    if (!loaded) loaded = load(files_.at(key));
    if (loaded->id() != id)
        throw ReleaseFault(
            "'" + folder_.path_of(files_.at(key)) + "' has the key " + loaded->id() + ", not " + id
        );
    return *loaded;
}

std::unique_ptr<Signer> KeyRing::load(const std::string& file) {
    const std::string path = folder_.path_of(file);
    const auto text = folder_.read(file);
    if (!text) throw ReleaseFault("'" + path + "' is gone");
    if (file.ends_with(".pem")) return signer_from_pem(*text, path, passphrase_);
    const auto parsed = parse_json(*text);
    const auto* described = std::get_if<Data>(&parsed);
    const Data* program = described == nullptr ? nullptr : described->find("program");
    const Data* public_part = described == nullptr ? nullptr : described->find("public");
    if (program == nullptr || public_part == nullptr)
        throw ReleaseFault("'" + path + "' does not name a program and its public key");
    return std::make_unique<ProgramSigner>(*public_part, std::string(program->text()));
}

bool KeyRing::is_encrypted(const std::string& id) const {
    const auto found = files_.find(short_id(id));
    if (found == files_.end() || !found->second.ends_with(".pem")) return false;
    return SigningKey::is_encrypted(folder_.read(found->second).value_or(""));
}

std::string KeyRing::retire(const std::string& id) {
    const std::string key = short_id(id);
    const std::string file = files_.at(key);
    const std::string to = std::string(key_folder) + "/retired/" + base_name_of(file);
    folder_.rename(file, to);
    files_.erase(key);
    loaded_.erase(key);
    return folder_.path_of(to);
}

std::vector<std::string> KeyRing::short_ids() const {
    std::vector<std::string> ids;
    ids.reserve(files_.size());
    for (const auto& [id, file] : files_)
        ids.push_back(id);
    return ids;
}

} // namespace vow::agent
