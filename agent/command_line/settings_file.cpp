#include "agent/command_line/settings_file.h"

#include "protocol/system/place.h"
#include "protocol/system/trust.h"

#include <algorithm>
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
    if (auto text = text_of_file(absence)) {
        source_.emplace(path_, TrustedText::given(*std::move(text)));
        read_document(settings);
    }
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

void SettingsFile::read_document(const std::vector<Setting>& settings) {
    const auto parsed = parse_yaml(source_->text(), FurtherDocuments::refused);
    if (const auto* error = std::get_if<YamlError>(&parsed)) {
        const auto end = static_cast<std::uint32_t>(source_->text().size());
        const auto begin = std::min(static_cast<std::uint32_t>(error->offset), end);
        diagnostics_.add(not_yaml, {&*source_, begin, std::min(begin + 1, end)}, {error->message});
        return;
    }
    const auto& root = std::get<YamlNode>(parsed);
    if (root.kind != YamlNode::Kind::null && !read_map(root, settings))
        diagnostics_.add(not_a_map, span_of(root), {});
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
    if (setting != settings.end()) {
        if (!setting->read(member.value))
            diagnostics_.add(bad_setting, span_of(member.value), {setting->name, setting->form});
        return;
    }
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

Span SettingsFile::span_of(const YamlNode& node) const {
    const std::string_view line = source_->line(node.line);
    if (line.data() == nullptr) return {&*source_, 0, 0};
    const auto begin = static_cast<std::uint32_t>(
        static_cast<std::size_t>(line.data() - source_->text().data()) +
        std::min<std::size_t>(node.column - 1, line.size())
    );
    const std::size_t length = std::max<std::size_t>(node.text.size(), 1);
    const auto end = std::min(begin + length, source_->text().size());
    return {&*source_, begin, static_cast<std::uint32_t>(end)};
}

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
