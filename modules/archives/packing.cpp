#include "modules/archives/packing.h"

#include "modules/archives/admission.h"
#include "modules/archives/archive_limits.h"
#include "modules/archives/archive_writer.h"
#include "modules/archives/file_comparison.h"
#include "modules/sdk/cpp/durability.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <array>
#include <cerrno>

#include <unistd.h>

namespace vow::modules {
namespace {

using Access = Place::Access;

bool is_same_file(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// Calls `take` for the blocks of an open file, until it returns false.
void read_blocks(const FileDescriptor& file, const std::function<bool(std::string_view)>& take) {
    std::array<char, 1 << 16> block; // NOLINT(*-member-init): it is filled
    for (;;) {
        const ssize_t count = ::read(file.number(), block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw ArchiveFault(system_message(errno));
        if (count == 0 || !take({block.data(), static_cast<std::size_t>(count)})) return;
    }
}

/// Makes one archive.
class Packing {
public:
    Packing(const ArchiveSettings& settings, Record& record, const Log& log)
        : settings_(settings),
          record_(record),
          interruption_(record.promise(), log),
          left_out_(record) {}

    void keep() {
        const std::string names = text({"'", settings_.path, "' of '", settings_.from, "'"});
        const OpenFolder folder = open_folder();
        const Place place = open_place();
        if (old_ && is_as_old(folder))
            return record_.kept(text({"Archive ", names, " is as promised"}));
        const std::string_view verb = old_ ? "update" : "create";
        if (!record_.allows(
                {.what = text({verb, " archive ", names}),
                 .path = settings_.path,
                 .action = old_ ? ChangeAction::update : ChangeAction::create}
            ))
            return;
        write(folder, place);
        record_.repaired(text({old_ ? "Updated archive " : "Created archive ", names}));
    }

private:
    OpenFolder open_folder() const {
        const auto named = Place::at(settings_.from);
        const auto place = named ? named->resolved() : named;
        auto folder =
            place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
        if (folder) return *folder;
        throw ArchiveFault(
            text({"'", settings_.from, "': ", path_error(settings_.from, folder.error())})
        );
    }

    /// The place of the archive, and the archive that is there.
    Place open_place() {
        const auto named = Place::at(settings_.path);
        auto place = named ? named->resolved() : named;
        if (!place) throw ArchiveFault(path_error(settings_.path, place.error()));
        auto found = place->open_with_status(Access::read);
        if (found) {
            old_ = std::move(*found);
        } else if (found.error() != ENOENT) {
            throw ArchiveFault(path_error(settings_.path, found.error()));
        }
        return std::move(*place);
    }

    bool is_as_old(const OpenFolder& folder) {
        FileComparison comparison(old_->file);
        write_entries(folder, [&](std::string_view bytes) { comparison.add(bytes); });
        return comparison.was_same();
    }

    /// Only an archive of ours passes on who may read it.
    void write(const OpenFolder& folder, const Place& place) {
        auto fresh = Replacement::beside(place);
        if (!fresh) throw ArchiveFault(path_error(settings_.path, fresh.error()));
        write_entries(folder, [&](std::string_view bytes) { require(fresh->write(bytes)); });
        if (old_ && old_->status.st_uid == ::geteuid())
            require(fresh->adopt_attributes(old_->file, AttributeLoss::accepted));
        using Existing = Replacement::Existing;
        require(fresh->commit(
            old_ ? Existing::replaced : Existing::refused, durability_of_new(durability_level())
        ));
    }

    void require(int error) const {
        if (error != 0) throw ArchiveFault(path_error(settings_.path, error));
    }

    void write_entries(const OpenFolder& folder, ArchiveWriter::Take take) {
        ArchiveWriter writer(settings_.format, std::move(take));
        ArchiveTally tally(settings_.limits, 0);
        add_folder(folder, {}, {writer, tally});
        writer.end();
        left_out_.finish();
    }

    struct Output {
        ArchiveWriter& writer;
        ArchiveTally& tally;
    };

    void add_folder(const OpenFolder& folder, EntryName name, const Output& output) {
        const auto names = names_in(folder);
        if (!names) fail(name, names.error());
        for (const std::string& inside : *names) {
            interruption_.check();
            name.push_back(inside);
            if (name.size() > max_entry_depth)
                throw ArchiveFault(text({"'", joined(name), "' is nested too deeply"}));
            add({folder, inside}, name, output);
            name.pop_back();
        }
    }

    void add(const Place& place, const EntryName& name, const Output& output) {
        const auto status = place.status();
        if (!status && status.error() == ENOENT) return;
        if (!status) fail(name, status.error());
        if (old_ && is_same_file(*status, old_->status)) return; // itself
        if (S_ISDIR(status->st_mode)) {
            const auto inside = place.open_folder(*status);
            if (!inside) fail(name, inside.error());
            begin(name, *status, {}, output);
            add_folder(*inside, name, output);
        } else if (S_ISREG(status->st_mode)) {
            add_file(place, name, output);
        } else if (S_ISLNK(status->st_mode)) {
            add_link(place, name, *status, output);
        } else {
            left_out_.add(joined(name), "it is not a regular file");
        }
    }

    void add_file(const Place& place, const EntryName& name, const Output& output) {
        const auto opened = place.open_with_status(Access::read);
        if (!opened) fail(name, opened.error());
        begin(name, opened->status, {}, output);
        auto rest = static_cast<std::uint64_t>(opened->status.st_size);
        read_blocks(opened->file, [&](std::string_view block) {
            interruption_.check();
            block = block.substr(0, rest);
            output.tally.add_bytes(block.size());
            output.writer.write(block);
            rest -= block.size();
            return rest > 0;
        });
        if (rest > 0) fail(name, ESTALE);
    }

    void add_link(
        const Place& place, const EntryName& name, const struct stat& status, const Output& output
    ) {
        const auto target = place.link_target();
        if (!target) fail(name, target.error());
        if (leads_below(*target)) return begin(name, status, *target, output);
        left_out_.add(joined(name), "it is a link that does not lead below its folder");
    }

    static void begin(
        const EntryName& name, struct stat status, const std::string& target, const Output& output
    ) {
        output.tally.add_entry();
        status.st_mode &= S_IFMT | 0777U;
        output.writer.begin(joined(name), status, target);
    }

    [[noreturn]] void fail(const EntryName& name, int error) const {
        const std::string path = settings_.from + "/" + joined(name);
        throw ArchiveFault(text({"'", path, "': ", path_error(path, error)}));
    }

    const ArchiveSettings& settings_;
    Record& record_;
    const Interruption interruption_;
    LeftOut left_out_;
    std::optional<OpenFile> old_;
};

} // namespace

void pack(const ArchiveSettings& settings, Record& record, const Log& log) {
    const std::string failed = text({"Cannot create archive '", settings.path, "': "});
    try {
        Packing(settings, record, log).keep();
    } catch (const ArchiveTimeout& fault) {
        record.timed_out(failed + fault.what());
    } catch (const ArchiveFault& fault) {
        record.failed(failed + fault.what());
    }
}

} // namespace vow::modules
