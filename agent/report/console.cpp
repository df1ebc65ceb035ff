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

void Console::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event))
        log(line->level, line->text);
    else if (const auto* printed = std::get_if<Report>(&event))
        report(printed->text);
    else if (std::holds_alternative<PromiseStarted>(event))
        output_.flush(); // its module may take long
    else if (const auto* done = std::get_if<PromiseDone>(&event))
        log_unless_kept(*done);
}

void Console::log(LogLevel level, std::string_view text) {
    const Look& look = looks.at(static_cast<std::size_t>(level));
    if (colored_) output_.write(look.color);
    write_timestamp();
    output_.write(look.prefix);
    output_.write(text);
    if (colored_) output_.write(reset);
    output_.end_line();
}

void Console::report(std::string_view text) {
    write_timestamp();
    output_.write("R: ");
    output_.write(text);
    output_.end_line();
}

/// The module's own lines may not name the promise.
void Console::log_unless_kept(const PromiseDone& done) {
    const Promise& promise = done.promise;
    const Verdict result = done.outcome.result();
    const bool is_kept = result == Verdict::kept || result == Verdict::repaired;
    if (is_kept || done.handled == Handled::yes) return;
    if (style_.places == Places::no || promise.terms.policy != Terms::Policy::fix) return;
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
