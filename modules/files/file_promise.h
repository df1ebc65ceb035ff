#pragma once

#include "modules/files/edited_text.h"
#include "modules/files/permissions.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>

namespace vow::modules {

/// A `delete` body.
struct Deletion {
    bool directories = false; ///< rmdirs: empty directories go as well
};

/// A files promise, read once from its attributes.
struct FilePromise {
    enum class Kind { plain, directory, fifo };

    std::string path;        ///< absolute; without the "/." that makes it a directory
    Kind kind = Kind::plain; ///< what to create
    bool create = false;
    bool may_create = true; ///< false: `create` is promised and false
    bool touch = false;
    bool move_obstructions = false;
    std::optional<std::string> content = {};
    std::optional<EditedText> edited = {};
    std::optional<Deletion> deletion = {};
    std::optional<Permissions> permissions = {};

    /// The bits a new file, or directory, starts with.
    std::uint32_t mode_of_new(std::uint32_t otherwise) const;

    /// None when the promise makes no sense; errors say why.
    static std::optional<FilePromise> from(const Promise& promise, Log& log);
};

} // namespace vow::modules
