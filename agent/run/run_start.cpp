#include "agent/run/run_start.h"

#include "protocol/data/conversion.h"
#include "protocol/system/accounts.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <sys/random.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// Version 4 of RFC 9562: random, except for the digits of the version.
std::string new_uuid() {
    std::array<unsigned char, 16> bytes{};
    ::getrandom(bytes.data(), bytes.size(), 0); // cannot fail for so few bytes
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0FU) | 0x40U);
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3FU) | 0x80U);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (at == 4 || at == 6 || at == 8 || at == 10) text += '-';
        text += digits[bytes.at(at) >> 4U];
        text += digits[bytes.at(at) & 0x0FU];
    }
    return text;
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string user() {
    return user_name(::geteuid()).value_or(std::to_string(::geteuid()));
}

std::string digest_of_file(HostFiles& files, const std::string& path) {
    return files.file_digest(path, Digest::Algorithm::sha256).value.value_or("");
}

/// Of the names and digests of the regular files in the folder itself.
std::string digest_of_folder(HostFiles& files, const std::string& path) {
    const auto names = files.list_directory(path);
    if (!names) return {};
    std::string list;
    for (const std::string& name : *names) {
        const std::string file = std::string(path).append("/").append(name);
        const auto status = files.status(file, Symlinks::follow);
        if (!status || status->kind != FileKind::regular) continue;
        list.append(digest_of_file(files, file)).append("  ").append(name).append("\n");
    }
    return sha256_of(list);
}

/// As the first event has it; empty for a policy that cannot be read twice, such as a pipe.
std::string policy_digest(HostFiles& files, const std::string& path) {
    const auto status = files.status(path, Symlinks::follow);
    if (!status) return {};
    if (status->kind == FileKind::directory) return digest_of_folder(files, path);
    return status->kind == FileKind::regular ? digest_of_file(files, path) : "";
}

/// Values of variables and attributes can be secrets; their names are not.
std::vector<std::string>
shown_words(const std::vector<std::string>& words, std::span<const std::string> assignments) {
    constexpr std::string_view option = "--var";
    std::vector<std::string> shown = words;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const bool is_joined = shown[at].starts_with("--var=");
        const bool is_value = (at > 0 && words[at - 1] == option) ||
                              std::ranges::find(assignments, words[at]) != assignments.end();
        if (!is_joined && !is_value) continue;
        const std::size_t end = shown[at].find('=', is_joined ? option.size() + 1 : 0);
        if (end != std::string::npos) shown[at].replace(end + 1, std::string::npos, "***");
    }
    return shown;
}

/// The words of a promise after type and promiser.
std::span<const std::string> assignments_in(std::span<const std::string> promise) {
    return promise.subspan(std::min<std::size_t>(promise.size(), 2));
}

} // namespace

Data start_of(const Options& options, const std::string& policy, HostFiles& files) {
    const auto& text = options.language.standard_input;
    std::string digest;
    if (text)
        digest = sha256_of(*text);
    else if (options.language.promise.empty())
        digest = policy_digest(files, policy);
    return Data::object(
        {{"schema", Data::integer(event_schema)},
         {"vow", Data::string(vow_version)},
         {"host", Data::string(host_name())},
         {"policy", Data::string(text ? "-" : policy)},
         {"policy_digest", Data::string(digest)},
         {"run", Data::string(new_uuid())},
         {"user", Data::string(user())},
         {"options",
          array_of(shown_words(options.words, assignments_in(options.language.promise)))},
         {"dry_run", Data::boolean(!options.run.changes_allowed() || options.in_sandbox)}}
    );
}

} // namespace vow::agent
