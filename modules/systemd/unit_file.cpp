#include "modules/systemd/unit_file.h"

#include "modules/files/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/systemd/unit_key.h"
#include "protocol/promise/settings.h"

#include <cerrno>
#include <string_view>
#include <vector>

#include <unistd.h>

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

std::vector<std::string_view> telling_lines(std::string_view text) {
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
    return ::access(path_.c_str(), F_OK) == 0;
}

std::string UnitFile::content() const {
    return read_file(path_).value_or("");
}

int UnitFile::install() const {
    return write_file(path_, promised_.value_or(""), 0644);
}

int UnitFile::remove() const {
    return ::unlink(path_.c_str()) == 0 ? 0 : errno;
}

bool say_the_same(std::string_view one, std::string_view other) {
    return telling_lines(one) == telling_lines(other);
}

} // namespace vow::modules
