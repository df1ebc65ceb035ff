#include "agent/module/shell/line_source.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

class PlainLines : public LineSource {
public:
    explicit PlainLines(std::string prompt) : prompt_(std::move(prompt)) {}

    std::optional<std::string> next_line() override {
        std::fputs(prompt_.c_str(), stdout);
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) return std::nullopt;
        return line;
    }
    void keep(const std::string&) override {}

private:
    std::string prompt_;
};

} // namespace

std::unique_ptr<LineSource> make_line_source(const LineSettings& settings) {
    if (!is_interactive()) return std::make_unique<PlainLines>("");
    auto edited = make_edited_lines(settings);
    return edited ? std::move(edited) : std::make_unique<PlainLines>(settings.prompt);
}

bool is_interactive() {
    return ::isatty(STDIN_FILENO) == 1;
}

std::string history_file() {
    const char* state = std::getenv("XDG_STATE_HOME");
    const char* home = std::getenv("HOME");
    if (state == nullptr && home == nullptr) return {};
    const fs::path folder =
        (state != nullptr && *state == '/' ? fs::path(state) : fs::path(home) / ".local/state") /
        "vow";
    std::error_code error;
    fs::create_directories(folder, error);
    return error ? "" : (folder / "module_shell_history").native();
}

} // namespace vow::agent
