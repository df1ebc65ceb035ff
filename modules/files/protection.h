#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/system/file_attributes.h"

#include <optional>
#include <string>

namespace vow::modules {

/// An `fsattrs` body.
struct FileFlags {
    std::optional<Immutable> immutable = {};

    static FileFlags from(const Settings& body);
};

/// Keeps the promised immutable flag of one file. The file's own promise can still change it: the
/// flag is off from the first change of the promise until its end. Where the file system has no
/// such flag, there is nothing to keep.
class Protection {
public:
    /// Takes the flag off if it is promised to be off. From here on, it prepares the changes that
    /// are recorded.
    Protection(const FileFlags& flags, std::string path, Record& record);
    Protection(const Protection&) = delete;
    Protection& operator=(const Protection&) = delete;
    /// Sets a flag again that was lifted, if an exception ends the promise.
    ~Protection();

    /// After the rest: sets the flag if it is promised, and the file is still there. Names a flag
    /// because of which the promise failed.
    void end();

private:
    void keep_mutable();
    void lift();
    bool is_set() const { return before_ && *before_ == Immutable::yes; }
    bool is_readable(const SystemResult<Immutable>& flag);
    void change(Immutable value);
    void restore();
    void explain_failure();

    std::optional<Immutable> promised_;
    std::string path_;
    Record& record_;
    SystemResult<Immutable> before_;
    bool is_lifted_ = false;
};

} // namespace vow::modules
