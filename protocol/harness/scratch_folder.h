#pragma once

#include "protocol/harness/request.h"
#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::harness {

/// A folder for what promises change while a module is looked at, removed at the end; and a port
/// for a server that they may need, which is ours until then.
class ScratchFolder {
public:
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    const std::string& path() const { return path_; }
    /// The text with every `{{tmp}}` replaced by the folder's path, every `{{port}}` by the port.
    std::string filled_in(std::string text) const;
    /// The same for each text of it, keys included.
    Data filled_in(const Data& data) const;
    SentPromise filled_in(const SentPromise& promise) const;

private:
    std::string path_;
    FileDescriptor reservation_; ///< of the port
    std::string port_;
};

} // namespace vow::harness
