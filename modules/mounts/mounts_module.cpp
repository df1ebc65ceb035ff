#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "modules/storage/mount.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace vow::modules {
namespace {

const std::string mount_table = "/etc/fstab";

PromiseTypeDescription mounts_type() {
    PromiseTypeDescription type{
        .name = "mounts",
        .summary = "file systems that are mounted, now and at boot",
        .promiser_summary = "the mount point, an absolute path",
        .promiser_pattern = std::string(names::path.pattern),
    };
    type.attributes = {
        {.name = "source",
         .pattern = R"([^-\x00-\x1f\x7f][^\x00-\x1f\x7f]*)",
         .summary = "what is mounted: /dev/sdb1, UUID=..., server:/export, tmpfs"},
        {.name = "fstype", .pattern = "[A-Za-z0-9_][A-Za-z0-9_.,-]*", .summary = "its type; auto"},
        {.name = "options",
         .pattern = R"([A-Za-z0-9_][^\x00-\x20\x7f]*)",
         .summary = "as in fstab, with commas; defaults"},
        {.name = "mounted",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "whether it is mounted now"},
        {.name = "dump", .type = AttributeType::int_, .pattern = "[0-9]", .summary = "0"},
        {.name = "pass", .type = AttributeType::int_, .pattern = "[0-9]", .summary = "0"},
        absent_attribute("it is not mounted, nor at boot"),
    };
    type.rules = required_unless_absent({"source"});
    type.examples = {"mounts:\n  \"/srv\"\n    source => \"/dev/sdb1\",\n    fstype => \"ext4\";"};
    return type;
}

/// The fields of a line of fstab(5) after the mount point, with what is taken without them.
struct MountField {
    std::string_view name;
    std::string_view usual;
};
constexpr std::array<MountField, 4> mount_fields = {
    {{"fstype", "auto"}, {"options", "defaults"}, {"dump", "0"}, {"pass", "0"}}};

std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields;
    if (trimmed(line).starts_with('#')) return fields;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        fields.emplace_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t", end);
    }
    return fields;
}

/// Keeps one promise.
class MountPointKeeper {
public:
    MountPointKeeper(const Promise& promise, Record& record, Log& log)
        : record_(record),
          log_(log),
          point_(promise.promiser),
          settings_(promise.attributes),
          source_(settings_.text_or("source", "")) {}

    void keep() {
        auto file = EditedFile::open(mount_table, record_);
        if (!file) return;
        Lines lines = file->lines();
        const std::string what = text({"mount point '", point_, "' in '", mount_table, "'"});
        const bool is_absent = settings_.holds("absent");
        if (is_absent && source_.empty()) unmount();
        if (is_absent) {
            remove(lines);
            file->keep(lines.text(), EditedFile::removing(what));
            return;
        }
        put(lines);
        if (!file->keep(lines.text(), EditedFile::setting(what), {.access = {.mode = 0644}}))
            return;
        if (settings_.holds("mounted"))
            mount();
        else
            unmount();
    }

private:
    bool is_of_point(const std::vector<std::string>& fields) const {
        return fields.size() >= 2 && name_in_field(fields[1]) == point_;
    }

    void remove(Lines& lines) const {
        lines.remove_if([&](const std::string& line) {
            const auto fields = fields_of(line);
            return is_of_point(fields) && (source_.empty() || name_in_field(fields[0]) == source_);
        });
    }

    /// The line of the mount point is replaced if a field differs; those not promised stay.
    void put(Lines& lines) {
        const auto place =
            lines.find([&](const std::string& line) { return is_of_point(fields_of(line)); });
        const auto old = place ? fields_of(lines[*place]) : std::vector<std::string>();
        fields_ = {mount_field(source_), mount_field(point_)};
        for (std::size_t at = 0; at < mount_fields.size(); ++at) {
            const auto& [name, usual] = mount_fields[at];
            const std::string now = at + 2 < old.size() ? old[at + 2] : std::string(usual);
            fields_.push_back(settings_.text_or(name, now));
        }
        const std::string line = joined(fields_, " ");
        if (!place) return lines.append(line);
        auto whole = old;
        for (std::size_t at = whole.size(); at < fields_.size(); ++at)
            whole.emplace_back(mount_fields[at - 2].usual);
        if (whole != fields_) lines.replace(*place, line);
    }

    std::optional<bool> is_mounted() const {
        const auto file = open_regular_file("/proc/self/mounts");
        const auto mounts = file ? read_all(*file) : std::nullopt;
        if (!mounts || !is_running_system()) {
            record_.log(
                LogLevel::info,
                text({"'", point_, "' is neither mounted nor unmounted now, ", not_running})
            );
            return std::nullopt;
        }
        return device_mounted_on(point_, *mounts).has_value();
    }

    void mount() {
        const auto now = is_mounted();
        if (!now) return;
        if (*now) return record_.kept(text({"'", point_, "' is mounted"}));
        if (!record_.allows(change("mount", ChangeAction::create))) return;
        const int error = make_folders(point_, 0755);
        if (error != 0 && error != EEXIST) {
            return record_.failed_with(
                error, text({"Cannot make the folder '", point_, "': ", path_error(point_, error)})
            );
        }
        if (!is_trusted(point_)) return;
        run("mount", "Mounted", {"-t", fields_[2], "-o", fields_[3], "--", source_, point_});
    }

    void unmount() {
        const auto now = is_mounted();
        if (!now) return;
        if (!*now) return record_.kept(text({"'", point_, "' is not mounted"}));
        if (!record_.allows(change("unmount", ChangeAction::remove))) return;
        if (!is_trusted(folder_of(point_))) return; // the root of what is mounted may be anybody's
        run("umount", "Unmounted", {"--", point_});
    }

    Change change(std::string_view verb, ChangeAction action) const {
        const bool is_mount = action == ChangeAction::create;
        return {
            .what = text({verb, " '", point_, "'"}),
            .path = point_,
            .before = is_mount ? "" : "mounted",
            .after = is_mount ? source_ : "",
            .action = action,
            .kind = "mount",
            .object = point_};
    }

    /// Programs get the path, which another user must not be able to lead elsewhere.
    bool is_trusted(const std::string& folder) {
        const auto objection = log_.trust().objection_to(folder);
        if (objection) record_.failed(text({"'", folder, "' is not trusted: ", *objection}));
        return !objection;
    }

    void run(const std::string& tool, std::string_view done, std::vector<std::string> arguments) {
        const ToolRun ran =
            run_tool({.name = tool, .arguments = std::move(arguments)}, record_.promise(), log_);
        if (ran.succeeded) return record_.repaired(text({done, " '", point_, "'"}));
        record_.failed(text({"'", point_, "' is not ", lower_case(done), ": ", ran.problem}));
    }

    Record& record_;
    Log& log_;
    const std::string& point_;
    const Settings settings_;
    const std::string source_;
    std::vector<std::string> fields_; ///< of the promised line
};

Outcome keep_mounts(const Promise& promise, Record& record, Log& log) {
    MountPointKeeper(promise, record, log).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_mounts_module() {
    return std::make_unique<EverydayModule>(mounts_type(), keep_mounts, nullptr, "mount");
}

} // namespace vow::modules
