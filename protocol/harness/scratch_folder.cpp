#include "protocol/harness/scratch_folder.h"

#include "protocol/data/conversion.h"
#include "protocol/system/place.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::harness {

namespace {

/// Reserves a free TCP port of 127.0.0.1. While the socket is open the kernel gives the port to no
/// one who does not name it; a server that sets SO_REUSEADDR, as servers do, may listen there.
FileDescriptor reserved_port() {
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int yes = 1;
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0)
        throw std::system_error(errno, std::system_category(), "cannot reserve a port");
    return socket;
}

std::string port_of(const FileDescriptor& socket) {
    sockaddr_in address = {};
    socklen_t size = sizeof address;
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
    return std::to_string(ntohs(address.sin_port));
}

void replace_all(std::string& text, std::string_view placeholder, const std::string& value) {
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size()))
        text.replace(at, placeholder.size(), value);
}

constexpr std::string_view prefix = "vow-scratch-";

/// Whether the folder belongs to the running user, and no process uses it.
bool is_abandoned(const FileDescriptor& folder) {
    struct stat status = {};
    return ::fstat(folder.number(), &status) == 0 && status.st_uid == ::geteuid() &&
           ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

ScratchFolder::ScratchFolder(const std::string& inner)
    : reservation_(reserved_port()),
      port_(port_of(reservation_)) {
    const auto parent = std::filesystem::temp_directory_path();
    // Until it is locked, another process may take it for an abandoned one.
    do {
        root_ = parent / (std::string(prefix) + "XXXXXX");
        if (mkdtemp(root_.data()) == nullptr) {
            throw std::system_error(
                errno, std::system_category(), "cannot make a folder '" + root_ + "'"
            );
        }
        lock_ = FileDescriptor(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (lock_) ::flock(lock_.number(), LOCK_EX);
    } while (::access(root_.c_str(), F_OK) != 0);
    path_ = root_ + "/" + (inner.empty() ? "folder" : inner);
    if (::mkdir(path_.c_str(), S_IRWXU) != 0) {
        throw std::system_error(
            errno, std::system_category(), "cannot make a folder '" + path_ + "'"
        );
    }
}

void ScratchFolder::remove_abandoned() {
    std::error_code error;
    const auto parent = Place::at((std::filesystem::temp_directory_path(error) / ".").native());
    if (!parent) return;
    const auto names = names_in(parent->folder());
    if (!names) return;
    for (const std::string& name : *names) {
        if (!name.starts_with(prefix)) continue;
        const Place place(parent->folder(), name);
        const auto folder = place.open_folder();
        if (folder && is_abandoned(**folder)) place.remove_tree();
    }
}

ScratchFolder::~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(root_, error);
}

std::string ScratchFolder::filled_in(std::string text) const {
    replace_all(text, "{{tmp}}", path_);
    replace_all(text, "{{port}}", port_);
    return text;
}

std::string ScratchFolder::filled_in_pattern(std::string pattern) const {
    std::string literal;
    for (const char letter : path_) {
        if (std::string_view("\\^$.|?*+()[]{}").find(letter) != std::string_view::npos)
            literal += '\\';
        literal += letter;
    }
    replace_all(pattern, "{{tmp}}", literal);
    replace_all(pattern, "{{port}}", port_);
    return pattern;
}

Data ScratchFolder::filled_in(const Data& data) const {
    return with_changed_texts(data, [this](std::string_view text) {
        return filled_in(std::string(text));
    });
}

std::string ScratchFolder::generalized(std::string text) const {
    replace_all(text, path_, "{{tmp}}");
    replace_all(text, canonified(path_), "{{tmp}}");
    replace_all(text, port_, "{{port}}");
    return text;
}

SentPromise ScratchFolder::filled_in(const SentPromise& promise) const {
    SentPromise filled{.type = promise.type, .promiser = filled_in(promise.promiser)};
    for (const auto& [name, value] : promise.attributes)
        filled.attributes.emplace_back(name, filled_in(value));
    return filled;
}

namespace {

std::string with_other(std::string text, std::string_view part, std::string_view other) {
    if (part.empty()) return text;
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size()))
        text.replace(at, part.size(), other);
    return text;
}

} // namespace

SentPromise
relocated(const SentPromise& promise, const std::string& folder, const std::string& to) {
    const auto move = [&](std::string_view text) {
        return with_other(std::string(text), folder, to);
    };
    SentPromise moved{.type = promise.type, .promiser = move(promise.promiser)};
    for (const auto& [name, value] : promise.attributes)
        moved.attributes.emplace_back(name, with_changed_texts(value, move));
    return moved;
}

std::string without_folder(std::string text, const std::string& folder) {
    constexpr std::string_view placeholder = "{{tmp}}";
    text = with_other(std::move(text), folder, placeholder);
    return with_other(std::move(text), canonified(folder), placeholder);
}

} // namespace vow::harness
