#include "modules/storage/mount.h"

#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {

namespace {

bool is_octal(char letter) {
    return letter >= '0' && letter <= '7';
}

std::string with_commas(const std::vector<std::string>& options) {
    std::string text;
    for (const std::string& option : options)
        text += (text.empty() ? "" : ",") + option;
    return text;
}

} // namespace

std::string mount_field(std::string_view name) {
    std::string field;
    for (const char letter : name) {
        switch (letter) {
        case ' ': field += "\\040"; break;
        case '\t': field += "\\011"; break;
        case '\n': field += "\\012"; break;
        case '\\': field += "\\134"; break;
        default: field += letter;
        }
    }
    return field;
}

std::string name_in_field(std::string_view field) {
    std::string text;
    for (std::size_t at = 0; at < field.size(); ++at) {
        const bool is_escape = field[at] == '\\' && at + 3 < field.size() &&
                               is_octal(field[at + 1]) && is_octal(field[at + 2]) &&
                               is_octal(field[at + 3]);
        if (!is_escape) {
            text += field[at];
            continue;
        }
        const int code =
            (field[at + 1] - '0') * 64 + (field[at + 2] - '0') * 8 + (field[at + 3] - '0');
        text += static_cast<char>(code);
        at += 3;
    }
    return text;
}

Mount Mount::from(const Settings& body) {
    const std::string options = with_commas(body.list("mount_options"));
    return {
        .source = body.text_or("mount_source", ""),
        .server = body.text_or("mount_server", ""),
        .type = body.text_or("mount_type", "nfs"),
        .options = options.empty() ? "defaults" : options,
        .unmount = body.holds("unmount"),
        .edit_table = body.holds("edit_fstab")};
}

std::string Mount::device() const {
    const bool has_colon = type != "cifs" && type != "panfs";
    return server + (has_colon ? ":" : "") + source;
}

std::optional<std::string> device_mounted_on(const std::string& path, const std::string& mounts) {
    std::optional<std::string> found; // the last mount covers those before it
    for (const std::string_view line : lines_of(mounts)) {
        const auto fields = words_of(line);
        if (fields.size() >= 2 && name_in_field(fields[1]) == path)
            found = name_in_field(fields[0]);
    }
    return found;
}

namespace {

/// Whether mount reports that it mounted a file system: "/home : successfully mounted".
bool has_new_mount(const std::string& output) {
    return std::ranges::any_of(lines_of(output), [](std::string_view line) {
        return line.ends_with("successfully mounted");
    });
}

} // namespace

void mount_listed(Record& record, Log& log) {
    if (!record.allows("mount the file systems in the table")) return;
    const ToolRun ran =
        run_tool({.name = "mount", .arguments = {"-a", "-v"}}, record.promise(), log);
    if (has_new_mount(ran.output)) record.repaired("Mounted file systems of the table");
    if (!ran.succeeded) {
        record.failed(text({"Not all file systems of the table can be mounted: ", ran.problem}));
    } else if (!has_new_mount(ran.output)) {
        record.kept("The file systems of the table are mounted");
    }
}

namespace {

bool is_line_for(std::string_view line, std::string_view folder) {
    if (line.starts_with('#')) return false;
    const auto fields = words_of(line);
    return std::ranges::find(fields, mount_field(folder)) != fields.end();
}

} // namespace

bool FileSystemTable::has(std::string_view folder) const {
    return std::ranges::any_of(lines_of(text_), [&](std::string_view line) {
        return is_line_for(line, folder);
    });
}

void FileSystemTable::add(const Mount& mount, const std::string& folder) {
    if (!text_.empty() && !text_.ends_with('\n')) text_ += '\n';
    text_ += mount_field(mount.device()) + " \t " + mount_field(folder) + " \t " + mount.type +
             " \t " + mount_field(mount.options) + "\n";
}

void FileSystemTable::remove(std::string_view folder) {
    std::string rest;
    for (const std::string_view line : lines_of(text_)) {
        if (!is_line_for(line, folder)) rest.append(line).append("\n");
    }
    text_ = std::move(rest);
}

} // namespace vow::modules
