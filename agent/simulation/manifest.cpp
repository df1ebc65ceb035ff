#include "agent/simulation/manifest.h"

#include "protocol/system/accounts.h"
#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

std::string_view kind_of(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFBLK: return "block device";
    case S_IFCHR: return "character device";
    case S_IFDIR: return "directory";
    case S_IFIFO: return "FIFO/pipe";
    case S_IFLNK: return "symbolic link";
    case S_IFREG: return "regular file";
    case S_IFSOCK: return "socket";
    default: return "unknown";
    }
}

/// "0644/rw-r--r--".
std::string text_of_mode(mode_t mode) {
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
    text += '/';
    struct Class {
        mode_t read, write, execute, special;
        char mark;
    };
    constexpr std::array<Class, 3> classes = {
        {{S_IRUSR, S_IWUSR, S_IXUSR, S_ISUID, 's'},
         {S_IRGRP, S_IWGRP, S_IXGRP, S_ISGID, 's'},
         {S_IROTH, S_IWOTH, S_IXOTH, S_ISVTX, 't'}}};
    for (const Class& one : classes) {
        const bool executes = (mode & one.execute) != 0;
        text += (mode & one.read) != 0 ? 'r' : '-';
        text += (mode & one.write) != 0 ? 'w' : '-';
        if ((mode & one.special) == 0)
            text += executes ? 'x' : '-';
        else
            text += executes ? one.mark : static_cast<char>(one.mark - 'a' + 'A');
    }
    return text;
}

std::string text_of_time(std::time_t time) {
    std::array<char, 64> text{};
    struct tm local = {};
    ::localtime_r(&time, &local);
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %z", &local);
    return text.data();
}

std::optional<struct stat> status_of(const std::string& path) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

} // namespace

void Manifest::show_renaming(const std::string& from, const std::string& to) {
    show_delimiter();
    print_("'" + to + "' is the new name of '" + from + "'\n");
}

void Manifest::show(const std::string& path) {
    show_delimiter();
    const auto status = status_of(path);
    if (!status) return print_("'" + path + "' no longer exists\n");
    show_file(path, *status);
}

void Manifest::show_difference(const std::string& path) {
    const std::string before = original(path);
    const auto was = status_of(before);
    if (!was) return show(path);
    const auto status = status_of(path);
    if (!status) return show(path);
    if ((was->st_mode & S_IFMT) != (status->st_mode & S_IFMT)) {
        show_delimiter();
        print_(
            "'" + path + "' changed type from " + std::string(kind_of(was->st_mode)) + " to " +
            std::string(kind_of(status->st_mode)) + "\n"
        );
        show_status(*status);
        return show_details(path, *status);
    }
    if (!S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode)) return show(path);
    show_delimiter();
    run_diff(path, before);
}

/// Five columns less than the terminal has.
void Manifest::show_delimiter() {
    constexpr int least_columns = 80;
    constexpr int margin = 5;
    const char* columns = std::getenv("COLUMNS");
    const int width = std::max(columns ? std::atoi(columns) : 0, least_columns) - margin;
    print_(std::string(static_cast<std::size_t>(width), '=') + "\n");
}

void Manifest::show_file(const std::string& path, const struct stat& status) {
    print_("'" + path + "' is a " + std::string(kind_of(status.st_mode)) + "\n");
    show_status(status);
    show_details(path, status);
}

void Manifest::show_status(const struct stat& status) {
    std::string text = "Size: " + std::to_string(status.st_size) + "\n";
    text += "Access: (" + text_of_mode(status.st_mode) + ")  ";
    const auto add_account = [&](const char* name, std::uint32_t id, const auto& found) {
        text += std::string(name) + ": (" + std::to_string(id) + "/" +
                found.value_or(std::to_string(id)) + ")";
    };
    add_account("Uid", status.st_uid, user_name(status.st_uid));
    text += "   ";
    add_account("Gid", status.st_gid, group_name(status.st_gid));
    text += "\nAccess: " + text_of_time(status.st_atime);
    text += "\nModify: " + text_of_time(status.st_mtime);
    text += "\nChange: " + text_of_time(status.st_ctime) + "\n";
    print_(text);
}

void Manifest::show_details(const std::string& path, const struct stat& status) {
    if (S_ISREG(status.st_mode)) return show_content(path);
    if (S_ISLNK(status.st_mode)) return show_target(path);
    if (S_ISDIR(status.st_mode)) show_names(path);
}

/// The content is text as long as it has only ASCII characters, in blocks of the reference's size.
void Manifest::show_content(const std::string& path) {
    print_("\n");
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return fail(std::string("Failed to open file for reading: ") + std::strerror(errno));
    print_("Contents of the file:\n");
    std::array<char, 4096> block{};
    char last = '\n';
    for (;;) {
        const ssize_t count = ::read(file.number(), block.data(), block.size());
        if (count < 0) return fail("Failed to print contents of the file");
        if (count == 0) break;
        const std::string_view text(block.data(), static_cast<std::size_t>(count));
        const bool is_text = std::ranges::all_of(text, [](char character) {
            return static_cast<unsigned char>(character) < 0x80;
        });
        if (!is_text) return print_("File contains non-ASCII data\n");
        print_(text);
        last = text.back();
    }
    if (last != '\n') print_("\n\\no newline at the end of file\n");
}

void Manifest::show_names(const std::string& folder) {
    print_("\n");
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    if (error) return fail("Failed to open the directory: " + error.message());
    print_("Directory contents:\n");
    for (const fs::directory_entry& entry : entries)
        print_(entry.path().filename().native() + "\n");
}

void Manifest::show_target(const std::string& link) {
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    print_(error ? "\nInvalid target\n" : "\nTarget: '" + target.native() + "'\n");
}

/// Labels name the file; in the lines about a folder, the path of the original becomes that of the
/// file.
void Manifest::run_diff(const std::string& path, const std::string& before) {
    constexpr int trouble = 2;
    const auto result = world_.host.run(Command{
        .arguments = {
            "/usr/bin/diff",
            "-u",
            "--label",
            "original " + path,
            "--label",
            "changed  " + path,
            before,
            path}});
    if (!result || result->exit_code >= trouble)
        return fail("'diff -u " + path + " " + path + "' failed");
    std::string output = result->output;
    replace_all(output, original_root_, "");
    print_(output);
}

std::string Manifest::original(const std::string& path) const {
    std::error_code error;
    const fs::path whole(path);
    const fs::path folder = fs::canonical(whole.parent_path(), error);
    return original_root_ + (error ? path : (folder / whole.filename()).native());
}

void Manifest::fail(std::string_view line) {
    world_.observer.receive(LogLine{LogLevel::error, line});
}

} // namespace vow::agent
