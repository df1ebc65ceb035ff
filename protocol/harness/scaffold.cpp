#include "protocol/harness/scaffold.h"

#include "protocol/harness/embedded_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

constexpr ScaffoldLanguage languages[] = {
    {"node", ".js", "/usr/bin/node", "node/vow_module.js"},
    {"perl", ".pl", "/usr/bin/perl", "perl/VowModule.pm"},
    {"python", ".py", "/usr/bin/python3", "python/vow_module.py"},
    {"shell", ".sh", "/bin/sh", "shell/vow_module.sh"},
};

/// A promise type must be one in a policy, and a class in every language.
bool is_name(const std::string& name) {
    const auto is_letter = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    return !name.empty() && is_letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [&](char letter) {
               return is_letter(letter) || (letter >= '0' && letter <= '9') || letter == '_';
           });
}

/// "KeepUsers" for "keep_users".
std::string class_name(const std::string& name) {
    std::string text;
    bool begins = true;
    for (const char letter : name) {
        if (letter == '_') {
            begins = true;
            continue;
        }
        text += begins && letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter;
        begins = false;
    }
    return text;
}

std::string file_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

std::string replaced(std::string text, std::string_view mark, const std::string& by) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + by.size()))
        text.replace(at, mark.size(), by);
    return text;
}

/// One new folder, file by file.
class Scaffold {
public:
    Scaffold(const ScaffoldLanguage& language, const std::string& name)
        : language_(language),
          name_(name),
          module_(name + std::string(language.extension)) {}

    std::string make() const {
        if (!is_name(name_)) {
            throw ScaffoldError(
                "'" + name_ + "' is no name for a promise type: a-z, 0-9 and _, a letter first"
            );
        }
        std::error_code error;
        if (!fs::create_directory(name_, error)) {
            throw ScaffoldError(
                error ? "cannot make '" + name_ + "': " + error.message()
                      : "'" + name_ + "' is there already"
            );
        }
        write(file_name(language_.library), std::string(embedded_file(language_.library)));
        write(module_, filled_in("scaffold/module" + std::string(language_.extension)));
        write("cases.yaml", filled_in("scaffold/cases.yaml"));
        write("README.md", filled_in("scaffold/README.md"));
        fs::permissions(fs::path(name_) / module_, fs::perms(0755));
        return fs::path(name_) / module_;
    }

private:
    std::string filled_in(const std::string& embedded) const {
        std::string text(embedded_file(embedded));
        text = replaced(std::move(text), "@NAME@", name_);
        text = replaced(std::move(text), "@CLASS@", class_name(name_));
        text = replaced(std::move(text), "@FILE@", module_);
        text = replaced(std::move(text), "@LIBRARY@", file_name(language_.library));
        return replaced(std::move(text), "@INTERPRETER@", std::string(language_.interpreter));
    }

    void write(const std::string& file, const std::string& text) const {
        std::ofstream out(fs::path(name_) / file, std::ios::binary);
        if (!(out << text).flush())
            throw ScaffoldError("cannot write '" + name_ + "/" + file + "'");
    }

    const ScaffoldLanguage& language_;
    const std::string& name_;
    std::string module_;
};

} // namespace

std::span<const ScaffoldLanguage> scaffold_languages() {
    return languages;
}

const ScaffoldLanguage* scaffold_language(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(languages), std::end(languages), [&](const auto& each) {
            return each.name == name;
        });
    return found == std::end(languages) ? nullptr : found;
}

std::string make_scaffold(const ScaffoldLanguage& language, const std::string& name) {
    return Scaffold(language, name).make();
}

} // namespace vow::harness
