#include "modules/files/copy_source.h"

namespace vow::modules {

namespace {

CopySource::Compare compare_from(std::string_view word) {
    using Compare = CopySource::Compare;
    if (word == "mtime") return Compare::modified;
    if (word == "exists") return Compare::exists;
    const bool by_content =
        word == "digest" || word == "hash" || word == "binary" || word == "atime";
    return by_content ? Compare::content : Compare::times;
}

CopySource::Backup copy_backup_from(std::string_view word) {
    if (word == "timestamp") return CopySource::Backup::timestamp;
    return word == "false" ? CopySource::Backup::none : CopySource::Backup::plain;
}

} // namespace

CopySource CopySource::from(const Settings& body) {
    return {
        .source = body.text_or("source", ""),
        .compare = compare_from(body.text_or("compare", "")),
        .backup = copy_backup_from(body.text_or("copy_backup", "")),
        .links = link_type_from(body.text_or("link_type", "")),
        .linked = Patterns(body.list("linkcopy_patterns")),
        .followed = Patterns(body.list("copylink_patterns")),
        .size = Range::from(body, "copy_size"),
        .preserve = body.holds("preserve"),
        .purge = body.holds("purge"),
        .type_check = body.holds("type_check"),
        .force = body.holds("force_update"),
        .check_root = body.holds("check_root"),
        .flat = body.holds("collapse_destination_dir"),
        .missing_ok = body.holds("missing_ok"),
        .verify = body.holds("verify"),
        .stealth = body.holds("stealth")};
}

} // namespace vow::modules
