#pragma once

#include "modules/files/change_watch.h"
#include "modules/files/named_file.h"
#include "protocol/promise/documents.h"
#include "protocol/promise/record.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace vow::modules {

/// Compares files with what earlier runs have stored of them, and reports the differences in the
/// record and in a log file. New values are stored together when the promise ends. Borrows all.
class ChangeMonitor {
public:
    ChangeMonitor(const ChangeWatch& watch, Record& record, Documents& documents)
        : watch_(watch),
          record_(record),
          documents_(documents) {}

    /// Whether a file differs from what is stored, also afterwards.
    enum class Difference { none, stays };
    Difference check(const NamedFile& file, const struct stat& status);

    /// The files of a directory, while a search walks through it.
    class Listing {
    public:
        Listing(ChangeMonitor& monitor, std::string directory);
        void add(const std::string& name); ///< reports a new file
        void finish();                     ///< reports the files that are missing

    private:
        ChangeMonitor& monitor_;
        std::string directory_;
        std::set<std::string> stored_;
        std::set<std::string> found_;
    };

    /// Stores the new values. To be called once, at the end.
    void store();
    /// Whether a changed content was recorded.
    bool has_alert() const { return has_alert_; }

private:
    struct Field;

    Difference check_content(const NamedFile& file);
    Difference check_status(const std::string& path, const struct stat& status);
    void report(const Field& field, const std::string& path, const Data& old, const Data& seen);
    void note_changed(std::string_view category, const std::string& text);
    bool write_log(const std::string& path, char kind, std::string_view text);
    void put(std::string space, std::string key, Data value);

    const ChangeWatch& watch_;
    Record& record_;
    Documents& documents_;
    std::vector<DocumentChange> changes_;
    bool has_alert_ = false;
};

} // namespace vow::modules
