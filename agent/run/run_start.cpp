#include "agent/run/run_start.h"

#include "protocol/data/plain_data.h"
#include "protocol/system/accounts.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include <sys/random.h>
#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

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

std::optional<std::string> digest_of_file(const std::string& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt; // a pipe can be read once only
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    Digest digest;
    std::array<char, 1 << 16> block{};
    while (file.read(block.data(), block.size()) || file.gcount() > 0)
        digest.add({block.data(), static_cast<std::size_t>(file.gcount())});
    return digest.digits();
}

std::string digest_of_folder(const std::string& path) {
    std::vector<std::string> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
        if (entry.is_regular_file(error)) files.push_back(entry.path().string());
    }
    std::ranges::sort(files);
    std::string list;
    for (const std::string& file : files) {
        const std::string name = fs::path(file).filename().string();
        list.append(digest_of_file(file).value_or("")).append("  ").append(name).append("\n");
    }
    return sha256_of(list);
}

/// Values of variables can be secrets; their names are not.
std::vector<std::string> shown_words(const std::vector<std::string>& words) {
    constexpr std::string_view option = "--var";
    std::vector<std::string> shown = words;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const bool is_joined = shown[at].starts_with("--var=");
        const bool is_value = at > 0 && words[at - 1] == option;
        if (!is_joined && !is_value) continue;
        const std::size_t end = shown[at].find('=', is_joined ? option.size() + 1 : 0);
        if (end != std::string::npos) shown[at].replace(end + 1, std::string::npos, "***");
    }
    return shown;
}

} // namespace

std::string policy_digest(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return digest_of_folder(path);
    return digest_of_file(path).value_or("");
}

Data start_of(const Options& options, const std::string& policy) {
    const auto& text = options.language.standard_input;
    std::string digest;
    if (text)
        digest = sha256_of(*text);
    else if (options.language.promise.empty())
        digest = policy_digest(policy);
    return Data::object(
        {{"schema", Data::integer(event_schema)},
         {"vow", Data::string(std::string(vow_version))},
         {"host", Data::string(host_name())},
         {"policy", Data::string(text ? "-" : policy)},
         {"policy_digest", Data::string(digest)},
         {"run", Data::string(new_uuid())},
         {"user", Data::string(user())},
         {"options", array_of(shown_words(options.words))},
         {"dry_run", Data::boolean(!options.run.changes_allowed())}}
    );
}

} // namespace vow::agent
