#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace vow::modules {
namespace {

PromiseTypeDescription authorized_keys_type() {
    PromiseTypeDescription type{
        .name = "authorized_keys",
        .summary = "the keys with which a user may log in by ssh",
        .promiser_summary = "the user",
        .promiser_pattern = std::string(names::user.pattern),
    };
    type.attributes = {
        texts_attribute(
            "keys",
            std::string(names::filled_line.pattern),
            "public keys, as 'ssh-ed25519 AAAA... comment'"
        ),
        texts_attribute(
            "options",
            std::string(names::filled_line.pattern),
            "options for all of them, as no-pty or command=\"...\""
        ),
        {.name = "exclusive", .type = AttributeType::bool_, .summary = "there are no other keys"},
        {.name = "file",
         .pattern = std::string(names::path.pattern),
         .summary = "the file; .ssh/authorized_keys in the user's home unless promised"},
        absent_attribute("these keys, or without any all keys, are not there"),
    };
    type.rules = required_unless_absent({"keys"});
    type.rules.push_back({.with = {"absent"}, .excludes = {"exclusive", "options"}});
    type.examples = {"authorized_keys:\n  \"ada\"\n    keys => { \"ssh-ed25519 AAAA... ada\" };"};
    return type;
}

/// A line of authorized_keys(5): options, the type of the key, the key, a comment.
struct KeyLine {
    std::string_view options = {};
    std::string_view key = {}; ///< its type and itself, by which it is known; empty: no key
    std::string_view comment = {};

    explicit KeyLine(std::string_view line) {
        const std::string_view whole = trimmed(line);
        if (whole.empty() || whole.front() == '#') return;
        std::size_t type = 0;
        if (!is_type(word_at(whole, 0))) {
            options = word_at(whole, 0);
            type = after(whole, options.size());
        }
        if (!is_type(word_at(whole, type))) return;
        const std::size_t blob = after(whole, type + word_at(whole, type).size());
        const std::string_view encoded = word_at(whole, blob);
        if (encoded.empty()) return;
        key = whole.substr(type, blob + encoded.size() - type);
        comment = whole.substr(after(whole, blob + encoded.size()));
    }

    bool has_key(const KeyLine& other) const {
        return !key.empty() && word_at(key, 0) == word_at(other.key, 0) &&
               key.substr(key.find_last_of(" \t")) ==
                   other.key.substr(other.key.find_last_of(" \t"));
    }

private:
    static bool is_type(std::string_view word) {
        return word.starts_with("ssh-") || word.starts_with("ecdsa-") || word.starts_with("sk-");
    }
    /// Blanks in double quotes do not end a word.
    static std::string_view word_at(std::string_view line, std::size_t from) {
        bool is_quoted = false;
        std::size_t end = from;
        for (; end < line.size(); ++end) {
            if (line[end] == '\\' && end + 1 < line.size() && line[end + 1] == '"')
                ++end;
            else if (line[end] == '"')
                is_quoted = !is_quoted;
            else if (!is_quoted && (line[end] == ' ' || line[end] == '\t'))
                break;
        }
        return line.substr(from, std::min(end, line.size()) - from);
    }
    static std::size_t after(std::string_view line, std::size_t end) {
        return std::min(line.find_first_not_of(" \t", end), line.size());
    }
};

std::vector<std::string> faults_of_keys(const Promise& promise) {
    std::vector<std::string> faults;
    for (const std::string& key : Settings(promise.attributes).list("keys")) {
        if (!KeyLine(key).key.empty()) continue;
        faults.push_back(text(
            {"'",
             key,
             "' is not a public key; expected is 'ssh-ed25519 AAAA... comment', as in a file .pub"}
        ));
    }
    return faults;
}

/// Keeps one promise.
class KeyKeeper {
public:
    KeyKeeper(const Promise& promise, Record& record)
        : record_(record),
          user_(promise.promiser),
          settings_(promise.attributes),
          options_(joined(settings_.list("options"), ",")) {
        for (const std::string& key : settings_.list("keys"))
            keys_.emplace_back(trimmed(key));
    }

