#include "policy/run/secret_reader.h"

#include "protocol/crypto/age.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow {
namespace {

using Arguments = std::span<const std::string>;

Answer<std::string> read_file(Host& host, const std::string& path, SecretRights rights) {
    auto text = host.read_secret_file(path, rights);
    if (text) return text;
    return {.why_not = "cannot take a secret from '" + path + "': " + text.why_not};
}

Answer<std::string> of_file(Host& host, Arguments arguments) {
    return read_file(host, arguments[0], SecretRights::owner_alone);
}

/// A name without a way to another folder.
bool is_file_name(const std::string& name) {
    return !name.empty() && !name.starts_with('.') && name.find('/') == std::string::npos;
}

/// systemd.exec(5), "Credentials": the user of the service reads them by an access list, which
/// shows as a right of their group.
Answer<std::string> of_credential(Host& host, Arguments arguments) {
    const auto folder = host.environment("CREDENTIALS_DIRECTORY");
    if (!folder || folder->empty()) {
        return {
            .why_not = "credentials are absent: CREDENTIALS_DIRECTORY is not set; systemd sets it "
                       "for a service with LoadCredential="};
    }
    if (!is_file_name(arguments[0]))
        return {.why_not = "'" + arguments[0] + "' cannot be the name of a credential"};
    return read_file(host, *folder + "/" + arguments[0], SecretRights::group_reads);
}

/// `vow pull` names the folder of the release's secrets; the key of this host lies beside the
/// folder of all. Decrypted in memory: the secret is in no file and in no other process.
Answer<std::string> of_data(Host& host, Arguments arguments) {
    const auto folder = host.environment("VOW_RELEASE_SECRETS");
    if (!folder || folder->empty())
        return {
            .why_not = "secrets of a release are absent: only a run that 'vow pull' starts has "
                       "some"};
    if (!is_file_name(arguments[0]))
        return {.why_not = "'" + arguments[0] + "' cannot be the name of a secret"};
    auto sealed = read_file(host, *folder + "/" + arguments[0] + ".age", SecretRights::owner_alone);
    if (!sealed) return sealed;
    const std::string all = folder->substr(0, folder->rfind('/'));
    const std::string path = all.substr(0, all.rfind('/')) + "/identity/age.txt";
    auto text = read_file(host, path, SecretRights::owner_alone);
    if (!text) return text;
    const auto identity = AgeIdentity::from_text(*text);
    if (!identity) return {.why_not = "'" + path + "' is not an identity of age"};
    AgeText secret = identity->decrypt(*sealed);
    if (secret.text) return {.value = std::move(secret.text)};
    return {.why_not = "cannot decrypt the secret '" + arguments[0] + "': " + secret.why_not};
}

/// The standard output of a program that decrypts a file: a warning must not become a part of the
/// secret.
Answer<std::string>
decrypted(Host& host, const std::string& program, std::vector<std::string> arguments) {
    auto path = program_on_path(host, program);
    if (!path) {
        return {
            .why_not = "the program '" + program + "' is not installed: no folder of PATH has it"};
    }
    const std::string file = arguments.back();
    arguments.insert(arguments.begin(), *std::move(path));
    auto result =
        host.run({.arguments = std::move(arguments), .capture = Command::Capture::standard_output});
    if (!result) return {.why_not = "cannot run " + program + ": " + result.why_not};
    if (result->exit_code == 0) return {.value = std::move(result.value->output)};
    return {
        .why_not = program + " cannot decrypt '" + file + "': it ended with status " +
                   std::to_string(result->exit_code)};
}

Answer<std::string> of_age(Host& host, Arguments arguments) {
    return decrypted(host, "age", {"--decrypt", "--identity", arguments[1], "--", arguments[0]});
}

Answer<std::string> of_sops(Host& host, Arguments arguments) {
    return decrypted(host, "sops", {"--decrypt", arguments[0]});
}

constexpr std::array readers = {
    SecretReader{
        "secret_age",
        "path",
        "identity",
        true,
        "The secret in a file that age decrypts with the identity in another.",
        &of_age},
    SecretReader{
        "secret_credential",
        "name",
        "",
        false,
        "The credential of that name that systemd has given to the service.",
        &of_credential},
    SecretReader{
        "secret_data",
        "name",
        "",
        false,
        "The secret of that name of the release that runs, encrypted to this host.",
        &of_data},
    SecretReader{
        "secret_file",
        "path",
        "",
        false,
        "The secret in a file that only its owner, root or this user, has rights to.",
        &of_file},
    SecretReader{
        "secret_sops", "path", "", true, "The secrets in a file that sops decrypts.", &of_sops},
};

std::variant<SecretSource, SecretSourceMistake>
source_of(const SecretReader& reader, const Data& data) {
    SecretSource source{.reader = &reader, .arguments = {}};
    for (const std::string_view name : {reader.name, reader.second}) {
        if (name.empty()) continue;
        const Data* argument = data.find(name);
        if (argument == nullptr)
            return SecretSourceMistake{
                "'" + std::string(reader.name) + "' needs '" + std::string(name) + "', too"};
        if (argument->kind() != Data::Kind::string || argument->text().empty())
            return SecretSourceMistake{"'" + std::string(name) + "' is not a text"};
        source.arguments.emplace_back(argument->text());
    }
    for (const auto& [name, value] : data.members()) {
        if (name != reader.name && name != reader.second)
            return SecretSourceMistake{
                "unknown member '" + std::string(name) + "' beside '" + std::string(reader.name) +
                "'"};
    }
    const bool is_path = reader.argument == "path";
    const auto relative = std::ranges::find_if(source.arguments, [](const std::string& path) {
        return !path.starts_with('/');
    });
    if (is_path && relative != source.arguments.end())
        return SecretSourceMistake{"'" + *relative + "' is not an absolute path"};
    return source;
}

} // namespace

std::span<const SecretReader> secret_readers() {
    return readers;
}

Answer<std::string> read_secret(Host& host, const SecretSource& source) {
    auto text = source.reader->read(host, source.arguments);
    if (text && text->ends_with('\n')) text.value->pop_back();
    return text;
}

std::optional<std::variant<SecretSource, SecretSourceMistake>> secret_source_from(const Data& data
) {
    for (const SecretReader& reader : readers) {
        if (data.kind() == Data::Kind::object && data.find(reader.name) != nullptr)
            return source_of(reader, data);
    }
    return std::nullopt;
}

Data data_of(const SecretSource& source) {
    std::vector<Data::Member> members = {
        {std::string(source.reader->name), Data::string(source.arguments.front())}};
    if (source.arguments.size() > 1) {
        members.emplace_back(std::string(source.reader->second), Data::string(source.arguments[1]));
    }
    return Data::object(std::move(members));
}

} // namespace vow
