#pragma once

#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Why settings cannot be used: diagnostics, with a newline at the end.
struct SettingsError {
    std::string text;
};

/// A setting, and how its value is read. False: the value does not have the form.
struct Setting {
    std::string_view name;
    std::string_view form; ///< "true or false"
    std::function<bool(const YamlNode& value)> read;
};

/// A file of settings: a map in YAML, of names to values. It does not know the names.
class SettingsFile {
public:
    enum class Absence {
        allowed, ///< it then has no settings; so has one that is not meant for this user
        refused
    };

    /// Only root may be able to change the file, if root runs this.
    explicit SettingsFile(std::string path) : path_(std::move(path)) {}

    const std::string& path() const { return path_; }

    /// Reads the settings by a table of them. Returns why they cannot be used. Messages show lines
    /// of the file without the passwords in addresses.
    std::optional<SettingsError> read(Absence absence, const std::vector<Setting>& settings);
    /// Reads one setting, and passes over the others, which are another reader's.
    std::optional<SettingsError> read_one(Absence absence, const Setting& setting);
    /// The same of a map inside, to be called by the reader of its setting. Mistakes in it are
    /// reported at their own place. False if it is not a map.
    bool read_map(const YamlNode& value, const std::vector<Setting>& settings);

private:
    void read_member(const YamlNode::Member& member, const std::vector<Setting>& settings);
    void read_value(const YamlNode& value, const Setting& setting);
    std::optional<std::string> text_of_file(Absence absence);
    /// The map in the file; nullopt if it has none.
    std::optional<YamlNode> document(Absence absence);
    std::optional<SettingsError> result() const;
    Span span_of(const YamlNode& node) const;
    Span span_at(std::size_t offset, std::size_t length) const;

    std::string path_;
    std::string text_;
    std::optional<SourceText> source_; ///< the text without credentials, for messages
    Diagnostics diagnostics_;
};

/// "1073741824", "512m" and "1G" in powers of 1024, "500 kB", "100MB" and "1 GB" in powers of 1000;
/// nullopt if it is not a number of bytes.
std::optional<std::uint64_t> bytes_from(std::string_view text);
/// nullopt if it is neither true nor false.
std::optional<bool> truth_from(const YamlNode& value);
/// nullopt if it is not a list of texts.
std::optional<std::vector<std::string>> texts_from(const YamlNode& value);

} // namespace vow::agent
