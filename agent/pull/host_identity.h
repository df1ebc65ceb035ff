#pragma once

#include <string>

namespace vow::agent {

/// The keys that a host makes itself: an Ed25519 key, whose id is that of the host, and an X25519
/// key for age, to which its secrets are encrypted. They never leave the host. Members throw
/// std::system_error and std::runtime_error.
class HostIdentity {
public:
    explicit HostIdentity(std::string folder) : folder_(std::move(folder)) {}

    /// Makes the keys that are missing, for the running user alone.
    void make() const;
    /// Empty without a key.
    std::string id_if_any() const;
    std::string id() const;
    std::string public_key() const;    ///< Ed25519, hexadecimal
    std::string age_recipient() const; ///< "age1..."
    std::string age_identity_file() const { return folder_ + "/age.txt"; }

private:
    std::string folder_;
};

} // namespace vow::agent
