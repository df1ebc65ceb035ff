#pragma once

#include "agent/release/signing_key.h"
#include "protocol/data/data.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Signs metadata with one Ed25519 key.
class Signer {
public:
    virtual ~Signer() = default;
    virtual const std::string& id() const = 0;
    /// The signature in hexadecimal digits. Throws ReleaseFault.
    virtual std::string sign(std::string_view bytes) const = 0;
};

/// With a key of ours.
class KeySigner : public Signer {
public:
    explicit KeySigner(SigningKey key) : key_(std::move(key)), id_(key_.id()) {}

    const std::string& id() const override { return id_; }
    std::string sign(std::string_view bytes) const override { return key_.sign(bytes); }

private:
    SigningKey key_;
    std::string id_;
};

/// With a key that only another program has, such as one in a device. The program gets the bytes on
/// its standard input, and prints the signature: 64 bytes, or their 128 hexadecimal digits.
class ProgramSigner : public Signer {
public:
    /// `public_part` is that of TUF metadata; `command` is split into words at blanks.
    ProgramSigner(Data public_part, std::string command);

    const std::string& id() const override { return id_; }
    /// The signature is verified.
    std::string sign(std::string_view bytes) const override;

private:
    Data public_part_;
    std::string command_;
    std::string id_;
};

/// Runs a program of the user with bytes on its standard input. Returns its standard output. Throws
/// ReleaseFault with `purpose` if it cannot be run, or fails; its messages go to standard error.
std::string output_of(
    const std::vector<std::string>& words, const std::string& input, const std::string& purpose
);

/// The public part, as TUF metadata has it, of an Ed25519 key in PEM. Throws ReleaseFault with the
/// name of the file.
Data public_part_of(const std::string& pem, const std::string& file);
/// The id of a key in TUF metadata.
std::string key_id_of(const Data& public_part);

} // namespace vow::agent
