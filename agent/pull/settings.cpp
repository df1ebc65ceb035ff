#include "agent/pull/settings.h"

#include "agent/command_line/history_options.h"

#include <algorithm>
#include <charconv>

namespace vow::agent {
namespace {

using Read = std::function<bool(const YamlNode& value)>;

bool is_text(const YamlNode& value) {
    return value.kind == YamlNode::Kind::scalar && !value.text.empty();
}

Read text_into(std::string& text) {
    return [&text](const YamlNode& value) {
        text = value.text;
        return is_text(value);
    };
}

Read path_into(std::string& path) {
    return [&path](const YamlNode& value) {
        path = value.text;
        return is_text(value) && path.starts_with('/');
    };
}

Read digest_into(std::string& digest) {
    return [&digest](const YamlNode& value) {
        digest = value.text;
        constexpr std::size_t digits = 64;
        return digest.size() == digits &&
               digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    };
}

Read texts_into(std::vector<std::string>& texts) {
    return [&texts](const YamlNode& value) {
        auto read = texts_from(value);
        if (read) texts = *std::move(read);
        return read.has_value();
    };
}

Read truth_into(bool& truth) {
    return [&truth](const YamlNode& value) {
        const auto read = truth_from(value);
        truth = read.value_or(truth);
        return read.has_value();
    };
}

Read count_into(int& count) {
    return [&count](const YamlNode& value) {
        const char* end = value.text.data() + value.text.size();
        const auto [rest, error] = std::from_chars(value.text.data(), end, count);
        constexpr int most = 10;
        return error == std::errc() && rest == end && count >= 0 && count <= most;
    };
}

Read bytes_into(std::uint64_t& bytes) {
    return [&bytes](const YamlNode& value) {
        const auto read = bytes_from(value.text);
        bytes = read.value_or(bytes);
        return read.value_or(0) > 0;
    };
}

Read time_into(std::chrono::seconds& time) {
    return [&time](const YamlNode& value) {
        const auto read = age_from(value.text);
        time = read.value_or(time);
        return read && read->count() > 0;
    };
}

constexpr std::string_view bytes_form = "a number of bytes, such as 1048576, 512k or 100 MB";
constexpr std::string_view time_form = "a time, such as 90s, 15m or 2h";
constexpr std::string_view path_form = "an absolute path";
constexpr std::string_view truth_form = "true or false";

std::vector<Setting> limits_into(PullLimits& limits) {
    return {
        {"file", bytes_form, bytes_into(limits.file)},
        {"unpacked", bytes_form, bytes_into(limits.unpacked)},
        {"transfer", time_form, time_into(limits.transfer)},
        {"fetch", time_form, time_into(limits.fetch)},
        {"check", time_form, time_into(limits.check)},
        {"run", time_form, time_into(limits.run)}};
}

} // namespace

std::variant<PullSettings, SettingsError> read_pull_settings(const std::string& path) {
    SettingsFile file(path);
    PullSettings settings{.file = path};
    const auto absence = path == pull_settings_path ? SettingsFile::Absence::allowed
                                                    : SettingsFile::Absence::refused;
    const auto read_limits = [&](const YamlNode& value) {
        return file.read_map(value, limits_into(settings.limits));
    };
    const auto error = file.read(
        absence,
        {{"source",
          "an address (https://...), a folder, or git+ and the address of a repository",
          text_into(settings.source)},
         {"root", path_form, path_into(settings.root)},
         {"root_digest",
          "a SHA-256 in 64 small hexadecimal digits",
          digest_into(settings.root_digest)},
         {"group", "the name of a group", text_into(settings.group)},
         {"classes", "a list of names", texts_into(settings.classes)},
         {"authorities", path_form, path_into(settings.authorities)},
         {"retries", "a number from 0 to 10", count_into(settings.retries)},
         {"strict", truth_form, truth_into(settings.is_strict)},
         {"plan", truth_form, truth_into(settings.plans)},
         {"limits", "a map of names to limits", read_limits},
         reports_into(file, settings.reports)}
    );
    if (error) return *error;
    return settings;
}

} // namespace vow::agent
