#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// The names of one kind that may reach a program: none can be an option, a pattern or anything but
/// one name there. Descriptions of promise types and tables of operations have the patterns, so a
/// wrong name is an error when a policy is checked and, where it is known only then, when a promise
/// is made, with nothing done. Not a check of whether the named thing exists.
struct NameGrammar {
    std::string_view pattern; ///< matches the whole name
    std::string_view kind;    ///< "the name of a user"
    std::string_view rule;    ///< of which characters it consists; may be empty
};

namespace names {

// Package managers take NAME-, NAME^, NAME/RELEASE, NAME=VERSION, ~n, ?x and * for something else.
// A last + is a part of some names (g++).
inline constexpr NameGrammar package{
    R"([A-Za-z0-9_]([A-Za-z0-9_.+:~-]*[A-Za-z0-9_.+])?)",
    "the name of a package",
    "letters, digits and _.+-, with no - at either end"};
inline constexpr NameGrammar package_or_file{
    R"(/[^\x00-\x1f\x7f]+|[A-Za-z0-9_]([A-Za-z0-9_.+:~-]*[A-Za-z0-9_.+])?)",
    "the name of a package, or the absolute path of its file",
    "letters, digits and _.+-, with no - at either end"};
inline constexpr NameGrammar version{
    R"(([A-Za-z0-9]([A-Za-z0-9_.+:~^-]*[A-Za-z0-9_.+~^])?)?)",
    "the version of a package",
    "letters, digits and _.+:~^-, with no - at either end"};
inline constexpr NameGrammar version_or_any{
    R"(\*|([A-Za-z0-9]([A-Za-z0-9_.+:~^-]*[A-Za-z0-9_.+~^])?)?)",
    "the version of a package, or * for any",
    "letters, digits and _.+:~^-, with no - at either end"};
inline constexpr NameGrammar architecture{
    R"(([A-Za-z0-9_][A-Za-z0-9_.-]*)?)", "the name of an architecture", "letters, digits and _.-"};
inline constexpr NameGrammar architecture_or_any{
    R"(\*|[A-Za-z0-9_][A-Za-z0-9_.-]*)",
    "the name of an architecture, or * for any",
    "letters, digits and _.-"};
inline constexpr NameGrammar user{
    R"([A-Za-z_][A-Za-z0-9_.-]{0,31}[$]?)",
    "the name of a user",
    "at most 32 letters, digits and _.-, of which a letter or _ is first"};
inline constexpr NameGrammar login{
    R"(([A-Za-z0-9_][A-Za-z0-9_.@\\+-]*[$]?)?)",
    "the name of a user of another host",
    R"(letters, digits and _.@\+-, with no - at its beginning)"};
inline constexpr NameGrammar port{"[0-9]*", "the number of a port", "digits"};
inline constexpr NameGrammar group{
    R"([A-Za-z_][A-Za-z0-9_.-]{0,30}[$]?)",
    "the name of a group",
    "at most 31 letters, digits and _.-, of which a letter or _ is first"};
inline constexpr NameGrammar group_or_number{
    R"([A-Za-z0-9_][A-Za-z0-9_.-]*[$]?)",
    "the name or number of a group",
    "letters, digits and _.-"};
inline constexpr NameGrammar unit{
    R"([A-Za-z0-9:_\\@][A-Za-z0-9:_.\\@-]{0,240})",
    "the name of a unit",
    R"(letters, digits and :_.\@-, with no . or - at its beginning)"};
inline constexpr NameGrammar unit_or_label{
    R"([^-\x00-\x1f\x7f][^\x00-\x1f\x7f]{0,240})",
    "the name of a unit, or any text beside the attribute 'name'",
    "no - at its beginning, no control characters"};
inline constexpr NameGrammar host{
    R"([A-Za-z0-9_\[][A-Za-z0-9_.:%\[\]-]*)",
    "the name or address of a host",
    "letters, digits and _.:%-, with no - at its beginning"};
inline constexpr NameGrammar address{
    R"([0-9A-Fa-f:][0-9A-Za-z.:%]*)", "the address of a host", "digits, letters and .:%"};
inline constexpr NameGrammar revision{
    R"([^-\x00-\x20\x7f?*\[\\:][^\x00-\x20\x7f?*\[\\:]*)",
    "a branch, a tag or a commit",
    R"(no - at its beginning, no blanks and none of ?*[\:)"};
inline constexpr NameGrammar remote{
    R"([A-Za-z0-9_][A-Za-z0-9_.-]*)", "the name of a remote", "letters, digits and _.-"};
inline constexpr NameGrammar mount_source{
    R"([^-\x00-\x1f\x7f][^\x00-\x1f\x7f]*)",
    "a folder of a server",
    "no - at its beginning, no control characters"};
inline constexpr NameGrammar mount_option{
    R"([A-Za-z0-9_][^\x00-\x20\x7f]*)", "an option of mount", "no - at its beginning, no blanks"};

/// Not names, but what others read as lines or words of a file, where an end of line or a blank
/// would begin another one.
inline constexpr NameGrammar line{R"([^\x00\r\n]*)", "one line of text", "no line ends"};
inline constexpr NameGrammar filled_line{
    R"([^\x00\r\n]*[^\x00\r\n\t ][^\x00\r\n]*)", "one line of text", "not empty, no line ends"};
inline constexpr NameGrammar word{R"([^\x00-\x20\x7f]+)", "one word", "no blanks"};
inline constexpr NameGrammar path{
    R"(/[^\x00-\x1f\x7f]*)", "an absolute path", "no control characters"};

/// The policies that the module of the type `services` keeps. The checker of policies reads them,
/// too.
inline constexpr std::array<std::string_view, 6> service_policies = {
    "start", "stop", "restart", "reload", "enable", "disable"};

/// Not a name, but the pattern is too long for a message as well.
inline constexpr NameGrammar file_mode{
    "[ugoa]*([-+=]?0*1?[0-7]{1,5}|[-+=][rwxst]*)(,[ugoa]*([-+=]?0*1?[0-7]{1,5}|[-+=][rwxst]*))*",
    "a mode",
    "as 644 or u=rw,go-w"};
/// The same.
inline constexpr NameGrammar creation_mask{
    "0*[0-7]{1,3}|inherited", "a file mode creation mask", "as 022, or inherited"};

} // namespace names

/// The grammar with that pattern; null if it is not one of the above.
const NameGrammar* find_grammar(std::string_view pattern);

/// The words for a text that the pattern of a description does not match: "must be the name of a
/// user (..)", "must match '..'".
std::string wanted_form(std::string_view pattern);

/// "must be the name of a user (..), not 'x:y'"; nullopt for a name of the grammar.
std::optional<std::string> fault_of_name(const NameGrammar& grammar, std::string_view name);

} // namespace vow
