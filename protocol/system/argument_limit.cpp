#include "protocol/system/argument_limit.h"

#include <algorithm>
#include <cstddef>

#include <sys/resource.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr std::size_t least_room = std::size_t{128} << 10U;
constexpr std::size_t max_room = std::size_t{6} << 20U;
constexpr std::string_view other_way = "; pass it on standard input, or in a file";

/// The bytes of one text, without its end.
std::size_t max_text() {
    constexpr std::size_t pages = 32; // MAX_ARG_STRLEN
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) - 1;
}

/// The bytes of all texts with their ends, and of the pointers to them.
std::size_t room() {
    rlimit stack = {};
    ::getrlimit(RLIMIT_STACK, &stack);
    return std::clamp<std::size_t>(stack.rlim_cur / 4, least_room, max_room);
}

std::size_t size_of(const std::vector<std::string>& texts) {
    std::size_t size = 0;
    for (const std::string& text : texts)
        size += text.size() + 1 + sizeof(char*);
    return size;
}

std::string excess_in(std::string what, std::size_t size, std::size_t most) {
    what += " " + std::to_string(size) + " bytes, and the kernel accepts at most ";
    return what.append(std::to_string(most)).append(other_way);
}

} // namespace

std::optional<std::string>
excess_of(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    const std::size_t longest = max_text();
    const auto is_too_long = [longest](const std::string& text) { return text.size() > longest; };
    const auto argument = std::ranges::find_if(arguments, is_too_long);
    if (argument != arguments.end()) {
        const std::string number = std::to_string(argument - arguments.begin());
        return excess_in("argument " + number + " has", argument->size(), longest);
    }
    const auto variable = std::ranges::find_if(environment, is_too_long);
    if (variable != environment.end()) {
        const std::string name = variable->substr(0, variable->find('='));
        return excess_in("the variable '" + name + "' has", variable->size(), longest);
    }
    const std::size_t size =
        size_of(arguments) + size_of(environment) + arguments.front().size() + 1; // and the path
    if (size <= room()) return std::nullopt;
    return excess_in("the arguments and the environment have", size, room());
}

} // namespace vow
