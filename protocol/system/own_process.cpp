#include "protocol/system/own_process.h"

#include "protocol/system/accounts.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vow {

const std::filesystem::path& own_program() {
    static const std::filesystem::path program = [] {
        std::error_code none;
        return std::filesystem::read_symlink("/proc/self/exe", none);
    }();
    return program;
}

namespace {

std::string_view variable_name(std::string_view entry) {
    return entry.substr(0, entry.find('='));
}

/// The beginnings of names.
constexpr std::array<std::string_view, 13> loading_variables = {
    "BASH_ENV",
    "BASH_FUNC_",
    "ENV=",
    "GCONV_PATH",
    "GIT_",
    "JAVA_TOOL_OPTIONS",
    "LD_",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5",
    "PERLLIB",
    "PYTHON",
    "RUBY"};

bool loads_code(std::string_view entry) {
    return std::ranges::any_of(loading_variables, [entry](std::string_view begin) {
        return entry.starts_with(begin);
    });
}

/// A part of the memory of this process.
struct Mapping {
    std::uintptr_t begin = 0, end = 0;
    bool is_of_file = false; ///< and can be read only
};

/// From the first line of a mapping in /proc/self/smaps: "BEGIN-END r-xp OFFSET DEVICE INODE PATH";
/// nullopt for any other line.
std::optional<Mapping> mapping_in(const std::string& line) {
    unsigned long begin = 0, end = 0, inode = 0;
    std::array<char, 5> rights{};
    constexpr int fields = 4;
    const int read = std::sscanf( // NOLINT(cert-err34-c): the kernel writes numbers
        line.c_str(),
        "%lx-%lx %4s %*s %*s %lu",
        &begin,
        &end,
        rights.data(),
        &inode
    );
    if (read != fields) return std::nullopt;
    return Mapping{.begin = begin, .end = end, .is_of_file = inode != 0 && rights[1] == '-'};
}

} // namespace

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
    std::vector<std::string> all;
    const auto is_changed_from = [&](std::size_t first, std::string_view name) {
        const auto from = changes.begin() + static_cast<std::ptrdiff_t>(first);
        return std::any_of(from, changes.end(), [name](const std::string& change) {
            return variable_name(change) == name;
        });
    };
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (!is_changed_from(0, variable_name(*entry))) all.emplace_back(*entry);
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const std::string& change = changes[i];
        const bool sets = change.find('=') != change.npos;
        if (sets && !is_changed_from(i + 1, variable_name(change))) all.push_back(change);
    }
    return all;
}

std::vector<std::string> isolated_environment(const std::vector<std::string>& changes) {
    std::vector<std::string> all = environment_with({});
    std::erase_if(all, loads_code);
    for (const std::string& change : changes) {
        std::erase_if(all, [&](const std::string& entry) {
            return variable_name(entry) == variable_name(change);
        });
        if (change.find('=') != change.npos) all.push_back(change);
    }
    return all;
}

std::vector<std::string> account_variables(std::uint32_t uid) {
    const auto user = find_user(uid);
    if (!user) return {"HOME=/", "USER", "LOGNAME"};
    return {"HOME=" + user->home, "USER=" + user->name, "LOGNAME=" + user->name};
}

void give_back_unused_pages() {
    ::malloc_trim(0);
    std::ifstream mappings("/proc/self/smaps");
    Mapping last;
    for (std::string line; std::getline(mappings, line);) {
        if (const auto mapping = mapping_in(line)) last = *mapping;
        // Relocations have changed pages that can only be read since then: those have no other
        // copy.
        if (!last.is_of_file || !line.starts_with("Anonymous:")) continue;
        if (line.find(" 0 kB") == std::string::npos) continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel writes addresses as numbers
        void* const begin = reinterpret_cast<void*>(last.begin);
        ::madvise(begin, last.end - last.begin, MADV_DONTNEED);
    }
}

} // namespace vow
