#pragma once

#include "modules/files/access_list.h"
#include "modules/files/change_watch.h"
#include "modules/files/depth_search.h"
#include "modules/files/edited_text.h"
#include "modules/files/named_file.h"
#include "modules/files/permissions.h"
#include "modules/files/protection.h"
#include "modules/files/renaming.h"
#include "modules/files/selection.h"
#include "modules/files/sources.h"
#include "modules/sdk/cpp/content_check.h"
#include "modules/sdk/cpp/return_codes.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>

namespace vow::modules {

/// A `delete` body.
struct Deletion {
    bool directories = false; ///< rmdirs: delete empty directories, too

    static Deletion from(const Settings& body);
};

/// A files promise, parsed from validated attributes with their defaults.
struct FilePromise {
    enum class Kind { plain, directory, fifo };

    std::string path;        ///< absolute; without the "/." that makes it a directory
    std::string search_path; ///< before the names of found files: "/x/." if promised like that
    Kind kind = Kind::plain; ///< of the object to create
    bool create = false;
    bool may_create = true; ///< false if `create` is promised as false
    bool touch = false;
    std::optional<std::int64_t> modified = {}; ///< seconds since the epoch
    bool edits = false;                        ///< the agent edits the text next
    Obstructions obstructions = Obstructions::stay;
    std::optional<std::string> content = {};
    std::optional<EditedText> edited = {};
    std::optional<Deletion> deletion = {};
    std::optional<Permissions> permissions = {};
    std::optional<AccessList> access_list = {};
    std::optional<ChangeWatch> changes = {};
    FileFlags flags = {};
    std::optional<DepthSearch> search = {};
    std::optional<Selection> selection = {};
    std::optional<Renaming> renaming = {};
    std::optional<CopySource> copy = {};
    std::optional<LinkSource> link = {};
    SkippedNames skipped;                      ///< by searches and copies
    std::string transformer = {};              ///< a command, $(this.promiser) unexpanded
    ReturnCodes codes = {};                    ///< the meaning of its exit status
    std::optional<ContentCheck> validate = {}; ///< of new content

    /// The initial content of a new file: the promised or edited one, unless another part of the
    /// promise precedes it.
    std::string first_content() const;

    /// The bits a new file, or directory, starts with.
    std::uint32_t mode_of_new(std::uint32_t otherwise) const;

    static FilePromise from(const Promise& promise);
};

} // namespace vow::modules
