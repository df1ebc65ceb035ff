#include "modules/files/depth_search.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {

DepthSearch DepthSearch::from(const Settings& body) {
    DepthSearch search;
    search.depth = body.number("depth").value_or(0);
    search.with_base = body.holds("include_basedir");
    search.follow_links = body.holds("traverse_links");
    search.one_device = body.holds("xdev");
    search.remove_dead_links = body.holds("rmdeadlinks");
    search.only_included = body.has("include_dirs");
    search.included = Patterns(body.list("include_dirs"));
    search.excluded = Patterns(body.list("exclude_dirs"));
    return search;
}

bool DepthSearch::enters(const std::string& directory, std::int64_t level) const {
    return depth > 1 && level <= depth && admits(directory);
}

bool DepthSearch::admits(const std::string& directory) const {
    const std::string_view leaf = leaf_of(directory);
    if (excluded.any_matches(directory) || excluded.any_matches(leaf)) return false;
    return !only_included || included.any_matches(directory) || included.any_matches(leaf);
}

SkippedNames SkippedNames::from(const Settings& settings) {
    return SkippedNames(settings.list("suspicious_names"));
}

bool SkippedNames::has_always(std::string_view name) {
    return name == "lost+found" || name == "..." || name == ".cfengine.rm";
}

bool SkippedNames::has(const std::string& path, const struct stat& status, Record& record) const {
    const std::string_view name = leaf_of(path);
    if (has_always(name)) {
        record.log(
            LogLevel::verbose, text({"Filename '", path, "' is classified as ignorable, skipping"})
        );
        return true;
    }
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) return false;
    if (std::ranges::find(suspicious_, name) == suspicious_.end()) return false;
    record.log(
        LogLevel::warning, text({"Filename '", path, "' is classified as suspicious, skipping"})
    );
    return true;
}

} // namespace vow::modules
