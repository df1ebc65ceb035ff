#include "protocol/harness/scaffold.h"

#include "protocol/harness/embedded_file.h"
#include "protocol/system/own_process.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

constexpr ScaffoldLanguage languages[] = {
    {"cpp", ".cpp", "", "", "cmake -G Ninja -B build && cmake --build build"},
    {"node", ".js", "/usr/bin/node", "node/vow_module.js", ""},
    {"perl", ".pl", "/usr/bin/perl", "perl/VowModule.pm", ""},
    {"python", ".py", "/usr/bin/python3", "python/vow_module.py", ""},
    {"shell", ".sh", "/bin/sh", "shell/vow_module.sh", ""},
};

/// Python modules that a new module imports: a file of that name next to it would hide them.
constexpr std::string_view hidden_by_name[] = {
    "ast",     "codeop",    "collections", "contextlib", "copy",      "copyreg",
    "enum",    "fnmatch",   "functools",   "glob",       "ipaddress", "json",
    "keyword", "linecache", "operator",    "pathlib",    "re",        "reprlib",
    "shutil",  "string",    "textwrap",    "token",      "tokenize",  "traceback",
    "types",   "typing",    "urllib",      "warnings",   "weakref"};

/// "motd.py"; "json_module.py", since "json.py" would hide what the library imports.
std::string module_file(const std::string& name, std::string_view extension) {
    const bool hides =
        name == "vow_module" ||
        (extension == ".py" && std::ranges::find(hidden_by_name, name) != std::end(hidden_by_name));
    return (hides ? name + "_module" : name) + std::string(extension);
}

/// The name must be valid as a promise type in a policy, and as a class in every language.
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

/// The folder in which find_package(vow) finds the C++ library of this program: next to it in a
/// build folder, or below its installation prefix. Empty when neither exists.
std::string cmake_package() {
    std::error_code error;
    const fs::path folder = own_program().parent_path();
    for (const char* place : {".", "../lib/cmake/vow", "../lib64/cmake/vow"}) {
        const fs::path package = fs::weakly_canonical(folder / place, error);
        if (fs::exists(package / "vow-config.cmake", error)) return package;
    }
    return {};
}

/// A placeholder such as @NAME@, and its replacement.
struct Filling {
    std::string_view mark;
    std::string text;
};

/// Replaces placeholders; lines whose placeholder is empty are removed.
std::string filled_in(std::string_view embedded, const std::vector<Filling>& fillings) {
    std::string text;
    std::istringstream lines{std::string(embedded)};
    for (std::string line; std::getline(lines, line);) {
        bool wanted = true;
        for (const Filling& filling : fillings) {
            const std::size_t at = line.find(filling.mark);
            wanted = wanted && (at == std::string::npos || !filling.text.empty());
            for (std::size_t mark = at; mark != std::string::npos;
                 mark = line.find(filling.mark, mark + filling.text.size()))
                line.replace(mark, filling.mark.size(), filling.text);
        }
        if (wanted) text += line + '\n';
    }
    return text;
}

/// One new folder, file by file.
class Scaffold {
public:
    Scaffold(const ScaffoldLanguage& language, const std::string& name)
        : language_(language),
          name_(name),
          module_(module_file(name, language.extension)),
          program_(language.build.empty() ? module_ : "build/" + name) {}

    NewModule make() {
        make_folder();
        write(
            module_,
            "module" + std::string(language_.extension),
            "the module, working and ready to be changed"
        );
        fs::permissions(
            fs::path(name_) / module_, fs::perms(language_.build.empty() ? 0755 : 0644)
        );
        if (!language_.sdk_file.empty())
            copy(file_name(language_.sdk_file), embedded_file(language_.sdk_file));
        if (!language_.build.empty()) write("CMakeLists.txt", "CMakeLists.txt", "its build file");
        write("cases.yaml", "cases.yaml", "its test cases");
        write("README.md", "README.md", "commands, and a policy that uses it");
        if (!language_.build.empty()) made_.commands.emplace_back(language_.build);
        made_.commands.push_back("vow module test " + program_ + " cases.yaml");
        return std::move(made_);
    }

private:
    void make_folder() const {
        if (!is_name(name_)) {
            throw ScaffoldError(
                "'" + name_ +
                "' is not a valid name for a promise type: a-z, 0-9 and _, beginning with a letter"
            );
        }
        std::error_code error;
        if (!fs::create_directory(name_, error)) {
            throw ScaffoldError(
                error ? "cannot create '" + name_ + "': " + error.message()
                      : "'" + name_ + "' already exists"
            );
        }
    }

    void write(const std::string& file, const std::string& scaffold, std::string_view purpose) {
        const std::vector<Filling> fillings = {
            {"@NAME@", name_},
            {"@CLASS@", class_name(name_)},
            {"@FILE@", module_},
            {"@PROGRAM@", program_},
            {"@SDK_FILE@", file_name(language_.sdk_file)},
            {"@INTERPRETER@", std::string(language_.interpreter)},
            {"@BUILD@", std::string(language_.build)},
            {"@PACKAGE@", cmake_package()},
        };
        put(file, filled_in(embedded_file("scaffold/" + scaffold), fillings), purpose);
    }

    void copy(const std::string& file, std::string_view text) {
        put(file, text, "the library that it uses");
    }

    void put(const std::string& file, std::string_view text, std::string_view purpose) {
        std::ofstream out(fs::path(name_) / file, std::ios::binary);
        if (!(out << text).flush())
            throw ScaffoldError("cannot write '" + name_ + "/" + file + "'");
        made_.files.push_back({file, purpose});
    }

    const ScaffoldLanguage& language_;
    const std::string& name_;
    std::string module_;  ///< the source file
    std::string program_; ///< the command
    NewModule made_;
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

NewModule make_scaffold(const ScaffoldLanguage& language, const std::string& name) {
    return Scaffold(language, name).make();
}

} // namespace vow::harness
