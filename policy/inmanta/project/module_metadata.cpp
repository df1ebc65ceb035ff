#include "policy/inmanta/project/module_version.h"
#include "policy/inmanta/project/project.h"
#include "policy/inmanta/project/requirement_check.h"
#include "policy/inmanta/syntax/mistake.h"
#include "policy/run/trusted_reader.h"
#include "protocol/data/yaml.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <map>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind invalid_metadata{"invalid-metadata", "{}"};

ModelError
refused(const SourceText& source, std::uint32_t begin, std::size_t size, std::string words) {
    const Place place{{&source, begin, begin + static_cast<std::uint32_t>(size)}, Detail::line};
    return ModelError(Mistake{
        .kind = &invalid_metadata,
        .words = "Metadata defined in " + source.path() + " is invalid: " + std::move(words),
        .place = place,
        .place_use = Mistake::PlaceUse::not_appended});
}

Place place_of(const SourceText& source, const YamlNode& node) {
    const std::size_t begin = std::min(node.offset, source.text().size());
    const std::size_t end = std::min(begin + node.text.size(), source.text().size());
    return {
        {&source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
        Detail::line};
}

YamlNode parsed(const SourceText& source) {
    auto read = parse_yaml(source.text());
    if (const auto* error = std::get_if<YamlError>(&read))
        throw refused(
            source, static_cast<std::uint32_t>(error->offset), 0, "not YAML: " + error->message
        );
    return std::get<YamlNode>(std::move(read));
}

std::vector<WrittenRequirement> requirements_of(const SourceText& source, const YamlNode* node) {
    std::vector<WrittenRequirement> found;
    if (node == nullptr) return found;
    if (node->kind == YamlNode::Kind::scalar)
        found.push_back({node->text, place_of(source, *node)});
    found.reserve(node->items.size());
    for (const YamlNode& item : node->items)
        found.push_back({item.text, place_of(source, item)});
    return found;
}

struct Entry {
    std::string text;
    std::uint32_t offset;
};

/// The lines of each value in a file of sections: "metadata.name". A value has further lines where
/// they are indented.
std::map<std::string, std::vector<Entry>> read_sections(const SourceText& source) {
    std::map<std::string, std::vector<Entry>> values;
    std::string section;
    std::vector<Entry>* last = nullptr;
    std::uint32_t offset = 0;
    for (const std::string_view line : split_at(source.text(), '\n')) {
        const std::string_view text = trimmed(line);
        const auto at = static_cast<std::uint32_t>(
            offset + (text.empty() ? 0 : static_cast<std::size_t>(text.data() - line.data()))
        );
        offset += static_cast<std::uint32_t>(line.size()) + 1;
        if (text.empty() || text.starts_with('#') || text.starts_with(';')) continue;
        const bool is_indented = line.starts_with(' ') || line.starts_with('\t');
        if (is_indented && last != nullptr) {
            last->push_back({std::string(text), at});
            continue;
        }
        if (text.starts_with('[') && text.ends_with(']')) {
            section = text.substr(1, text.size() - 2);
            last = nullptr;
            continue;
        }
        const std::size_t sign = text.find_first_of("=:");
        if (sign == std::string_view::npos)
            throw refused(source, at, text.size(), "'" + std::string(text) + "' is not a setting");
        last = &values[section + "." + std::string(trimmed(text.substr(0, sign)))];
        const std::string_view value = trimmed(text.substr(sign + 1));
        const auto begin = static_cast<std::uint32_t>(
            value.empty() ? at : at + static_cast<std::size_t>(value.data() - text.data())
        );
        if (!value.empty()) last->push_back({std::string(value), begin});
    }
    return values;
}

void check(
    const SourceText& source, const std::string& module, const Entry& name, const Entry& version
) {
    const std::string named =
        name.text.empty() ? "" : requirement_from(name.text).value_or(Requirement{}).module;
    if (named.empty()) throw refused(source, name.offset, 0, "it has no name");
    if (named != module)
        throw refused(
            source,
            name.offset,
            name.text.size(),
            "it names the module '" + named + "', but its folder is '" + module + "'"
        );
    if (version.text.empty()) throw refused(source, version.offset, 0, "it has no version");
    if (!version_from(version.text))
        throw refused(
            source,
            version.offset,
            version.text.size(),
            "'" + version.text + "' is not a version, such as 1.2 or 2.0rc1"
        );
}

ModuleMetadata in_yaml(const std::string& module, const SourceText& source) {
    const YamlNode root = parsed(source);
    const auto entry = [&](std::string_view key) {
        const YamlNode* node = root.find(key);
        return node != nullptr ? Entry{node->text, place_of(source, *node).span.begin}
                               : Entry{"", 0};
    };
    const Entry version = entry("version");
    check(source, module, entry("name"), version);
    return {source.path(), version.text, requirements_of(source, root.find("requires"))};
}

/// nullopt without a name: such a file configures tools only, as those beside most module.yml do.
std::optional<ModuleMetadata> in_sections(const std::string& module, const SourceText& source) {
    const auto values = read_sections(source);
    if (!values.contains("metadata.name")) return std::nullopt;
    const auto entry = [&](const std::string& key) {
        const auto found = values.find(key);
        const bool is_there = found != values.end() && !found->second.empty();
        return is_there ? found->second.front() : Entry{"", 0};
    };
    const Entry version = entry("metadata.version");
    check(source, module, entry("metadata.name"), version);
    ModuleMetadata metadata{source.path(), version.text, {}};
    const auto required = values.find("options.install_requires");
    if (required == values.end()) return metadata;
    for (const Entry& one : required->second) {
        const auto end = one.offset + static_cast<std::uint32_t>(one.text.size());
        metadata.requirements.push_back({one.text, {{&source, one.offset, end}, Detail::line}});
    }
    return metadata;
}

} // namespace

std::optional<ModuleMetadata> read_metadata(
    const std::string& module, const std::string& folder, HostFiles& host, Sources& sources
) {
    for (const std::string name : {"setup.cfg", "module.yml", "module.yaml"}) {
        const std::string path = joined_path(folder, name);
        if (!host.status(path, Symlinks::follow)) continue;
        auto text = read_trusted(host, path);
        if (!text)
            throw ModelError(Mistake{
                .kind = &invalid_metadata, .words = "'" + path + "': " + text.why_not});
        const SourceText& source =
            *sources.emplace_back(std::make_unique<SourceText>(path, *std::move(text.value)));
        if (name != "setup.cfg") return in_yaml(module, source);
        if (auto metadata = in_sections(module, source)) return metadata;
    }
    return std::nullopt;
}

std::vector<WrittenRequirement> requirements_in(const SourceText& source) {
    const YamlNode root = parsed(source);
    return requirements_of(source, root.find("requires"));
}

} // namespace vow::inmanta
