#include "agent/reporting/report_settings.h"

#include "agent/command_line/history_options.h"
#include "protocol/text/credentials.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::int64_t most_kept = 1'000'000'000'000;

/// http is for a server on this host: elsewhere others could read and change the reports.
bool is_loopback(std::string_view address) {
    const auto credentials = credentials_of(address);
    const std::string plain = credentials ? credentials->address : std::string(address);
    constexpr std::array hosts{"http://127.0.0.1", "http://localhost", "http://[::1]"};
    return std::ranges::any_of(hosts, [&](std::string_view host) {
        if (!plain.starts_with(host)) return false;
        return plain.size() == host.size() || plain[host.size()] == ':' ||
               plain[host.size()] == '/';
    });
}

std::optional<ReportDestination> destination_from(const std::string& text) {
    using Kind = ReportDestination::Kind;
    ReportDestination found{.name = without_credentials(text)};
    const auto path_after = [&](std::string_view scheme, Kind kind) {
        if (!text.starts_with(scheme)) return false;
        found.kind = kind;
        found.address = text.substr(scheme.size());
        return found.address.starts_with('/');
    };
    if (path_after("folder:", Kind::folder) || path_after("file:", Kind::file)) return found;
    if (text == bus_destination) {
        found.kind = Kind::bus;
        return found;
    }
    if (!text.starts_with("https://") && !is_loopback(text)) return std::nullopt;
    found.kind = Kind::web;
    found.address = text;
    return found;
}

bool read_to(const YamlNode& value, std::vector<ReportDestination>& destinations) {
    const auto texts = texts_from(value);
    if (!texts || texts->empty()) return false;
    for (const std::string& text : *texts) {
        auto to = destination_from(text);
        const bool is_new =
            to && std::ranges::find(destinations, to->name, &ReportDestination::name) ==
                      destinations.end();
        if (!is_new) return false;
        destinations.push_back(*std::move(to));
    }
    return true;
}

bool read_keep(const YamlNode& value, std::int64_t& keep) {
    const std::uint64_t bytes = bytes_from(value.text).value_or(0);
    if (bytes == 0 || bytes > most_kept) return false;
    keep = static_cast<std::int64_t>(bytes);
    return true;
}

bool read_age(const YamlNode& value, std::chrono::seconds& age) {
    const auto read = age_from(value.text);
    age = read.value_or(age);
    return read && read->count() > 0;
}

bool read_level(const YamlNode& value, ReportLevel& level) {
    level = value.text == "all" ? ReportLevel::all : ReportLevel::changes;
    return value.text == "all" || value.text == "changes";
}

bool read_facts(const YamlNode& value, std::vector<std::string>& facts) {
    auto names = texts_from(value);
    if (names) facts = *std::move(names);
    return names.has_value();
}

bool read_certificates(const YamlNode& value, std::string& path) {
    path = value.text;
    return path.starts_with('/');
}

std::vector<Setting> members_into(ReportSettings& settings) {
    return {
        {"to",
         "a list of folder:/PATH, file:/PATH, https://... or bus, each once; http:// is for this "
         "host alone",
         [&](const YamlNode& value) { return read_to(value, settings.to); }},
        {"keep",
         "a number of bytes, such as 500 kB or 100m",
         [&](const YamlNode& value) { return read_keep(value, settings.keep); }},
        {"max_age",
         "a time, such as 12h or 30d",
         [&](const YamlNode& value) { return read_age(value, settings.max_age); }},
        {"level",
         "'changes' or 'all'",
         [&](const YamlNode& value) { return read_level(value, settings.level); }},
        {"facts",
         "a list of names",
         [&](const YamlNode& value) { return read_facts(value, settings.facts); }},
        {"certificates",
         "the absolute path of a file with certificates",
         [&](const YamlNode& value) { return read_certificates(value, settings.certificates); }}};
}

} // namespace

Setting reports_into(SettingsFile& file, std::optional<ReportSettings>& reports) {
    const auto read = [&](const YamlNode& value) {
        reports.emplace();
        return file.read_map(value, members_into(*reports)) && value.find("to") != nullptr;
    };
    return {
        "reports",
        "a map with the member 'to', the destinations: folder:/PATH, file:/PATH, https://..., bus",
        read};
}

std::variant<std::optional<ReportSettings>, SettingsError>
read_report_settings(const std::string& path) {
    SettingsFile file(path);
    const auto absence = path == report_settings_path ? SettingsFile::Absence::allowed
                                                      : SettingsFile::Absence::refused;
    std::optional<ReportSettings> reports;
    if (auto error = file.read_one(absence, reports_into(file, reports))) return *std::move(error);
    return reports;
}

} // namespace vow::agent
