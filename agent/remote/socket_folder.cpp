#include "agent/remote/socket_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace vow::agent {

/// Not in TMPDIR: the path of a socket has at most 108 bytes.
SocketFolder::SocketFolder() : path_("/tmp/vow-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), "cannot make '" + path_ + "'");
}

SocketFolder::~SocketFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace vow::agent
