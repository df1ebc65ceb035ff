#include "agent/report/console.h"

#include <array>
#include <ctime>

namespace vow::agent {
namespace {

struct Look {
    std::string_view prefix;
    std::string_view color;
};

constexpr std::string_view red = "\x1b[31m", yellow = "\x1b[33m", green = "\x1b[32m";
constexpr std::string_view blue = "\x1b[34m", reset = "\x1b[0m";

// In the order of LogLevel.
constexpr std::array<Look, 7> looks = {{
    {"CRITICAL: ", red},
    {"   error: ", red},
    {" warning: ", yellow},
    {"  notice: ", green},
    {"    info: ", green},
    {" verbose: ", blue},
    {"   debug: ", blue},
}};

} // namespace

Console::Console(Output& output, const ConsoleStyle& style)
    : output_(output),
      style_(style),
      colored_(
          style.color == Color::always ||
          (style.color == Color::automatic && output.is_interactive())
      ) {}

void Console::log(LogLevel level, std::string_view line) {
    const Look& look = looks.at(static_cast<std::size_t>(level));
    if (colored_) output_.write(look.color);
    write_timestamp();
    output_.write(look.prefix);
    output_.write(line);
    if (colored_) output_.write(reset);
    output_.end_line();
}

void Console::report(std::string_view line) {
    write_timestamp();
    output_.write("R: ");
    output_.write(line);
    output_.end_line();
}

void Console::promise_done(const Promise& promise, const Outcome& outcome) {
    const bool is_kept = outcome.result() == Verdict::kept || outcome.result() == Verdict::repaired;
    if (style_.places == Places::no || is_kept || promise.terms.policy != Terms::Policy::fix)
        return;
    const Origin& origin = promise.origin;
    const std::string place =
        origin.file + ":" + std::to_string(origin.line) + ":" + std::to_string(origin.column);
    log(LogLevel::error,
        "The " + promise.type->name + " promise '" + promise.promiser + "' is not kept (" + place +
            ")");
}

void Console::write_timestamp() {
    if (style_.timestamps == Timestamps::no) return;
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 40> text{};
    output_.write({text.data(), std::strftime(text.data(), text.size(), "%FT%T%z ", &local)});
}

} // namespace vow::agent
