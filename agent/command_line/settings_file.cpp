#include "agent/command_line/settings_file.h"

#include "protocol/system/place.h"
#include "protocol/system/trust.h"
#include "protocol/text/credentials.h"
#include "protocol/text/text.h"

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

/// True if the file is missing, or not meant for this user.
bool is_absence(int error) {
    return error == ENOENT || error == ENOTDIR || (error == EACCES && ::geteuid() != 0);
}

} // namespace

std::optional<SettingsError>
SettingsFile::read(Absence absence, const std::vector<Setting>& settings) {
    if (const auto root = document(absence)) read_map(*root, settings);
    return result();
}

std::optional<SettingsError> SettingsFile::read_one(Absence absence, const Setting& setting) {
    const auto root = document(absence);
    const YamlNode* value = root ? root->find(setting.name) : nullptr;
    if (value != nullptr) read_value(*value, setting);
    return result();
}

std::optional<SettingsError> SettingsFile::result() const {
    if (diagnostics_.has_errors()) return SettingsError{text_of(diagnostics_)};
    return std::nullopt;
}

std::optional<std::string> SettingsFile::text_of_file(Absence absence) {
    const auto failed = [&](const std::string& reason) {
        diagnostics_.add(unreadable, {}, {path_, reason});
        return std::nullopt;
    };
    const bool is_root = ::geteuid() == 0;
    const auto objection = is_root ? Trust(std::vector<uid_t>()).objection_to(path_) : std::nullopt;
    if (objection) return failed("it is not trusted: " + *objection);
    const auto file = open_settings(path_);
    if (!file && absence == Absence::allowed && is_absence(file.error())) return std::nullopt;
    if (!file) return failed(std::strerror(file.error()));
    auto text = read_all(*file, max_bytes);
    if (!text) return failed(std::strerror(errno));
    return text;
}

std::optional<YamlNode> SettingsFile::document(Absence absence) {
    auto text = text_of_file(absence);
    if (!text) return std::nullopt;
    text_ = *std::move(text);
    source_.emplace(path_, TrustedText::given(without_credentials(text_)));
    auto parsed = parse_yaml(text_, FurtherDocuments::refused);
    if (const auto* error = std::get_if<YamlError>(&parsed)) {
        diagnostics_.add(not_yaml, span_at(error->offset, 1), {error->message});
        return std::nullopt;
    }
    auto& root = std::get<YamlNode>(parsed);
    if (root.kind == YamlNode::Kind::map) return std::move(root);
    if (root.kind != YamlNode::Kind::null) diagnostics_.add(not_a_map, span_of(root), {});
    return std::nullopt;
}

bool SettingsFile::read_map(const YamlNode& value, const std::vector<Setting>& settings) {
    if (value.kind != YamlNode::Kind::map) return false;
    for (const YamlNode::Member& member : value.members)
        read_member(member, settings);
    return true;
}

void SettingsFile::read_member(
    const YamlNode::Member& member, const std::vector<Setting>& settings
) {
    const auto setting = std::ranges::find(settings, member.key.text, &Setting::name);
    if (setting != settings.end()) return read_value(member.value, *setting);
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
}

void SettingsFile::read_value(const YamlNode& value, const Setting& setting) {
    if (!setting.read(value))
        diagnostics_.add(bad_setting, span_of(value), {setting.name, setting.form});
}

Span SettingsFile::span_of(const YamlNode& node) const {
    return span_at(node.offset, node.text.size());
}

/// Of a part of the file. The text in messages is shorter where it had credentials.
Span SettingsFile::span_at(std::size_t offset, std::size_t length) const {
    const std::string_view before = std::string_view(text_).substr(0, offset);
    const std::size_t size = source_->text().size();
    const std::size_t begin = std::min(without_credentials(before).size(), size);
    const std::size_t end = std::min(begin + std::max<std::size_t>(length, 1), size);
    return {&*source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::optional<std::uint64_t> bytes_from(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::uint64_t>, 11> units{
        {{"", 1},
         {"B", 1},
         {"k", 1ULL << 10U},
         {"K", 1ULL << 10U},
         {"m", 1ULL << 20U},
         {"M", 1ULL << 20U},
         {"g", 1ULL << 30U},
         {"G", 1ULL << 30U},
         {"kB", 1'000},
         {"MB", 1'000'000},
         {"GB", 1'000'000'000}}};
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    const auto* known = std::ranges::find(units, unit, [](const auto& each) { return each.first; });
    if (error != std::errc() || known == units.end()) return std::nullopt;
    if (number > std::numeric_limits<std::uint64_t>::max() / known->second) return std::nullopt;
    return number * known->second;
}

std::optional<bool> truth_from(const YamlNode& value) {
    if (value.text == "true") return true;
    if (value.text == "false") return false;
    return std::nullopt;
}

std::optional<std::vector<std::string>> texts_from(const YamlNode& value) {
    if (value.kind != YamlNode::Kind::sequence) return std::nullopt;
    std::vector<std::string> texts;
    texts.reserve(value.items.size());
    for (const YamlNode& item : value.items) {
        if (item.kind != YamlNode::Kind::scalar) return std::nullopt;
        texts.push_back(item.text);
    }
    return texts;
}

} // namespace vow::agent
