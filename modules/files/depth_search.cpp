#include "modules/files/depth_search.h"

#include "modules/files/path.h"

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

} // namespace vow::modules
