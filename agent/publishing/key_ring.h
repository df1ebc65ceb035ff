#pragma once

#include "agent/publishing/repository_folder.h"
#include "agent/publishing/signer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The passphrase of encrypted keys: the first line of a file, or typed at the terminal. It is
/// requested once, when it is first needed.
class Passphrase {
public:
    enum class Use { existing, chosen }; ///< a chosen one is typed twice

    /// `file` may be empty.
    explicit Passphrase(std::string file) : file_(std::move(file)) {}

    /// `purpose` is for the question and for messages: "the keys in 'DIR'". Throws ReleaseFault.
    const std::string& text(const std::string& purpose, Use use);

private:
    std::string from_file() const;
    static std::string from_terminal(const std::string& purpose, Use use);

    std::string file_;
    std::optional<std::string> text_ = {};
};

/// The signers in `keys` of a repository: `ROLE-ID.pem`, a key (PKCS #8, maybe encrypted), or
/// `ROLE-ID.json`, a program that signs; ID is the beginning of the key's id. A key is read when it
/// is first used.
class KeyRing {
public:
    /// Borrows both.
    KeyRing(const RepositoryFolder& folder, Passphrase& passphrase);

    enum class Protection { mode, passphrase };
    /// Makes a key and keeps it. Returns its public part.
    Data make(const std::string& role, Protection protection);
    /// Keeps a program that signs for a key.
    void add_program(const std::string& role, const Data& public_part, const std::string& command);

    bool has(const std::string& id) const { return files_.contains(short_id(id)); }
    /// The signer with that key. Throws ReleaseFault.
    const Signer& signer(const std::string& id);
    /// Whether the keys of a role are encrypted.
    bool is_encrypted(const std::string& id) const;
    /// Puts the file of a key aside, into `keys/retired`. Returns where it is.
    std::string retire(const std::string& id);
    /// The beginnings of the ids of all keys.
    std::vector<std::string> short_ids() const;

    static std::string short_id(const std::string& id) { return id.substr(0, 16); }

private:
    std::unique_ptr<Signer> load(const std::string& file);

    const RepositoryFolder& folder_;
    Passphrase& passphrase_;
    std::map<std::string, std::string> files_ = {}; ///< by short id
    std::map<std::string, std::unique_ptr<Signer>> loaded_ = {};
};

/// The signer in a file of a key, such as that of a person who signs elsewhere. Throws
/// ReleaseFault.
std::unique_ptr<Signer>
signer_from_pem(const std::string& pem, const std::string& file, Passphrase& passphrase);

} // namespace vow::agent