    void keep() {
        const auto user = find_user(user_);
        if (!user && (!settings_.has("file") || !settings_.holds("absent")))
            return keep_without_user();
        const std::string home = user ? user->home : "";
        path_ = settings_.text_or("file", home + "/.ssh/authorized_keys");
        auto file = EditedFile::open(path_, record_);
        if (!file) return;
        lines_ = file->lines();
        const bool is_absent = settings_.holds("absent");
        if (is_absent)
            remove();
        else
            put();
        const std::string what = text({"keys of '", user_, "' in '", path_, "'"});
        if (!file->exists() && !is_absent && !settings_.has("file") && !make_folders_of(*user))
            return;
        EditedFile::Creation creation{.with_folders = true}; // it is there by now
        if (user) creation.access = {.owner = user->uid, .group = user->gid, .mode = 0600};
        file->keep(
            lines_.text(),
            is_absent ? EditedFile::removing(what) : EditedFile::setting(what),
            creation
        );
    }

private:
    void keep_without_user() {
        const std::string fault = text({"User '", user_, "' does not exist"});
        if (settings_.holds("absent")) return record_.kept(fault);
        record_.missing(fault);
    }

    bool is_promised(const std::string& line) const {
        const KeyLine there(line);
        return std::ranges::any_of(keys_, [&](const std::string& key) {
            return there.has_key(KeyLine(key));
        });
    }

    void remove() {
        lines_.remove_if([&](const std::string& line) {
            return !KeyLine(line).key.empty() && (keys_.empty() || is_promised(line));
        });
    }

    void put() {
        if (settings_.holds("exclusive")) {
            lines_.remove_if([&](const std::string& line) {
                return !KeyLine(line).key.empty() && !is_promised(line);
            });
        }
        for (const std::string& key : keys_)
            put(key);
    }

    void put(const std::string& key) {
        const std::string line = options_.empty() ? key : options_ + " " + key;
        const KeyLine wanted(line);
        const auto has_key = [&](const std::string& each) { return KeyLine(each).has_key(wanted); };
        const auto place = lines_.find(has_key);
        if (!place) return lines_.append(line);
        while (const auto copy = lines_.find(has_key, *place + 1))
            lines_.remove(*copy);
        const KeyLine there(lines_[*place]);
        const bool is_same = there.options == wanted.options &&
                             (wanted.comment.empty() || there.comment == wanted.comment);
        if (!is_same) lines_.replace(*place, line);
    }

    /// The folder .ssh belongs to the user, who alone may enter it: else sshd ignores the keys.
    /// The promise `users` makes no home, and without one no key counts. Debian's name of a home
    /// that never exists is left alone.
    bool make_folders_of(const User& user) {
        if (!record_.promise().terms.changes_allowed()) return true;
        const bool has_home = user.home != "/nonexistent";
        return (!has_home || make_folder(user.home, user)) && make_folder(folder_of(path_), user);
    }

    bool make_folder(const std::string& folder, const User& user) {
        const auto place = Place::at(folder);
        int error = place ? place->make_folder(0700) : place.error();
        if (error == EEXIST) return true;
        const auto made = error == 0 ? place->status() : SystemResult<struct stat>::failed(error);
        if (made && ::geteuid() == 0) error = place->set_owner(user.uid, user.gid, *made);
        if (error == 0) return true;
        record_.failed_with(
            error, text({"Cannot make the folder '", folder, "': ", path_error(folder, error)})
        );
        return false;
    }

    Record& record_;
    const std::string& user_;
    const Settings settings_;
    const std::string options_;
    std::vector<std::string> keys_;
    std::string path_;
    Lines lines_{""};
};

Outcome keep_authorized_keys(const Promise& promise, Record& record, Log& /*log*/) {
    KeyKeeper(promise, record).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_authorized_keys_module() {
    return std::make_unique<EverydayModule>(
        authorized_keys_type(), keep_authorized_keys, faults_of_keys
    );
}

} // namespace vow::modules
