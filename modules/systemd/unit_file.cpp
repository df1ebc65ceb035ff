#include "modules/systemd/unit_file.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/systemd/unit.h"
#include "protocol/promise/settings.h"

#include <string_view>
#include <vector>

namespace vow::modules {
namespace {

constexpr std::string_view sections[] = {"Unit", "Service", "Install"};

/// The promised lines of one section; may be empty.
std::string lines_of(std::string_view section, const Settings& settings) {
    std::string lines;
    for (const UnitKey& key : unit_keys()) {
        if (key.section != section) continue;
        for (const std::string& value : settings.list(key.attribute))
            lines += text({key.key, key.key.empty() ? "" : "=", value, "\n"});
    }
    return lines;
}

/// Without comments, empty lines and the blanks around a line.
std::vector<std::string_view> effective_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        if (!line.empty() && line.front() != '#' && line.front() != ';') lines.push_back(line);
    }
    return lines;
}

} // namespace

UnitFile::UnitFile(const Promise& promise, const std::string& unit) {
    const Settings settings(promise.attributes);
    path_ = text({settings.text_or("unit_directory", ""), "/", unit});
    std::string whole = "# Kept by vow: changes made here are reverted.\n";
    for (const std::string_view section : sections) {
        if (section == "Service" && !unit.ends_with(".service")) continue;
        const std::string lines = lines_of(section, settings);
        whole += text({"\n[", section, "]\n", lines});
        has_install_ = section == "Install" && !lines.empty();
        if (!lines.empty()) promised_ = "";
    }
    if (promised_) promised_ = whole;
}

bool UnitFile::exists() const {
    const auto place = Place::at(path_);
    return place && place->target_status();
}

std::string UnitFile::content() const {
    const auto file = TextFile::open(path_);
    return file && file->text() != nullptr ? *file->text() : "";
}

int UnitFile::install() const {
    const auto file = TextFile::open(path_);
    return file ? file->write(promised_.value_or(""), 0644) : file.error();
}

int UnitFile::remove() const {
    const auto place = Place::at(path_);
    return place ? place->unlink() : place.error();
}

bool are_equivalent(std::string_view one, std::string_view other) {
    return effective_lines(one) == effective_lines(other);
}

} // namespace vow::modules
