#include "policy/cfengine/functions/families.h"

#include <array>
#include <functional>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

namespace vow::cfengine::families {

namespace {

struct Field {
    std::string_view name;
    std::string (*read)(Host& host, const std::string& path, const FileStatus& status);
};

struct KindOfFile {
    FileKind kind;
    std::string_view words;
    mode_t bits;
};

constexpr KindOfFile kinds[] = {
    {FileKind::regular, "regular file", S_IFREG},
    {FileKind::directory, "directory", S_IFDIR},
    {FileKind::symlink, "symlink", S_IFLNK},
    {FileKind::fifo, "FIFO/pipe", S_IFIFO},
    {FileKind::socket, "socket", S_IFSOCK},
    {FileKind::character_device, "character device", S_IFCHR},
    {FileKind::block_device, "block device", S_IFBLK},
};

const KindOfFile& kind_of(const FileStatus& status) {
    for (const KindOfFile& each : kinds) {
        if (each.kind == status.kind) return each;
    }
    return kinds[0];
}

std::uint32_t full_mode(const FileStatus& status) {
    return kind_of(status).bits | status.mode;
}

std::string octal(std::uint32_t number) {
    std::string digits;
    do
        digits.insert(digits.begin(), static_cast<char>('0' + number % 8));
    while ((number /= 8) != 0);
    return digits;
}

/// The mode as ls prints it: drwxr-xr-x.
std::string permission_letters(const FileStatus& status) {
    constexpr std::string_view letters = "rwxrwxrwx";
    std::string text = status.kind == FileKind::directory ? "d" : "-";
    for (std::size_t i = 0; i < letters.size(); ++i)
        text += (status.mode & (0400U >> i)) != 0 ? letters[i] : '-';
    return text;
}

std::string containing_folder(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == path.npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

/// A path without "//", "/./" and "x/../" in it.
std::string compressed(const std::string& path) {
    std::vector<std::string> parts;
    std::size_t at = 0;
    while (at < path.size()) {
        const auto end = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, end - at);
        at = end + 1;
        if (part == ".." && !parts.empty())
            parts.pop_back();
        else if (!part.empty() && part != "." && part != "..")
            parts.push_back(part);
    }
    std::string out;
    for (const std::string& part : parts)
        out += "/" + part;
    return out.empty() ? "/" : out;
}

/// The final target of a link; a dangling link is followed as far as possible.
std::string final_target(HostFiles& host, std::string path) {
    constexpr int max_links = 31;
    for (int links = 0; links < max_links; ++links) {
        const auto status = host.status(path, Symlinks::as_they_are);
        if (!status || status->kind != FileKind::symlink) break;
        const auto target = host.link_target(path);
        if (!target) return {};
        path = target->starts_with('/') ? *target
                                        : compressed(containing_folder(path) + "/" + *target);
    }
    return path;
}

std::string direct_target(Host& host, const std::string& path, const FileStatus& status) {
    if (status.kind != FileKind::symlink) return path;
    return host.link_target(path).value.value_or("");
}

/// The extended attributes, a "name=value" each line.
std::string extended_attributes(const std::string& path) {
    std::array<char, 65536> names{};
    const ssize_t size = ::llistxattr(path.c_str(), names.data(), names.size());
    std::string text;
    for (ssize_t at = 0; at < size;) {
        const std::string name = names.data() + at;
        at += static_cast<ssize_t>(name.size()) + 1;
        std::array<char, 65536> value{};
        const ssize_t got = ::lgetxattr(path.c_str(), name.c_str(), value.data(), value.size() - 1);
        if (got >= 0) text += name + "=" + value.data() + "\n";
    }
    return text;
}

using Path = const std::string&;
using Status = const FileStatus&;

constexpr Field fields[] = {
    {"size", [](Host&, Path, Status status) { return std::to_string(status.size); }},
    {"gid", [](Host&, Path, Status status) { return std::to_string(status.group); }},
    {"uid", [](Host&, Path, Status status) { return std::to_string(status.owner); }},
    {"ino", [](Host&, Path, Status status) { return std::to_string(status.inode); }},
    {"nlink", [](Host&, Path, Status status) { return std::to_string(status.links); }},
    {"ctime", [](Host&, Path, Status status) { return std::to_string(status.changed); }},
    {"atime", [](Host&, Path, Status status) { return std::to_string(status.accessed); }},
    {"mtime", [](Host&, Path, Status status) { return std::to_string(status.modified); }},
    {"xattr", [](Host&, Path path, Status) { return extended_attributes(path); }},
    {"mode", [](Host&, Path, Status status) { return std::to_string(full_mode(status)); }},
    {"modeoct", [](Host&, Path, Status status) { return octal(full_mode(status)); }},
    {"permstr", [](Host&, Path, Status status) { return permission_letters(status); }},
    {"permoct", [](Host&, Path, Status status) { return octal(status.mode & 0777U); }},
    {"type", [](Host&, Path, Status status) { return std::string(kind_of(status).words); }},
    {"devno", [](Host&, Path, Status status) { return std::to_string(status.device); }},
    {"dev_minor", [](Host&, Path, Status status) { return std::to_string(minor(status.device)); }},
    {"dev_major", [](Host&, Path, Status status) { return std::to_string(major(status.device)); }},
    {"basename", [](Host&, Path path, Status) { return path.substr(path.rfind('/') + 1); }},
    {"dirname", [](Host&, Path path, Status) { return containing_folder(path); }},
    {"linktarget", [](Host& host, Path path, Status) { return final_target(host, path); }},
    {"linktarget_shallow",
     [](Host& host, Path path, Status status) { return direct_target(host, path, status); }},
};

Result filestat(Call& call) {
    Host& host = call.around().settled_world().host;
    const auto status = host.status(call.text(0), Symlinks::as_they_are);
    if (!status) return std::nullopt;
    for (const Field& field : fields) {
        if (field.name == call.text(1))
            return Value::string(field.read(host, call.text(0), *status));
    }
    return call.fail("unknown field '" + call.text(1) + "'");
}

} // namespace

std::span<const Function> file_status() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "filestat",
         .result = ResultType::string,
         .parameters =
             {{"path", path},
              {"field",
               option,
               "size,gid,uid,ino,nlink,ctime,atime,mtime,xattr,mode,modeoct,permstr,permoct,type,"
               "devno,dev_minor,dev_major,basename,dirname,linktarget,linktarget_shallow"}},
         .required = 2,
         .help = "One field of a file's status.",
         .example = R"(filestat("/etc/shadow", "modeoct"))",
         .body = filestat},
    };
    return table;
}

} // namespace vow::cfengine::families
