#include "modules/files/link_source.h"

namespace vow::modules {

std::optional<LinkSource::Type> link_type_from(std::string_view word) {
    if (word == "symlink") return LinkSource::Type::symlink;
    if (word == "hardlink") return LinkSource::Type::hardlink;
    if (word == "relative") return LinkSource::Type::relative;
    if (word == "absolute") return LinkSource::Type::absolute;
    return std::nullopt;
}

LinkSource LinkSource::from(const Settings& body) {
    const std::string missing = body.text_or("when_no_source", "");
    return {
        .source = body.text_or("source", ""),
        .type = link_type_from(body.text_or("link_type", "")).value_or(LinkSource::Type::symlink),
        .missing = missing == "force"    ? LinkSource::Missing::force
                   : missing == "delete" ? LinkSource::Missing::remove
                                         : LinkSource::Missing::nothing,
        .children = body.holds("link_children"),
        .children_replace = body.text_or("when_linking_children", "") == "override_file",
        .copied = Patterns(body.list("copy_patterns"))};
}

std::string shown_target(const std::string& target) {
    return target.starts_with('/') || target.starts_with('.') ? target : "./" + target;
}

} // namespace vow::modules
