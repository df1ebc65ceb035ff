#pragma once

#include "policy/run/host.h"
#include "protocol/data/data.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

/// A way to read a secret, for all languages: in policies `secret_age("PATH", "IDENTITY")`, in
/// files of data `{secret_age: PATH, identity: IDENTITY}`. The language has the secret masked, by
/// the event SecretLearned.
struct SecretReader {
    std::string_view name;     ///< "secret_age"
    std::string_view argument; ///< the name of the first argument: "path"
    std::string_view second;   ///< the name of the second argument; empty: it takes one
    bool runs_program;         ///< a check does not read it
    std::string_view help;     ///< one sentence
    Answer<std::string> (*read)(Host& host, std::span<const std::string> arguments);
};

/// Sorted by name.
std::span<const SecretReader> secret_readers();

/// A secret that is read where it is used: what can be stored in its place.
struct SecretSource {
    const SecretReader* reader;
    std::vector<std::string> arguments;
};

/// The secret, without the line end that editors put at the end of a file; or why it cannot be
/// read, in words that follow a colon.
Answer<std::string> read_secret(Host& host, const SecretSource& source);

/// Data that is to be the source of a secret, and is not: the reason.
struct SecretSourceMistake {
    std::string reason;
};

/// The source in `{secret_file: PATH}` and its like. nullopt for data that has no member with the
/// name of a reader.
std::optional<std::variant<SecretSource, SecretSourceMistake>> secret_source_from(const Data& data);
/// The reverse.
Data data_of(const SecretSource& source);

} // namespace vow
