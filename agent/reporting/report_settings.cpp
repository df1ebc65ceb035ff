#include "agent/reporting/report_settings.h"

#include "agent/command_line/history_options.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"
#include "protocol/system/place.h"
#include "protocol/system/trust.h"
#include "protocol/text/credentials.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <functional>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_file = 1 << 20;

/// "100 MB", "500 kB", "1GB", or a number of bytes; nullopt for anything else.
std::optional<std::int64_t> bytes_from(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> units{
        {{"", 1}, {"B", 1}, {"kB", 1'000}, {"MB", 1'000'000}, {"GB", 1'000'000'000}}};
    const auto known =
        std::ranges::find(units, unit, &std::pair<std::string_view, std::int64_t>::first);
    constexpr std::int64_t most = 1'000'000'000'000;
    const bool is_usable = error == std::errc() && number > 0 && known != units.end();
    if (!is_usable || number > most / known->second) return std::nullopt;
    return number * known->second;
}

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

/// Reads one member after the other, until one is wrong.
class ReportSettingsReader {
public:
    std::variant<ReportSettings, ReportSettingsError> read(const Data& reports) {
        if (reports.kind() != Data::Kind::object)
            return ReportSettingsError{"'reports' must be a map with the member 'to'"};
        for (const auto& [name, value] : reports.members()) {
            if (auto error = read_member(name, value)) return *error;
        }
        if (settings_.to.empty())
            return ReportSettingsError{
                "'reports.to' must name a destination: folder:/PATH, file:/PATH, https://..., bus"};
        return std::move(settings_);
    }

private:
    using Error = std::optional<ReportSettingsError>;

    struct Member {
        std::string_view name;
        std::string_view form;
        bool (ReportSettingsReader::*read)(const Data& value);
    };

    Error read_member(const std::string& name, const Data& value) {
        static constexpr std::array<Member, 6> members{
            {{"to",
              "a list of folder:/PATH, file:/PATH, https://... or bus, each once; http:// is for "
              "this host alone",
              &ReportSettingsReader::read_to},
             {"keep",
              "a number of bytes, such as 500 kB or 100 MB",
              &ReportSettingsReader::read_keep},
             {"max_age", "a time, such as 12h or 30d", &ReportSettingsReader::read_age},
             {"level", "'changes' or 'all'", &ReportSettingsReader::read_level},
             {"facts", "a list of names", &ReportSettingsReader::read_facts},
             {"certificates",
              "the absolute path of a file with certificates",
              &ReportSettingsReader::read_certificates}}};
        const auto known = std::ranges::find(members, name, &Member::name);
        if (known == members.end()) {
            std::vector<std::string_view> names;
            names.reserve(members.size());
            for (const Member& member : members)
                names.push_back(member.name);
            const std::string hint = did_you_mean(name, names);
            return ReportSettingsError{
                "'reports' has no member '" + name + "'" + (hint.empty() ? "" : "; " + hint)};
        }
        if ((this->*known->read)(value)) return std::nullopt;
        return ReportSettingsError{
            "'reports." + name + "' must be " + std::string(known->form) +
            (wrong_.empty() ? "" : ", not '" + wrong_ + "'")};
    }

    bool read_to(const Data& value) {
        if (value.kind() != Data::Kind::array) return false;
        for (const Data& item : value.items()) {
            const auto to = destination_from(std::string(item.text()));
            const bool is_new =
                to && std::ranges::find(settings_.to, to->name, &ReportDestination::name) ==
                          settings_.to.end();
            wrong_ = without_credentials(item.text());
            if (!is_new) return false;
            settings_.to.push_back(*to);
        }
        return true;
    }

    bool read_keep(const Data& value) {
        wrong_ = value.text();
        const auto bytes = bytes_from(value.text());
        settings_.keep = bytes.value_or(0);
        return bytes.has_value();
    }

    bool read_age(const Data& value) {
        wrong_ = value.text();
        const auto age = age_from(wrong_);
        settings_.max_age = age.value_or(std::chrono::seconds(0));
        return age && age->count() > 0;
    }

    bool read_level(const Data& value) {
        wrong_ = value.text();
        settings_.level = wrong_ == "all" ? ReportLevel::all : ReportLevel::changes;
        return wrong_ == "all" || wrong_ == "changes";
    }

    bool read_facts(const Data& value) {
        if (value.kind() != Data::Kind::array) return false;
        for (const Data& item : value.items()) {
            if (item.kind() != Data::Kind::string) return false;
            settings_.facts.emplace_back(item.text());
        }
        return true;
    }

    bool read_certificates(const Data& value) {
        wrong_ = value.text();
        settings_.certificates = wrong_;
        return wrong_.starts_with('/');
    }

    ReportSettings settings_;
    std::string wrong_;
};

} // namespace

std::variant<ReportSettings, ReportSettingsError> report_settings_from(const Data& reports) {
    return ReportSettingsReader().read(reports);
}

std::variant<std::optional<ReportSettings>, ReportSettingsError>
read_report_settings(const std::string& path) {
    const auto failed = [&](const std::string& why) {
        return ReportSettingsError{path + ": " + why};
    };
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    const auto file = place ? place->open_file(Place::Access::read)
                            : SystemResult<FileDescriptor>::failed(place.error());
    if (!file && (file.error() == ENOENT || file.error() == ENOTDIR)) return std::nullopt;
    if (!file) return failed(std::strerror(file.error()));
    if (::geteuid() == 0) {
        if (const auto objection = Trust(std::vector<uid_t>()).objection_to(path))
            return failed("it is not trusted: " + *objection);
    }
    const auto text = read_all(*file, max_file);
    if (!text) return failed(std::strerror(errno));
    const auto parsed = parse_yaml(*text, FurtherDocuments::refused);
    if (const auto* error = std::get_if<YamlError>(&parsed))
        return ReportSettingsError{
            path + ":" + std::to_string(error->line) + ": " + error->message};
    const YamlNode* reports = std::get<YamlNode>(parsed).find("reports");
    if (reports == nullptr) return std::nullopt;
    auto settings = report_settings_from(data_of(*reports));
    if (auto* error = std::get_if<ReportSettingsError>(&settings)) return failed(error->text);
    return std::get<ReportSettings>(std::move(settings));
}

} // namespace vow::agent
