#include "modules/files/protection.h"

#include "modules/files/named_file.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

namespace vow::modules {
namespace {

/// The place of the file now: a part of the promise may have replaced it, or made its folder.
template <class Use>
auto with_place(const std::string& path, const Use& use, auto failed) {
    const NamedFile file = NamedFile(path).resolved();
    return file.error() != 0 ? failed(file.error()) : use(file.place());
}

SystemResult<Immutable> flag_of(const std::string& path) {
    return with_place(path, immutable_flag, SystemResult<Immutable>::failed);
}

int set_flag(const std::string& path, Immutable value) {
    return with_place(
        path,
        [value](const Place& place) { return set_immutable_flag(place, value); },
        [](int error) { return error; }
    );
}

/// The file is missing, or of a kind or on a file system without flags.
bool has_no_flag(int error) {
    return error == ENOENT || error == ENOTTY || error == EOPNOTSUPP || error == ENOSYS ||
           error == EINVAL;
}

} // namespace

FileFlags FileFlags::from(const Settings& body) {
    FileFlags flags;
    if (body.has("immutable"))
        flags.immutable = body.holds("immutable") ? Immutable::yes : Immutable::no;
    return flags;
}

Protection::Protection(const FileFlags& flags, std::string path, Record& record)
    : promised_(flags.immutable),
      path_(std::move(path)),
      record_(record),
      before_(promised_ ? flag_of(path_) : SystemResult<Immutable>::failed(ENOENT)) {
    if (promised_ == Immutable::no) keep_mutable();
    if (promised_ == Immutable::yes && is_set()) record_.prepare_changes([this] { lift(); });
}

Protection::~Protection() {
    record_.prepare_changes({});
    if (is_lifted_) set_flag(path_, Immutable::yes);
}

void Protection::keep_mutable() {
    if (!is_readable(before_)) return;
    if (is_set())
        change(Immutable::no);
    else
        record_.kept(text({"The immutable bit is not set on file '", path_, "' as promised"}));
}

void Protection::lift() {
    if (!is_lifted_)
        is_lifted_ = set_flag(path_, Immutable::no) == 0; // otherwise, the change fails
}

void Protection::end() {
    if (promised_ != Immutable::yes) return explain_failure();
    const auto now = flag_of(path_);
    if (!is_readable(now)) return;
    if (!is_set()) return change(Immutable::yes);
    if (is_lifted_) return restore();
    record_.kept(text({"The immutable bit is already set on file '", path_, "' as promised"}));
}

bool Protection::is_readable(const SystemResult<Immutable>& flag) {
    if (flag) return true;
    const std::string line = text(
        {"Failed to get the state of the immutable bit from file '",
         path_,
         "': ",
         system_message(flag.error())}
    );
    if (has_no_flag(flag.error()))
        record_.log(LogLevel::verbose, line);
    else
        record_.failed(line);
    return false;
}

void Protection::change(Immutable value) {
    const bool is_on = value == Immutable::yes;
    const std::string what = text({" the immutable bit on file '", path_, "'"});
    if (!record_.allows((is_on ? "set" : "clear") + what)) return;
    if (const int error = set_flag(path_, value); error != 0) {
        const std::string failed = (is_on ? "Failed to set" : "Failed to clear") + what;
        return record_.failed_with(error, text({failed, ": ", system_message(error)}));
    }
    record_.repaired((is_on ? "Set" : "Cleared") + what);
}

void Protection::restore() {
    is_lifted_ = false;
    if (const int error = set_flag(path_, Immutable::yes); error != 0) {
        record_.failed_with(
            error,
            text(
                {"Failed to set the immutable bit on file '",
                 path_,
                 "' again: ",
                 system_message(error)}
            )
        );
    }
}

void Protection::explain_failure() {
    const bool has_failed = record_.verdicts().worst() > Verdict::repaired;
    if (!has_failed || record_.has_only_warned()) return;
    const auto now = flag_of(path_);
    if (!now || *now == Immutable::no) return;
    record_.log(
        LogLevel::error,
        text(
            {"The immutable bit is set on file '",
             path_,
             "': a promise that changes it needs fsattrs"}
        )
    );
}

} // namespace vow::modules
