#include "agent/command_line/machine_settings.h"

#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"
#include "protocol/system/accounts.h"
#include "protocol/system/place.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_bytes = 1 << 20;

constexpr DiagnosticKind unreadable{"unreadable-settings", "cannot read '{}': {}"};
constexpr DiagnosticKind not_yaml{"settings-not-yaml", "{}"};
constexpr DiagnosticKind not_a_map{"settings-not-a-map", "settings are a map of names to values"};
constexpr DiagnosticKind unknown_setting{"unknown-setting", "unknown setting '{}'"};
constexpr DiagnosticKind bad_setting{"bad-setting", "the value of '{}' must be {}"};

/// "1073741824", "512m", "1G"; nullopt if it is not a number of bytes.
std::optional<std::uint64_t> bytes_from(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc() || unit.size() > 1) return std::nullopt;
    constexpr std::string_view units = "kmgKMG";
    if (unit.empty()) return number;
    const std::size_t place = units.find(unit);
    if (place == units.npos) return std::nullopt;
    const unsigned shift = 10 * (static_cast<unsigned>(place % 3) + 1);
    if (number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
    return number << shift;
}

/// The number of an account by its name or number; nullopt for an unknown name.
std::optional<uid_t> account_number(const std::string& text) {
    if (const auto user = find_user(text)) return user->uid;
    uid_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number ? std::optional(number) : std::nullopt;
}

/// Reads the values of a document.
class SettingsReader {
public:
    SettingsReader(const SourceText& source, Diagnostics& diagnostics)
        : source_(source),
          diagnostics_(diagnostics) {}

    MachineSettings read(const YamlNode& root) {
        if (root.kind == YamlNode::Kind::null) return {};
        if (root.kind != YamlNode::Kind::map) {
            diagnostics_.add(not_a_map, span_of(root), {});
            return {};
        }
        for (const YamlNode::Member& member : root.members)
            read_member(member);
        return std::move(settings_);
    }

private:
    /// A setting, and how its value is read. False: the value does not have the form.
    struct Setting {
        std::string_view name;
        std::string_view form;
        bool (SettingsReader::*read)(const YamlNode& value);
    };

    void read_member(const YamlNode::Member& member) {
        const std::array settings = {
            Setting{"trusted_users", "a list of users", &SettingsReader::read_users},
            Setting{
                "concurrent_types",
                "a list of promise types",
                &SettingsReader::read_concurrent_types},
            Setting{"removals", "true or false", &SettingsReader::read_removals},
            Setting{
                "max_values",
                "a number of bytes, such as 536870912 or 512m",
                &SettingsReader::read_max_values}};
        const auto setting = std::ranges::find(settings, member.key.text, &Setting::name);
        if (setting == settings.end()) {
            std::vector<std::string_view> names;
            names.reserve(settings.size());
            for (const Setting& each : settings)
                names.push_back(each.name);
            diagnostics_.add(
                unknown_setting,
                span_of(member.key),
                {member.key.text},
                did_you_mean(member.key.text, names)
            );
        } else if (!(this->*setting->read)(member.value)) {
            diagnostics_.add(bad_setting, span_of(member.value), {setting->name, setting->form});
        }
    }

    bool read_users(const YamlNode& value) {
        if (value.kind != YamlNode::Kind::sequence) return false;
        for (const YamlNode& item : value.items) {
            if (item.kind != YamlNode::Kind::scalar) return false;
            if (const auto number = account_number(item.text))
                settings_.trusted_users.push_back(*number);
            else
                settings_.warnings.push_back(
                    "The user '" + item.text + "' does not exist, whom '" + source_.path() +
                    "' trusts"
                );
        }
        return true;
    }

    bool read_concurrent_types(const YamlNode& value) {
        if (value.kind != YamlNode::Kind::sequence) return false;
        for (const YamlNode& item : value.items) {
            if (item.kind != YamlNode::Kind::scalar) return false;
            settings_.concurrent_types.push_back(item.text);
        }
        return true;
    }

    bool read_removals(const YamlNode& value) {
        settings_.removals = value.text == "false" ? Removals::refused : Removals::allowed;
        return value.text == "true" || value.text == "false";
    }

    bool read_max_values(const YamlNode& value) {
        settings_.max_values = bytes_from(value.text);
        return settings_.max_values.has_value();
    }

    Span span_of(const YamlNode& node) const {
        const std::string_view line = source_.line(node.line);
        if (line.data() == nullptr) return {&source_, 0, 0};
        const auto begin = static_cast<std::uint32_t>(
            static_cast<std::size_t>(line.data() - source_.text().data()) +
            std::min<std::size_t>(node.column - 1, line.size())
        );
        const std::size_t length = std::max<std::size_t>(node.text.size(), 1);
        const auto end = std::min(begin + length, source_.text().size());
        return {&source_, begin, static_cast<std::uint32_t>(end)};
    }

    const SourceText& source_;
    Diagnostics& diagnostics_;
    MachineSettings settings_;
};

std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.sorted())
        text += rendered(diagnostic);
    return text;
}

SystemResult<FileDescriptor> open_settings(const std::string& path) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    return place ? place->open_file(Place::Access::read)
                 : SystemResult<FileDescriptor>::failed(place.error());
}

/// True if there is nothing to obey: the usual file is missing, or not meant for this user.
bool may_be_absent(const std::string& path, int error) {
    if (path != machine_settings_path) return false;
    return error == ENOENT || error == ENOTDIR || (error == EACCES && ::geteuid() != 0);
}

std::variant<std::string, SettingsError> text_in(const std::string& path) {
    const auto failed = [&](const std::string& reason) {
        Diagnostics diagnostics;
        diagnostics.add(unreadable, {}, {path, reason});
        return SettingsError{text_of(diagnostics)};
    };
    const bool is_root = ::geteuid() == 0;
    const auto objection = is_root ? Trust(std::vector<uid_t>()).objection_to(path) : std::nullopt;
    if (objection) return failed("it is not trusted: " + *objection);
    const auto file = open_settings(path);
    if (!file && may_be_absent(path, file.error())) return std::string();
    if (!file) return failed(std::strerror(file.error()));
    const auto text = read_all(*file, max_bytes);
    return text ? std::variant<std::string, SettingsError>(*text) : failed(std::strerror(errno));
}

} // namespace

std::variant<MachineSettings, SettingsError> read_machine_settings(const std::string& path) {
    auto read = text_in(path);
    if (auto* error = std::get_if<SettingsError>(&read)) return *error;
    const SourceText source(path, TrustedText::given(std::get<std::string>(std::move(read))));
    Diagnostics diagnostics;
    MachineSettings settings;
    const auto parsed = parse_yaml(source.text(), FurtherDocuments::refused);
    if (const auto* error = std::get_if<YamlError>(&parsed)) {
        const auto end = static_cast<std::uint32_t>(source.text().size());
        const auto begin = std::min(static_cast<std::uint32_t>(error->offset), end);
        diagnostics.add(not_yaml, {&source, begin, std::min(begin + 1, end)}, {error->message});
    } else {
        settings = SettingsReader(source, diagnostics).read(std::get<YamlNode>(parsed));
    }
    if (diagnostics.has_errors()) return SettingsError{text_of(diagnostics)};
    return settings;
}

} // namespace vow::agent
