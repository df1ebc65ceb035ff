#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <optional>

namespace vow::modules {
namespace {

PromiseTypeDescription symlinks_type() {
    PromiseTypeDescription type{
        .name = "symlinks",
        .summary = "symbolic links to files and directories",
        .promiser_summary = "the link",
    };
    type.attributes = {
        {.name = "file", .pattern = "/.*", .summary = "the target file, an absolute path"},
        {.name = "directory",
         .pattern = "/.*",
         .summary = "the target directory, an absolute path"},
    };
    type.rules = {{.needs = {"file", "directory"}}, {.with = {"file"}, .excludes = {"directory"}}};
    type.examples = {"symlinks:\n  \"/opt/current\"\n    directory => \"/opt/release-7\";"};
    return type;
}

std::string arrow(const std::string& link, const std::string& target) {
    return text({"symlink '", link, "' -> '", target, "'"});
}

/// True if the link and the promised target lead to the same file.
bool is_same_file(const Place& link, const struct stat& target) {
    const auto found = link.target_status();
    return found && found->st_dev == target.st_dev && found->st_ino == target.st_ino;
}

SystemResult<struct stat> status_of(const std::string& path) {
    const auto place = Place::at(path);
    return place ? place->target_status() : SystemResult<struct stat>::failed(place.error());
}

/// Why the target, promised as the attribute `kind`, is not as promised; empty if it is.
std::string
obstacle(std::string_view kind, const std::string& target, const SystemResult<struct stat>& found) {
    if (!found && found.error() == ENOLINK) return path_error(target, ENOLINK);
    if (!found) return text({"'", target, "' does not exist"});
    const bool is_promised_kind =
        kind == "directory" ? S_ISDIR(found->st_mode) : S_ISREG(found->st_mode);
    return is_promised_kind ? "" : text({"'", target, "' is not a ", kind});
}

/// The text of the link at a place; nullopt if nothing is there.
SystemResult<std::optional<std::string>> text_of_link(const Place& place) {
    using Result = SystemResult<std::optional<std::string>>;
    const auto text = place.link_target();
    if (text) return std::optional(*text);
    return text.error() == ENOENT ? Result(std::nullopt) : Result::failed(text.error());
}

/// Keeps `symlinks` promises: the promiser is a symbolic link to the promised `file` or
/// `directory`. Never removes a file or directory in its place.
class SymlinksModule : public DescribedModule {
public:
    SymlinksModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

SymlinksModule::SymlinksModule() : DescribedModule(symlinks_type()) {}

Outcome SymlinksModule::keep(const Promise& promise, Record& record, Log& /*log*/) {
    const Attributes& attributes = promise.attributes;
    const std::string_view kind = attributes.find("file") != nullptr ? "file" : "directory";
    const std::string& target = *attributes.text(kind);
    const std::string& link = promise.promiser;
    const auto wanted = status_of(target);
    if (const std::string why = obstacle(kind, target, wanted); !why.empty()) {
        record.failed(why);
        return {};
    }
    const auto place = Place::at(link);
    const auto before =
        place ? text_of_link(*place) : SystemResult<std::optional<std::string>>(std::nullopt);
    if (!before) { // EINVAL: not a link
        record.failed(text({"'", link, "' exists and is not a symlink"}));
        return {};
    }
    if (*before && (**before == target || is_same_file(*place, *wanted))) {
        record.kept(arrow(link, target) + " is as promised");
        return {};
    }
    const std::string change = *before ? "correct " : "create ";
    if (!record.allows(
            {.what = change + arrow(link, target),
             .path = link,
             .before = before->value_or(""),
             .after = target,
             .action = *before ? ChangeAction::update : ChangeAction::create}
        )) {
        return {};
    }
    const int error = !place    ? place.error()
                      : *before ? replace_link(*place, target)
                                : place->make_link(target);
    if (error != 0) {
        record.failed_with(
            error, text({"Cannot ", change, arrow(link, target), ": ", path_error(link, error)})
        );
    } else {
        record.repaired((*before ? "Corrected " : "Created ") + arrow(link, target));
    }
    return {};
}

std::unique_ptr<Module> make_symlinks_module() {
    return std::make_unique<SymlinksModule>();
}

} // namespace vow::modules
