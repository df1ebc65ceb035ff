// A promise module that does as little as possible: it answers every request at once, so a run
// measures the agent and the pipe. As modules get no arguments, its name chooses: under the name
// instant_json it speaks the JSON variant, otherwise the line-based one; under the name slow_line
// it lists `parallel` and sleeps for the promise's `milliseconds`.
#include <charconv>
#include <ctime>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

void put(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
        if (count <= 0) _exit(1);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The next message, without its empty line; empty if there is none.
std::string message(std::string& read_so_far) {
    for (;;) {
        if (const auto end = read_so_far.find("\n\n"); end != std::string::npos) {
            std::string found = read_so_far.substr(0, end);
            read_so_far.erase(0, end + 2);
            return found;
        }
        char buffer[65536];
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count <= 0) return {};
        read_so_far.append(buffer, static_cast<std::size_t>(count));
    }
}

std::string_view result_for(std::string_view request) {
    if (request.find("validate_promise") != std::string_view::npos) return "valid";
    if (request.find("evaluate_promise") != std::string_view::npos) return "kept";
    return "success";
}

/// Sleeps for the time that the line-based request names.
void work(std::string_view request) {
    constexpr std::string_view attribute = "\nattribute_milliseconds=";
    const auto found = request.find(attribute);
    if (found == std::string_view::npos) return;
    const std::string_view value = request.substr(found + attribute.size());
    long milliseconds = 0;
    std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
    nanosleep(&time, nullptr);
}

} // namespace

int main() {
    char name[4096] = {};
    const ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
    const std::string_view program(name, static_cast<std::size_t>(length));
    const bool json = program.ends_with("_json");
    const bool slow = program.ends_with("slow_line");
    std::string read_so_far;
    message(read_so_far);
    put(json   ? "instant 1.0 v1 json_based\n\n"
        : slow ? "instant 1.0 v1 line_based parallel\n\n"
               : "instant 1.0 v1 line_based\n\n");
    for (std::string request = message(read_so_far); !request.empty();
         request = message(read_so_far)) {
        const std::string_view result = result_for(request);
        if (slow && result == "kept") work(request);
        const std::string_view operation = result == "valid"  ? "validate_promise"
                                           : result == "kept" ? "evaluate_promise"
                                                              : "terminate";
        std::string reply = json ? R"({"operation":")" : "operation=";
        reply += operation;
        reply += json ? R"(","promiser":"/etc/motd","attributes":{},"result":")" : "\nresult=";
        reply += result;
        reply += json ? "\"}\n\n" : "\n\n";
        put(reply);
        if (result == "success") return 0;
    }
}
