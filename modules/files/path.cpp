#include "modules/files/path.h"

#include "protocol/text/text.h"

#include <array>
#include <cctype>
#include <climits>
#include <ctime>
#include <filesystem>

namespace vow::modules {

std::string_view leaf_of(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

std::string parent_of(std::string_view path) {
    std::size_t slash = path.find_last_of('/');
    while (slash != std::string_view::npos && slash > 0 && path[slash - 1] == '/')
        --slash; // the slashes of "/a//b" are one
    return slash == 0 || slash == std::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

std::string joined(std::string_view directory, std::string_view name) {
    if (name.starts_with('/')) return std::string(name);
    std::string path(directory);
    if (!path.ends_with('/')) path += '/';
    return path += name;
}

std::string normal(std::string_view path) {
    std::string text = std::filesystem::path(path).lexically_normal().string();
    while (text.size() > 1 && text.ends_with('/'))
        text.pop_back();
    return text;
}

bool is_too_deep(std::string_view folder) {
    return folder.size() >= PATH_MAX;
}

std::string deep_folder(std::string_view folder) {
    constexpr std::size_t shown = 100;
    return "Folders in '" + std::string(folder.substr(0, shown)) +
           "...' are nested too deeply: paths have more than " + std::to_string(PATH_MAX) +
           " bytes";
}

std::string time_stamp_suffix() {
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    localtime_r(&now, &parts);
    std::array<char, 64> words = {};
    const std::size_t size =
        std::strftime(words.data(), words.size(), "%a %b %e %H:%M:%S %Y", &parts);
    std::string suffix = "_" + std::to_string(now) + "_";
    for (const char letter : std::string_view(words.data(), size)) {
        suffix += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    }
    return suffix;
}

std::string with_this_promiser(std::string command, const std::string& path) {
    for (const std::string_view reference : {"$(this.promiser)", "${this.promiser}"}) {
        for (std::size_t at = 0; (at = command.find(reference, at)) != std::string::npos;) {
            command.replace(at, reference.size(), path);
            at += path.size();
        }
    }
    return command;
}

std::vector<std::string> words_with_promiser(const std::string& command, const std::string& path) {
    std::vector<std::string> words = words_of(command);
    for (std::string& word : words)
        word = with_this_promiser(std::move(word), path);
    return words;
}

} // namespace vow::modules
