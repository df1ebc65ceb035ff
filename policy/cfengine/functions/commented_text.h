#pragma once

#include "policy/cfengine/program/function.h"

#include <optional>
#include <string>

namespace vow::cfengine {

/// Which arguments of a call say how to read fields: the comments' pattern, the separator's, how
/// many entries and how many bytes at most.
struct FieldArguments {
    std::size_t comment, separator, most_entries, limit;
};

/// The parameters of functions that read the fields of a file, and which of them say how.
inline constexpr Parameters file_of_fields = {
    {"path", ParameterKind::path},
    {"comment", ParameterKind::text},
    {"separator", ParameterKind::text},
    {"max_entries", ParameterKind::integer, "0,99999999999"},
    {"limit", ParameterKind::integer, "0,99999999999"}};
inline constexpr FieldArguments in_file_of_fields = {
    .comment = 1, .separator = 2, .most_entries = 3, .limit = 4};

/// The text of the file that argument `path` names, at most `limit` bytes of it, without what
/// matches argument `comment`. None when it cannot be read (an error is logged).
std::optional<std::string>
read_without_comments(Call& call, std::size_t path, std::size_t comment, std::size_t limit);

/// The same with the arguments that say so.
std::optional<std::string> read_without_comments(Call& call, std::size_t path, FieldArguments at);

/// The same of a text that is given.
std::string without_comments(Call& call, std::string text, FieldArguments at);

/// How many entries are wanted at most.
std::size_t most_entries(Call& call, FieldArguments at);

} // namespace vow::cfengine
