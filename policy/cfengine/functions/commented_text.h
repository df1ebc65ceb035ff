#pragma once

#include "policy/cfengine/program/function.h"

#include <optional>
#include <string>

namespace vow::cfengine {

/// The indices of the arguments that control how fields are read: the patterns of comments and
/// separators, the largest number of entries and of bytes.
struct FieldArguments {
    std::size_t comment, separator, max_entries, limit;
};

/// The parameters of functions that read the fields of a file.
inline constexpr Parameters file_of_fields = {
    {"path", ParameterKind::path},
    {"comment", ParameterKind::regular_expression},
    {"separator", ParameterKind::regular_expression},
    {"max_entries", ParameterKind::integer, "0,99999999999"},
    {"limit", ParameterKind::integer, "0,99999999999"}};
inline constexpr FieldArguments in_file_of_fields = {
    .comment = 1, .separator = 2, .max_entries = 3, .limit = 4};

/// At most `limit` bytes of the file at argument `path`, without the matches of argument `comment`.
/// Logs an error and returns nullopt if it cannot be read.
std::optional<std::string>
read_without_comments(Call& call, std::size_t path, std::size_t comment, std::size_t limit);

/// The same with these arguments.
std::optional<std::string> read_without_comments(Call& call, std::size_t path, FieldArguments at);

/// The same for a given text.
std::string without_comments(Call& call, std::string text, FieldArguments at);

/// A text of one line without its newline, as files are read for the language.
std::string as_read(std::string text);

/// The largest number of entries.
std::size_t max_entries(Call& call, FieldArguments at);

} // namespace vow::cfengine
