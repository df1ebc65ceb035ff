#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

const std::string sources_folder = "/etc/apt/sources.list.d/";
const std::string keyring_folder = "/etc/apt/keyrings/";
constexpr std::string_view key_begin = "-----BEGIN PGP PUBLIC KEY BLOCK-----";
const EditedFile::Creation for_apt{.access = {.mode = 0644}, .with_folders = true};

PromiseTypeDescription apt_repository_type() {
    const std::string word(names::word.pattern);
    PromiseTypeDescription type{
        .name = "apt_repository",
        .summary = "repositories of packages for apt",
        .promiser_summary = "the name of its file in /etc/apt/sources.list.d",
        .promiser_pattern = "[A-Za-z0-9_][A-Za-z0-9_-]*", // apt skips other names
    };
    type.attributes = {
        texts_attribute("uris", word, "where the repository is, as https://deb.debian.org/debian"),
        texts_attribute("suites", word, "the suites, as bookworm"),
        texts_attribute(
            "components", word, "the components; main, or none for a suite that ends with /"
        ),
        {.name = "key",
         .summary = "the key that signs it: an absolute path, or the text of a public key"},
        absent_attribute("the repository and its key are not there"),
    };
    type.rules = required_unless_absent({"uris", "suites"});
    type.examples = {
        "apt_repository:\n  \"example\"\n    uris => { \"https://apt.example.org\" },\n"
        "    suites => { \"stable\" },\n    key => \"/etc/apt/keyrings/example.asc\";"};
    return type;
}

bool is_key_text(std::string_view key) {
    return trimmed(key).starts_with(key_begin);
}

std::vector<std::string> faults_of_repository(const Promise& promise) {
    const Settings settings(promise.attributes);
    const std::string key = settings.text_or("key", "/");
    const bool is_path = key.starts_with('/') && key.find_first_of("\r\n") == std::string::npos;
    if (is_path || is_key_text(key)) return {};
    return {text(
        {"Attribute 'key' must be an absolute path, or begin with '",
         key_begin,
         "', not '",
         key.substr(0, key.find('\n')),
         "'"}
    )};
}

/// Keeps one promise.
class RepositoryKeeper {
public:
    RepositoryKeeper(const Promise& promise, Record& record)
        : record_(record),
          name_(promise.promiser),
          settings_(promise.attributes),
          key_(settings_.text_or("key", "")) {}

    void keep() {
        if (settings_.holds("absent")) return remove();
        if (is_key_text(key_) && !keep_key()) return;
        auto file = EditedFile::open(source_path(), record_);
        if (file) file->keep(source_text(), EditedFile::setting(what()), for_apt);
    }

private:
    std::string source_path() const { return sources_folder + name_ + ".sources"; }
    std::string key_path() const { return keyring_folder + name_ + ".asc"; }
    std::string what() const { return text({"repository '", name_, "' in '", source_path(), "'"}); }

    bool keep_key() {
        auto file = EditedFile::open(key_path(), record_);
        const std::string content = std::string(trimmed(key_)) + "\n";
        const std::string what = text({"key of repository '", name_, "' in '", key_path(), "'"});
        return file && file->keep(content, EditedFile::setting(what), for_apt);
    }

    std::string source_text() const {
        const auto suites = settings_.list("suites");
        auto components = settings_.list("components");
        const bool is_flat = std::ranges::all_of(suites, [](const std::string& suite) {
            return suite.ends_with('/');
        });
        if (components.empty() && !is_flat) components = {"main"};
        std::string text = "Types: deb\n";
        text += "URIs: " + joined(settings_.list("uris"), " ") + "\n";
        text += "Suites: " + joined(suites, " ") + "\n";
        if (!components.empty()) text += "Components: " + joined(components, " ") + "\n";
        if (!key_.empty()) text += "Signed-By: " + (is_key_text(key_) ? key_path() : key_) + "\n";
        return text;
    }

    /// Only a repository that has the promised addresses, if any is.
    void remove() {
        auto file = EditedFile::open(source_path(), record_);
        if (!file) return;
        const auto words = words_of(file->content());
        for (const std::string_view name : {"uris", "suites", "components"}) {
            for (const std::string& word : settings_.list(name)) {
                if (file->exists() && std::ranges::find(words, word) == words.end())
                    return record_.kept(text({"'", source_path(), "' has no ", word}));
            }
        }
        if (!file->keep_absent(what())) return;
        auto key = EditedFile::open(key_path(), record_);
        if (key && key->exists()) key->keep_absent(text({"key '", key_path(), "'"}));
    }

    Record& record_;
    const std::string& name_;
    const Settings settings_;
    const std::string key_;
};

Outcome keep_apt_repository(const Promise& promise, Record& record, Log& /*log*/) {
    RepositoryKeeper(promise, record).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_apt_repository_module() {
    return std::make_unique<EverydayModule>(
        apt_repository_type(), keep_apt_repository, faults_of_repository
    );
}

} // namespace vow::modules
