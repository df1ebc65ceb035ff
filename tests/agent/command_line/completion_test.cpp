#include "agent/command_line/command_help.h"

#include <doctest/doctest.h>

namespace completion_test {

using namespace vow::agent;

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// A small vow: `vow sing --volume WORD SONG` and `vow band play`.
CommandHelp small() {
    CommandHelp sing{.name = "sing", .summary = "Sing [a] song"};
    sing.arguments = {{.names = {"SONG"}, .help = "The song"}};
    sing.options = {
        {.names = {"-v", "--volume"},
         .value = "WORD",
         .help = "How loud: it's low, high",
         .choices = {"low", "high"}},
        {.names = {"--book"}, .value = "FOLDER", .help = "\\The book"}};
    CommandHelp band{.name = "band", .summary = "Work with a band"};
    band.commands = {{.name = "play", .summary = ".Play"}};
    return {.name = "vow", .summary = "makes music", .footer = "0 good", .commands = {sing, band}};
}

} // namespace

TEST_CASE("each shell has a script, others have none") {
    for (const char* shell : {"bash", "zsh", "fish"})
        CHECK(completion_script(shell, small()));
    CHECK_FALSE(completion_script("tcsh", small()));
}

TEST_CASE("bash knows commands, options, words and folders") {
    const std::string script = *completion_script("bash", small());
    CHECK(has(script, "'vow sing'|'vow band'|'vow band play'"));
    CHECK(has(script, "-v|--volume) COMPREPLY=($(compgen -W 'low high' -- \"$word\"))"));
    CHECK(has(script, "--book) COMPREPLY=($(compgen -d -- \"$word\"))"));
}

TEST_CASE("zsh gets text without its own signs") {
    const std::string script = *completion_script("zsh", small());
    CHECK(has(script, "'*--volume[How loud\\: it'\\''s low, high]:WORD:(low high)'"));
    CHECK(has(script, "_vow_band_play() {"));
    CHECK(has(script, "'sing:Sing [a] song'"));
}

TEST_CASE("fish offers options after their command alone") {
    const std::string script = *completion_script("fish", small());
    CHECK(has(script, "complete -c vow -n '__fish_seen_subcommand_from sing' -s v -l volume -x"));
    CHECK(has(script, "-n '__fish_seen_subcommand_from band' -f -a play"));
}

TEST_CASE("a page of the manual has no accidental requests of roff") {
    const CommandHelp vow = small();
    const std::string page = manual_page(vow, vow.commands[0]);
    CHECK(page.starts_with(".TH \"VOW\\-SING\" 1"));
    CHECK(has(page, "\\fBvow sing\\fR [\\fIOPTIONS\\fR] \\fISONG\\fR"));
    CHECK(has(page, "\n\\eThe book\n"));
    CHECK(has(manual_page(vow, vow.commands[1]), "\n\\&.Play.\n"));
    CHECK(has(manual_page(vow), ".BR vow\\-sing (1),\n.BR vow\\-band (1)\n"));
}

} // namespace completion_test
