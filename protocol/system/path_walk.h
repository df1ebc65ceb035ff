#pragma once

#include "protocol/system/place.h"

#include <string_view>

namespace vow {

/// Whether an unprivileged user can have made a link: it belongs neither to root nor to the running
/// user.
bool is_planted(const struct stat& link);
/// Whether a planted link would be followed if it were given to a user.
bool would_be_believed(const struct stat& file, uid_t owner);

/// A walk along paths, one component after the other, that follows links under the rule of Place.
/// All of its steps share one limit on the number of links.
class PathWalk {
public:
    /// The place that a path names, relative to `base`. A link at the place is not followed.
    SystemResult<Place> place(const OpenFolder& base, std::string_view path);
    /// The place that a link at `place` leads to, link after link.
    SystemResult<Place> resolve(const Place& place);

    /// The link that made a step fail with ENOLINK.
    const std::optional<RefusedLink>& refused() const { return refused_; }

private:
    using Step = SystemResult<OpenFolder>; ///< ENOTDIR if a component is not a folder

    Step walk(OpenFolder base, std::string_view path);
    Step enter(const OpenFolder& folder, const std::string& name);
    Step follow(const OpenFolder& folder, const std::string& name, const FileDescriptor& link);
    /// The text of a link, counted against the limit.
    SystemResult<std::string> text_of(const FileDescriptor& link);

    Step walk_text(const OpenFolder& folder, const FileDescriptor& link);
    /// ENOLINK, with the link noted.
    int refuse(const OpenFolder& folder, const std::string& name, uid_t owner);

    std::optional<RefusedLink> refused_ = {};
    int links_left_ = 40; // as many as the kernel follows
};

} // namespace vow
