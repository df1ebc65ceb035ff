#include "modules/files/change_monitor.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <utility>

namespace vow::modules {

namespace {

using Difference = ChangeMonitor::Difference;

constexpr std::string_view status_space = "file_status";
constexpr std::string_view listing_space = "file_listing";

std::string digest_space(const ChangeWatch& watch) {
    return "file_digest_" + watch.hash;
}

/// nullopt if the file cannot be read.
std::optional<std::string> digest_of_file(const NamedFile& file, Digest::Algorithm algorithm) {
    const auto opened = file.place().open_file(Place::Access::read);
    if (!opened) return std::nullopt;
    Digest digest(algorithm);
    constexpr std::size_t piece = 1U << 16U;
    for (;;) {
        const auto bytes = read_all(*opened, piece);
        if (!bytes) return std::nullopt;
        if (bytes->empty()) return digest.digits();
        digest.add(*bytes);
    }
}

/// "Sun Nov 22 11:42:31 2026"
std::string time_text(std::string_view seconds) {
    const std::time_t time = integer_from(seconds).value_or(0);
    std::array<char, 26> words = {};
    return ::ctime_r(&time, words.data()) ? std::string(words.data(), 24) : std::string(seconds);
}

std::string itself(std::string_view text) {
    return std::string(text);
}

std::string quoted_time(std::string_view seconds) {
    return "'" + time_text(seconds) + "'";
}

/// "100644": the type of the file, too.
std::string mode_text(mode_t mode) {
    std::array<char, 16> digits = {};
    const auto [end, error] = std::to_chars(digits.begin(), digits.end(), mode, 8);
    return {digits.begin(), end};
}

Data data_of(const struct stat& status) {
    const auto number = [](auto value) { return Data::string(std::to_string(value)); };
    return Data::object(
        {{"mode", Data::string(mode_text(status.st_mode))},
         {"owner", number(status.st_uid)},
         {"group", number(status.st_gid)},
         {"device", number(status.st_dev)},
         {"inode", number(status.st_ino)},
         {"mtime", number(status.st_mtim.tv_sec)}}
    );
}

std::string_view member(const Data& status, std::string_view name) {
    const Data* value = status.find(name);
    return value ? value->text() : std::string_view();
}

} // namespace

/// A member of a stored status, and the words for its changes.
struct ChangeMonitor::Field {
    std::string_view name;
    std::string_view category;
    std::string_view notice;   ///< "Permissions for 'P' changed ..."
    std::string_view log;      ///< "Permission: ..."
    std::string_view recorded; ///< "Recorded permissions changes"; empty: only a notice
    std::string (*shown)(std::string_view) = itself;
    std::string (*logged)(std::string_view) = itself;
};

Difference ChangeMonitor::check(const NamedFile& file, const struct stat& status) {
    Difference difference = Difference::none;
    if (watch_.content && S_ISREG(status.st_mode)) difference = check_content(file);
    if (watch_.status) difference = std::max(difference, check_status(file.path(), status));
    return difference;
}

Difference ChangeMonitor::check_content(const NamedFile& file) {
    const std::string& path = file.path();
    const auto digest = digest_of_file(file, watch_.algorithm);
    if (!digest) {
        record_.failed(text({"Cannot read '", path, "' to monitor it for changes"}));
        return Difference::none;
    }
    const auto stored = documents_.document(digest_space(watch_), path);
    if (stored && stored->text() == *digest) {
        record_.kept(text({"File hash for ", path, " is correct"}));
        return Difference::none;
    }
    if (stored && !watch_.is_silent("content"))
        record_.log(LogLevel::info, text({"Hash '", watch_.hash, "' for '", path, "' changed!"}));
    const bool may_store = !stored || watch_.update;
    if (record_.allows(text({"record change of hash for file '", path, "'"}))) {
        if (may_store) {
            const std::string_view kind = watch_.hash == "md5" ? "MD5=" : "SHA=";
            const std::string_view how = stored ? "Updated " : "Stored ";
            const std::string what = text({how, watch_.hash, " hash for '", path, "' ("});
            note_changed("content", text({what, kind, *digest, ")"}));
            put(digest_space(watch_), path, Data::string(*digest));
        } else {
            record_.failed(text({"Hash for file '", path, "' changed, but not updating the records"}
            ));
        }
    } else if (!stored) {
        return Difference::none;
    }
    if (!stored || !record_.allows(text({"record integrity changes in '", path, "'"})))
        return Difference::none;
    has_alert_ = true;
    if (write_log(path, 'C', "Content changed"))
        note_changed("content", text({"Recorded integrity changes in '", path, "'"}));
    else
        record_.failed(text({"Failed to record integrity changes in '", path, "'"}));
    return may_store ? Difference::none : Difference::stays;
}

Difference ChangeMonitor::check_status(const std::string& path, const struct stat& status) {
    static constexpr std::array fields = {
        Field{"mode", "perms", "Permissions", "Permission", "permissions"},
        Field{"owner", "owner", "Owner", "Owner", "ownership"},
        Field{"group", "group", "Group", "Group", "group"},
        Field{"device", "device", "Device", "Device", "device"},
        Field{"inode", "inode", "inode", "", ""},
        Field{
            "mtime",
            "mtime",
            "Last modified time",
            "Modified time",
            "mtime",
            quoted_time,
            time_text},
    };
    const Data seen = data_of(status);
    const auto stored = documents_.document(status_space, path);
    const std::string storing = text({"write stat information for '", path, "' to database"});
    if (!stored) {
        if (!record_.allows(storing)) return Difference::none;
        put(std::string(status_space), path, seen);
        note_changed("stats", text({"Wrote stat information for '", path, "' to database"}));
        return Difference::none;
    }
    if (*stored == seen) {
        record_.kept(text({"No stat information change for '", path, "'"}));
        return Difference::none;
    }
    bool is_silent = true;
    for (const Field& field : fields) {
        if (member(*stored, field.name) == member(seen, field.name)) continue;
        is_silent = is_silent && watch_.is_silent(field.category);
        report(field, path, *stored, seen);
    }
    if (!watch_.update) return Difference::stays;
    if (!record_.allows(storing)) return Difference::none;
    put(std::string(status_space), path, seen);
    const std::string words = text({"Wrote stat information changes for '", path, "' to database"});
    record_.log(is_silent ? LogLevel::verbose : LogLevel::info, words);
    record_.add(Verdict::repaired);
    return Difference::none;
}

void ChangeMonitor::report(
    const Field& field, const std::string& path, const Data& old, const Data& seen
) {
    const std::string_view before = member(old, field.name);
    const std::string_view after = member(seen, field.name);
    if (!watch_.is_silent(field.category)) {
        const std::string change = text({field.shown(before), " -> ", field.shown(after)});
        record_.log(LogLevel::notice, text({field.notice, " for '", path, "' changed ", change}));
    }
    if (field.recorded.empty()) return;
    const std::string what = text({field.recorded, " changes in '", path, "'"});
    if (!record_.allows("record " + what)) return;
    const std::string change = text({field.logged(before), " -> ", field.logged(after)});
    if (write_log(path, 'S', text({field.log, ": ", change})))
        note_changed(field.category, "Recorded " + what);
    else
        record_.failed("Failed to record " + what);
}

/// Adds the verdict, and logs a line unless its category is silent.
void ChangeMonitor::note_changed(std::string_view category, const std::string& text) {
    if (!watch_.is_silent(category)) return record_.repaired(text);
    record_.log(LogLevel::verbose, text);
    record_.add(Verdict::repaired);
}

/// Returns whether the line was written.
bool ChangeMonitor::write_log(const std::string& path, char kind, std::string_view text) {
    if (watch_.log.empty()) return true;
    if (make_folders(parent_of(watch_.log), 0700) != 0) return false;
    const auto place = Place::at(watch_.log);
    if (!place) return false;
    const auto file = place->open_output(Place::Writing::appended, 0600);
    if (!file) return false;
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    const std::string& handle = record_.promise().origin.handle;
    return write_all(
        *file,
        std::to_string(now) + "," + handle + "," + path + "," + kind + "," + std::string(text) +
            "\n"
    );
}

void ChangeMonitor::put(std::string space, std::string key, Data value) {
    changes_.push_back({std::move(space), std::move(key), std::move(value)});
}

void ChangeMonitor::store() {
    if (changes_.empty()) return;
    if (documents_.change(changes_) == Documents::Stored::no)
        record_.failed("Could not write to changes database");
    changes_.clear();
}

ChangeMonitor::Listing::Listing(ChangeMonitor& monitor, std::string directory)
    : monitor_(monitor),
      directory_(std::move(directory)) {
    const auto stored = monitor.documents_.document(listing_space, directory_);
    if (!stored) return;
    for (const Data& name : stored->items())
        stored_.emplace(name.text());
}

void ChangeMonitor::Listing::add(const std::string& name) {
    found_.insert(name);
    if (stored_.contains(name)) return;
    const std::string path = joined(directory_, name);
    if (!monitor_.watch_.is_silent("add"))
        monitor_.record_.log(LogLevel::notice, text({"New file '", path, "' found"}));
    monitor_.write_log(path, 'N', "New file found");
}

void ChangeMonitor::Listing::finish() {
    Record& record = monitor_.record_;
    std::vector<Data> names;
    for (const std::string& name : found_)
        names.push_back(Data::string(name));
    for (const std::string& name : stored_) {
        if (found_.contains(name)) continue;
        const std::string path = joined(directory_, name);
        if (!monitor_.watch_.is_silent("remove"))
            record.log(LogLevel::notice, text({"File '", path, "' no longer exists"}));
        if (!record.allows(text({"record removal of '", path, "'"}))) continue;
        if (monitor_.write_log(path, 'R', "File removed"))
            monitor_.note_changed("remove", text({"Removal of '", path, "' recorded"}));
        for (const std::string& space : {digest_space(monitor_.watch_), std::string(status_space)})
            monitor_.changes_.push_back({space, path, std::nullopt});
    }
    const std::string what = text({"record directory listing for '", directory_, "'"});
    if (!record.allows(what)) return;
    if (!monitor_.watch_.update) {
        record.repaired("Failed to " + what);
        record.add(Verdict::not_kept);
    } else if (found_ != stored_) {
        record.repaired(text({"Recorded directory listing for '", directory_, "'"}));
        monitor_.put(std::string(listing_space), directory_, Data::array(std::move(names)));
    }
}

} // namespace vow::modules
