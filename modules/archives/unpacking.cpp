#include "modules/archives/admission.h"
#include "modules/archives/archive_limits.h"
#include "modules/archives/packing.h"
#include "modules/archives/unpacked_folder.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/digest.h"

#include <cerrno>
#include <functional>
#include <set>

#include <unistd.h>

namespace vow::modules {
namespace {

constexpr mode_t writable_by_others = 022;

/// Extracts one archive.
class Unpacking {
public:
    Unpacking(const ArchiveSettings& settings, Record& record, const Log& log)
        : settings_(settings),
          record_(record),
          interruption_(record.promise(), log),
          left_out_(record),
          archive_(opened(settings.path)),
          folder_(settings.into) {}

    void keep() {
        check_sum();
        const std::string names = text({"'", settings_.path, "' into '", settings_.into, "'"});
        find_differences();
        if (missing_.empty())
            return record_.kept(
                text({"'", settings_.into, "' has the files of '", settings_.path, "'"})
            );
        const bool is_one = missing_.size() == 1;
        const std::string entries =
            std::to_string(missing_.size()) + (is_one ? " entry" : " entries");
        const std::string what =
            text({"extract ", names, ": ", entries, is_one ? " differs" : " differ"});
        if (!record_.allows(
                {.what = what,
                 .path = settings_.into,
                 .after = entries,
                 .action = ChangeAction::update,
                 .kind = "path",
                 .object = settings_.into,
                 .field = "content"}
            )) {
            return;
        }
        extract();
        record_.repaired(text({"Extracted ", names, ": ", entries, " differed"}));
    }

private:
    static FileDescriptor opened(const std::string& path) {
        const auto place = Place::at(path);
        auto found = place ? place->open_target(Place::Access::read)
                           : SystemResult<OpenFile>::failed(place.error());
        if (!found) throw ArchiveFault(path_error(path, found.error()));
        return std::move(found->file);
    }

    /// Of the open file, which is then read from its beginning.
    void check_sum() const {
        if (settings_.checksum.empty()) return;
        Digest digest;
        char bytes[1 << 16];
        ssize_t count = 0;
        while ((count = ::read(archive_.number(), bytes, sizeof bytes)) > 0) {
            interruption_.check();
            digest.add({bytes, static_cast<std::size_t>(count)});
        }
        if (count < 0) throw ArchiveFault(system_message(errno));
        const std::string found = digest.digits();
        if (found == settings_.checksum) return;
        throw ArchiveFault(
            text({"its checksum is sha256:", found, ", not sha256:", settings_.checksum})
        );
    }

    void find_differences() {
        pass([&](std::size_t number, const EntryName& name, const ArchiveEntry& entry, auto& reader
             ) {
            if (!folder_.has(name, entry, reader)) missing_.insert(number);
        });
        left_out_.finish();
    }

    void extract() {
        const mode_t kept = settings_.keeps_set_id ? 07777 : 0777;
        folder_.make();
        pass([&](std::size_t number, const EntryName& name, const ArchiveEntry& entry, auto& reader
             ) {
            if (missing_.contains(number))
                folder_.write(name, entry, entry.mode & kept & ~writable_by_others, reader);
        });
    }

    using Visit = std::function<
        void(std::size_t number, const EntryName&, const ArchiveEntry&, ArchiveReader&)>;

    void pass(const Visit& visit) {
        ArchiveReader reader(archive_, settings_.limits, interruption_);
        Admission admission(left_out_, reader, settings_.strip);
        std::size_t number = 0;
        while (const auto entry = reader.next()) {
            ++number;
            if (const auto name = admission.admit(*entry)) visit(number, *name, *entry, reader);
        }
    }

    const ArchiveSettings& settings_;
    Record& record_;
    const Interruption interruption_;
    LeftOut left_out_;
    const FileDescriptor archive_;
    UnpackedFolder folder_;
    std::set<std::size_t> missing_; ///< numbers of entries that are to be written
};

bool exists(const std::string& path) {
    const auto place = Place::at(path);
    return place && place->status();
}

} // namespace

void unpack(const ArchiveSettings& settings, Record& record, const Log& log) {
    if (!settings.creates.empty() && exists(settings.creates))
        return record.kept(text({"'", settings.creates, "' exists, so nothing is extracted"}));
    const std::string failed = text({"Cannot extract '", settings.path, "': "});
    if (!exists(settings.path)) return record.missing(failed + system_message(ENOENT));
    try {
        Unpacking(settings, record, log).keep();
    } catch (const ArchiveTimeout& fault) {
        record.timed_out(failed + fault.what());
    } catch (const ArchiveFault& fault) {
        record.failed(failed + fault.what());
    }
}

} // namespace vow::modules
